import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AdFormat } from '../../contract/ads.ts';
import type { Category } from '../../contract/categories.ts';
import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';

/** The orders that results can have, in the words of the page. */
export const sortLabels = {
	best: 'Best match',
	newest: 'Newest',
	cheapest: 'Lowest price',
	dearest: 'Highest price',
} as const;
export type Sort = keyof typeof sortLabels;

/** What is looked for. */
export interface SearchFilter {
	q: string;
	category: Category | null;
	format: AdFormat | null;
	/** Empty for everywhere. */
	place: string;
	/** Kobo. */
	minPrice: number | null;
	maxPrice: number | null;
	sort: Sort;
}

/** Ads, page by page, with the posts and people of the first page. */
export function searchQuery(api: Client, filter: SearchFilter) {
	const { q, category, format, place, minPrice, maxPrice, sort } = filter;
	return infiniteQueryOptions({
		queryKey: ['search', filter],
		enabled: q !== '',
		initialPageParam: null as string | null,
		getNextPageParam: (page: { ads: { next_cursor: string | null } }) => page.ads.next_cursor,
		staleTime: limits.query.keep,
		queryFn: ({ pageParam, signal }) =>
			api.search(
				{
					query: {
						q,
						sort,
						limit: 24,
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
