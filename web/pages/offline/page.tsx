import * as offlineText from '../../../text/web/offline.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { lazyPart } from '../../ui/use-lazy-component.ts';

const OfflinePageList = lazyPart(async () => (await import('../../offline/offline-page-list.tsx')).OfflinePageList);

export const meta = hiddenPageMeta(offlineText.title);

export default function OfflinePage() {
	return (
		<div className="mx-auto max-w-md">
			<h1 className="text-28">{offlineText.title}</h1>
			<p className="mt-1 mb-6 text-quiet">{offlineText.lead}</p>
			<OfflinePageList />
		</div>
	);
}
