import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { dedupePagesById } from '../data/items.ts';
import { cursorPaging } from '../data/list-options.ts';

/** Milliseconds between polls while the ads of an import are being deleted. */
const pollInterval = 3000;

const importsKey = ['imports'] as const;

/** Infinite query for the account's imports, newest first. */
export function importsQuery(api: Client, accountId: number) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: [...importsKey, accountId],
		queryFn: ({ pageParam, signal }) =>
			api.listImports({ query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
		select: dedupePagesById,
		staleTime: 0,
		refetchInterval: ({ state }) =>
			state.data?.pages.some(({ items }) => items.some((one) => one.state === 'undoing')) ? pollInterval : false,
	});
}
