import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import type { Target } from '../../contract/target.ts';

/** Figures of what the account that is logged in has posted, or of one such thing. */
export function myInsightsQuery(api: Client, accountId: number, only?: { target: Target; id: number }) {
	return queryOptions({
		queryKey: ['insights', accountId, only ?? 'all'],
		queryFn: ({ signal }) => api.getMyInsights({ query: { ...only } }, { signal }),
		// What happened meanwhile shows at once.
		staleTime: 0,
	});
}

/** How often the site's pages are opened, and how fast they are. */
export function siteInsightsQuery(api: Client) {
	return queryOptions({
		queryKey: ['insights', 'site'],
		queryFn: ({ signal }) => api.getSiteInsights({}, { signal }),
		staleTime: 0,
	});
}
