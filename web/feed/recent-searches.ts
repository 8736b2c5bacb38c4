import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

const maxSearches = 8;

export const recentSearchesKey = 'recent-searches';

const storedSearches = createStoredValue<readonly string[]>(recentSearchesKey, parseSearches);

/** Returns the recent searches of this device, newest first. */
export function useRecentSearches(): readonly string[] {
	return useStoredValue(storedSearches) ?? [];
}

export function addRecentSearch(words: string) {
	storedSearches.set(prependSearch(storedSearches.get() ?? [], words));
}

export function removeRecentSearch(words: string) {
	storedSearches.set((storedSearches.get() ?? []).filter((search) => search !== words));
}

/** Removes the recent searches at logout, because others may use the device. */
export function clearRecentSearches() {
	storedSearches.remove();
}

/** Puts a search first, without duplicates. Removes the previous search if it is a prefix, because it was stored while typing. */
export function prependSearch(searches: readonly string[], words: string): string[] {
	const added = words.toLowerCase();
	const others = searches.filter((search, index) => {
		const earlier = search.toLowerCase();
		return earlier !== added && !(index === 0 && added.startsWith(earlier));
	});
	return [words, ...others].slice(0, maxSearches);
}

export function parseSearches(value: unknown): readonly string[] | null {
	if (!Array.isArray(value)) return null;
	return value.filter((words): words is string => typeof words === 'string' && words !== '').slice(0, maxSearches);
}
