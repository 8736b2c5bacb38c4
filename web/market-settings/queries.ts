import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { LegalDocumentName } from '../../contract/market-settings/market-settings.ts';

/** Query for the settings of the market. It loads again only on request, because a new version would hide a conflict from an open form. */
export function marketSettingsQuery(api: Client) {
	return queryOptions({
		queryKey: ['market settings'],
		queryFn: ({ signal }) => api.getMarketSettings({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}

/** Query for the operator's own terms or privacy page. */
export function legalDocumentQuery(api: Client, document: LegalDocumentName) {
	return queryOptions({
		queryKey: ['legal', document],
		queryFn: ({ signal }) => api.getLegalDocument({ params: { document } }, { signal }),
	});
}
