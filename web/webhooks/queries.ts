import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { cursorPaging } from '../data/list-options.ts';

/** Query for the account's webhooks, or for those of the market. `accountId` is the account that is logged in. */
export function webhooksQuery(api: Client, accountId: number, market: boolean) {
	return queryOptions({
		queryKey: ['webhooks', accountId, market],
		queryFn: ({ signal }) => api.listWebhooks({ query: market ? { market: 'true' } : {} }, { signal }),
	});
}

/** Milliseconds between two looks at a message that is being sent for the first time. */
const pollInterval = 2000;

export function webhookDeliveriesQuery(api: Client, id: number) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: ['webhooks', 'deliveries', id],
		queryFn: ({ pageParam, signal }) =>
			api.listWebhookDeliveries(
				{ params: { id: String(id) }, query: pageParam === null ? {} : { cursor: pageParam } },
				{ signal },
			),
		select: ({ pages }) => pages.flatMap(({ items }) => items),
		staleTime: 0,
		refetchInterval: ({ state: { data } }) =>
			data?.pages[0]?.items.some(({ state, attempts }) => state === 'pending' && attempts === 0) ? pollInterval : false,
	});
}
