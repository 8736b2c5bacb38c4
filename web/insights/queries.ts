import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import type { Target } from '../../contract/target.ts';

/** Stats of the session's ads and posts, or of one of them. */
export function myInsightsQuery(api: Client, accountId: number, only?: { target: Target; id: number }) {
	return queryOptions({
		queryKey: ['insights', accountId, only ?? 'all'],
		queryFn: ({ signal }) => api.getMyInsights({ query: { ...only } }, { signal }),
		// Always refetch: stats change all the time.
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
