/** Where the device keeps what was looked for. */
export const searchesKey = 'recent-searches';

/** For a log-out: the device may be somebody else's. Apart, since every page can log out. */
export function forgetSearches() {
	try {
		localStorage.removeItem(searchesKey);
	} catch {
		// Where nothing can be removed, nothing was kept.
	}
}
