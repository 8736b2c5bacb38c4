import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import { type Category, categories } from '../../contract/market-settings/categories.ts';
import { useApi } from '../platform/api.ts';
import { useBrand } from '../platform/brand.ts';

/** Query for the number of public ads by category name. */
export function categoriesQuery(api: Client) {
	return queryOptions({
		queryKey: ['categories'],
		queryFn: async ({ signal }) => {
			const { items } = await api.listCategories({}, { signal });
			return Object.fromEntries(items.map(({ category, ads }) => [category, ads]));
		},
		staleTime: limits.query.gcTime,
	});
}

export interface CategoryWithCount {
	category: Category;
	/** Number of public ads; undefined if the numbers failed to load. */
	ads: number | undefined;
}

/**
 * Returns the categories to browse in the operator's order, or else those with the most ads first. Undefined while the numbers load; in the
 * contract's order without numbers.
 */
export function useBrowsingCategories(): CategoryWithCount[] | undefined {
	const { categories: chosen } = useBrand();
	const { data, isLoading } = useQuery(categoriesQuery(useApi()));
	if (isLoading) return undefined;
	return (chosen ?? categories)
		.map((category) => ({ category, ads: data && (data[category] ?? 0) }))
		.sort((one, other) => (chosen ? 0 : (other.ads ?? 0) - (one.ads ?? 0)));
}
