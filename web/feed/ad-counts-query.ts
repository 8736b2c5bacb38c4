import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { AdFilter } from './ad-filter.ts';

/** Query for the number of ads of each filter option, by `filter value`, within the other filters and the search query `q`. */
export function adCountsQuery(api: Client, filter: AdFilter, q: string) {
	return queryOptions({
		queryKey: ['ad-counts', filter, q],
		staleTime: 60_000,
		queryFn: async ({ signal }) => {
			const query = { ...filter, ...(q && { q }) };
			const { ads, options } = await api.countAds({ query }, { signal });
			return { ads, options: new Map(options.map((option) => [`${option.filter} ${option.value}`, option.ads])) };
		},
	});
}
