import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns whether the page is hydrated; false on the server and during hydration. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}
