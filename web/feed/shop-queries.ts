import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { Category } from '../../contract/market-settings/categories.ts';
import { dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';
import { pageSize } from './queries.ts';

/** Number of ads that the front page of a shop shows. It fills the rows of two and of three columns. */
const frontPageSize = 6;

/** Words and category of a list of what a seller has for sale. */
export interface ShopFilter {
	/** '' lists all. */
	q: string;
	category: Category | undefined;
}

/** Query for what a seller has for sale. */
export function shopAdsQuery(api: Client, userName: string, { q, category }: ShopFilter) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['shop', userName, { q, category }],
		queryFn: ({ pageParam, signal }) =>
			api.listUserAds(
				{
					params: { user_name: userName },
					query: { limit: pageSize, category, ...(q && { q }), cursor: pageParam ?? undefined },
				},
				{ signal },
			),
		select: dedupePagesById,
	});
}

/** Query for the first ads of a shop. */
export function shopFrontQuery(api: Client, userName: string) {
	return queryOptions({
		queryKey: ['shop-front', userName],
		staleTime: longListOptions.staleTime,
		queryFn: async ({ signal }) => {
			const input = { params: { user_name: userName }, query: { limit: frontPageSize } };
			return (await api.listUserAds(input, { signal })).items;
		},
	});
}

/** Query for the number of ads for sale, by category, and of sold ads. With words, it counts only ads for sale that match. */
export function shopCountsQuery(api: Client, userName: string, q = '') {
	return queryOptions({
		queryKey: ['shop-counts', userName, q],
		queryFn: ({ signal }) =>
			api.countUserAds({ params: { user_name: userName }, query: { ...(q && { q }) } }, { signal }),
	});
}
