import { Suspense } from 'react';
import * as offlineText from '../../../text/web/offline.ts';
import { LazyOfflinePageList } from '../../offline/lazy-offline-page-list.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';

export const meta = hiddenPageMeta(offlineText.title);

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
