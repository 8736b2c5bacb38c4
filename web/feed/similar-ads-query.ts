import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';

/** Query for ads of other sellers that are like an ad, most similar first. */
export function similarAdsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['similar-ads', id],
		queryFn: async ({ signal }) => (await api.listSimilarAds({ params: { id: String(id) } }, { signal })).items,
		staleTime: limits.query.gcTime,
	});
}
