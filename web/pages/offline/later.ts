import { type ComponentType, lazy } from 'react';

/** What opens without a network; loaded where it is needed, and empty where it is not kept, either. */
export const KeptPlaces = lazy<ComponentType>(async () => {
	try {
		return { default: (await import('./kept-places.tsx')).KeptPlaces };
	} catch {
		return { default: () => null };
	}
});
