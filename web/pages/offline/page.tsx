import { Suspense } from 'react';
import type { MetaArgs } from 'react-router';
import { pageMeta } from '../../platform/page-meta.ts';
import { KeptPlaces } from './later.ts';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: 'Without a network', hidden: true });
}

export default function OfflinePage() {
	return (
		<div className="mx-auto max-w-md">
			<h1 className="text-28">Without a network</h1>
			<p className="mt-1 mb-6 text-quiet">
				What you do is kept on this device and sent later. What was shown last stays, and says how old it is.
			</p>
			<Suspense>
				<KeptPlaces />
			</Suspense>
		</div>
	);
}
