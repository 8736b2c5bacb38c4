import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';

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
