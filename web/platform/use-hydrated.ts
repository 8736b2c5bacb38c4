import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether the page's scripts have taken over; false on the server and until then. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}
