import { type ComponentType, lazy } from 'react';

/** List of offline pages. Renders nothing if its code is neither cached nor reachable. */
export const LazyOfflinePageList = lazy<ComponentType>(async () => {
	try {
		return { default: (await import('./offline-page-list.tsx')).OfflinePageList };
	} catch {
		return { default: () => null };
	}
});
