import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { ContentTarget } from '../../contract/core/target.ts';

/** Query for stats of all ads and posts of the logged-in account, or of the ad or post in `only`. */
export function myInsightsQuery(api: Client, accountId: number, only?: { target: ContentTarget; id: number }) {
	return queryOptions({
		queryKey: ['insights', accountId, only ?? 'all'],
		queryFn: ({ signal }) => api.getMyInsights({ query: { ...only } }, { signal }),
		// Stats change all the time, so they are always stale.
		staleTime: 0,
	});
}

export function siteInsightsQuery(api: Client) {
	return queryOptions({
		queryKey: ['insights', 'site'],
		queryFn: ({ signal }) => api.getSiteInsights({}, { signal }),
		staleTime: 0,
	});
}
