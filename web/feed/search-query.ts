import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AdFormat } from '../../contract/ads.ts';
import type { Category } from '../../contract/categories.ts';
import type { Client } from '../../contract/client.ts';
import type { SearchKind, searchSorts } from '../../contract/feed.ts';
import { limits } from '../../contract/limits.ts';

/** An order that results can have. */
export type Sort = (typeof searchSorts)[number];

/** What is looked for. What follows the kind is asked of ads alone. */
export interface SearchFilter {
	q: string;
	/** Null for everything. */
	kind: SearchKind | null;
	category: Category | null;
	format: AdFormat | null;
	/** Empty for everywhere. */
	place: string;
	/** Kobo. */
	minPrice: number | null;
	maxPrice: number | null;
	sort: Sort;
}

/** A page of what is found. */
export type SearchResults = Awaited<ReturnType<Client['search']>>;

/** Everything: ads, page by page, with the posts and people of the first page; or one kind, page by page. */
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
