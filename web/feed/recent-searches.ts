import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

/** How many searches the device keeps. */
const maxSearches = 8;

/** Where the device keeps what was looked for. */
export const recentSearchesKey = 'recent-searches';

const storedSearches = createStoredValue<readonly string[]>(recentSearchesKey, parseSearches);

/** What was looked for on this device, newest first. */
export function useRecentSearches(): readonly string[] {
	return useStoredValue(storedSearches) ?? [];
}

export function addRecentSearch(words: string) {
	storedSearches.set(withSearch(storedSearches.get() ?? [], words));
}

export function removeRecentSearch(words: string) {
	storedSearches.set((storedSearches.get() ?? []).filter((kept) => kept !== words));
}

/** For a log-out: the device may be somebody else's. */
export function clearRecentSearches() {
	storedSearches.remove();
}

/** Puts a search in front. What was only its beginning, caught while it was typed, gives way to it. */
export function withSearch(searches: readonly string[], words: string): string[] {
	const typed = words.toLowerCase();
	const others = searches.filter((kept, at) => {
		const before = kept.toLowerCase();
		return before !== typed && !(at === 0 && typed.startsWith(before));
	});
	return [words, ...others].slice(0, maxSearches);
}

export function parseSearches(value: unknown): readonly string[] | null {
	if (!Array.isArray(value)) return null;
	return value.filter((words): words is string => typeof words === 'string' && words !== '').slice(0, maxSearches);
}
