import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';

/** Query for the ads with these ids, in their order. Omits ads that no longer exist. */
export function recentAdsQuery(api: Client, ids: readonly number[]) {
	return queryOptions({
		queryKey: ['recent-ads', ids],
		queryFn: async ({ signal }) => (await api.listAdsById({ query: { ids: ids.join(',') } }, { signal })).items,
		staleTime: limits.query.gcTime,
		placeholderData: keepPreviousData,
	});
}
