import { type ComponentType, lazy } from 'react';

/** What opens without a network; loaded where it is needed, and empty where it is not kept, either. */
export const LazyOfflinePageList = lazy<ComponentType>(async () => {
	try {
		return { default: (await import('./offline-page-list.tsx')).OfflinePageList };
	} catch {
		return { default: () => null };
	}
});
