import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import { dedupePagesById } from '../data/items.ts';
import { cursorPaging } from '../data/list-options.ts';

/** Words and filters of a search, as the API takes them. */
export type SearchInput = SavedSearch['search'];

/** Key of the lists of saved searches. */
export const savedSearchesKey = ['saved-searches'] as const;

/** Query for the account's saved searches, newest first. */
export function savedSearchesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: [...savedSearchesKey, accountId],
		queryFn: async ({ signal }) => (await api.listSavedSearches({}, { signal })).items,
	});
}

/** Query for a saved search with its new ads. */
export function savedSearchQuery(api: Client, accountId: number, id: string) {
	return queryOptions({
		queryKey: ['saved-search', accountId, id],
		queryFn: ({ signal }) => api.getSavedSearch({ params: { id } }, { signal }),
		// The page marks the new ads as seen, so a second response would lack them.
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}

/** Infinite query for the ads that a saved search finds, newest first. */
export function savedSearchAdsQuery(api: Client, accountId: number, id: string) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: ['saved-search-ads', accountId, id],
		queryFn: ({ pageParam, signal }) =>
			api.listSavedSearchAds({ params: { id }, query: { limit: 24, cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}

/** Returns whether two searches are the same for the server: case, spaces and the order of the filters do not matter. */
export function isSameSearch(one: SearchInput, other: SearchInput): boolean {
	return toComparable(one) === toComparable(other);
}

function toComparable({ q = '', ...filters }: SearchInput): string {
	const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
	const words = q.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
	return JSON.stringify([words, ...set.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
