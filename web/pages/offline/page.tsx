import { Suspense } from 'react';
import type { MetaArgs } from 'react-router';
import * as offlineText from '../../../text/web/offline.ts';
import { LazyOfflinePageList } from '../../offline/lazy-offline-page-list.ts';
import { pageMeta } from '../../platform/page-meta.ts';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: offlineText.title, hidden: true });
}

export default function OfflinePage() {
	return (
		<div className="mx-auto max-w-md">
			<h1 className="text-28">{offlineText.title}</h1>
			<p className="mt-1 mb-6 text-quiet">{offlineText.lead}</p>
			<Suspense>
				<LazyOfflinePageList />
			</Suspense>
		</div>
	);
}
