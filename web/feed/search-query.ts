import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AdFormat } from '../../contract/ads.ts';
import type { Category } from '../../contract/categories.ts';
import type { Client } from '../../contract/client.ts';
import type { SearchKind, searchSorts } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';

export type Sort = (typeof searchSorts)[number];

/** Words and filters of a search. The fields after `kind` filter only ads. */
export interface SearchFilter {
	q: string;
	/** Kind of results; null for all kinds. */
	kind: SearchKind | null;
	category: Category | null;
	format: AdFormat | null;
	/** Place of the ads; empty for all places. */
	place: string;
	/** Lowest price in kobo. */
	minPrice: number | null;
	maxPrice: number | null;
	sort: Sort;
}

export type SearchResults = Awaited<ReturnType<Client['search']>>;

/** Query for search results. Without a kind, only the ads are paged, and the first page also contains posts and people. */
export function searchQuery(api: Client, filter: SearchFilter) {
	const { q, kind, category, format, place, minPrice, maxPrice, sort } = filter;
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
						category: category ?? undefined,
						format: format ?? undefined,
						place: place || undefined,
						min_price: minPrice ?? undefined,
						max_price: maxPrice ?? undefined,
						cursor: pageParam ?? undefined,
					},
				},
				{ signal },
			),
	});
}
