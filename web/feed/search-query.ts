import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import type { SearchKind, searchSorts } from '../../contract/feed/feed.ts';
import type { AdFilter } from './ad-filter.ts';

export type Sort = (typeof searchSorts)[number];

/** Words and filters of a search. The filters and the order concern only ads. */
export interface SearchFilter extends AdFilter {
	q: string;
	/** Kind of results; null for all kinds. */
	kind: SearchKind | null;
	sort: Sort;
}

export type SearchResults = Awaited<ReturnType<Client['search']>>;

/** Query for search results. Without a kind, only the ads are paged, and the first page also contains posts and people. */
export function searchQuery(api: Client, filter: SearchFilter) {
	const { q, kind, sort, ...filters } = filter;
	return infiniteQueryOptions({
		queryKey: ['search', kind, filter],
		enabled: q !== '',
		initialPageParam: null as string | null,
		getNextPageParam: (page: SearchResults) => page[kind ?? 'ads'].next_cursor,
		staleTime: limits.query.gcTime,
		queryFn: ({ pageParam, signal }) =>
			api.search(
				{
					query: {
						q,
						sort,
						limit: 24,
						kind: kind ?? undefined,
						...filters,
						cursor: pageParam ?? undefined,
					},
				},
				{ signal },
			),
	});
}
