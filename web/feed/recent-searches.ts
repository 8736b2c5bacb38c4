import { storedValue, useStoredValue } from '../platform/stored-value.ts';

/** How many searches the device keeps. */
const most = 8;

/** Where the device keeps what was looked for. */
export const searchesKey = 'recent-searches';

const stored = storedValue<readonly string[]>(searchesKey, parseSearches);

/** What was looked for on this device, newest first. */
export function useRecentSearches(): readonly string[] {
	return useStoredValue(stored) ?? [];
}

export function rememberSearch(words: string) {
	stored.set(withSearch(stored.get() ?? [], words));
}

export function forgetSearch(words: string) {
	stored.set((stored.get() ?? []).filter((kept) => kept !== words));
}

/** For a log-out: the device may be somebody else's. */
export function forgetSearches() {
	stored.remove();
}

/** Puts a search in front. What was only its beginning, caught while it was typed, gives way to it. */
export function withSearch(searches: readonly string[], words: string): string[] {
	const typed = words.toLowerCase();
	const others = searches.filter((kept, at) => {
		const before = kept.toLowerCase();
		return before !== typed && !(at === 0 && typed.startsWith(before));
	});
	return [words, ...others].slice(0, most);
}

export function parseSearches(value: unknown): readonly string[] | null {
	if (!Array.isArray(value)) return null;
	return value.filter((words): words is string => typeof words === 'string' && words !== '').slice(0, most);
}
