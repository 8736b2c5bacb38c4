import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Category, categories } from '../../contract/categories.ts';
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

/** What is looked for, as it stands in the address. */
export interface SearchFilter {
	q: string;
	category: Category | null;
	sort: Sort;
}

/** Reads an address forgivingly: what it does not understand is left away. */
export function searchIn(params: URLSearchParams): SearchFilter {
	const sort = params.get('sort') ?? '';
	return {
		q: (params.get('q') ?? '').trim().slice(0, limits.search),
		category: categories.find((category) => category === params.get('category')) ?? null,
		sort: sort in sortLabels ? (sort as Sort) : 'best',
	};
}

/** Ads, page by page, with the posts and people of the first page. */
export function searchQuery(api: Client, { q, category, sort }: SearchFilter) {
	return infiniteQueryOptions({
		queryKey: ['search', q, category, sort],
		enabled: q !== '',
		initialPageParam: null as string | null,
		getNextPageParam: (page: { ads: { next_cursor: string | null } }) => page.ads.next_cursor,
		staleTime: limits.query.keep,
		queryFn: ({ pageParam, signal }) =>
			api.search(
				{ query: { q, sort, limit: 24, category: category ?? undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
	});
}
