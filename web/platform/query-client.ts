import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { isApiError } from './api-error.ts';
import { createQueryPersister } from './persisted-queries.ts';

/** Milliseconds until data is stale: within this time, navigating back and forth costs no data. */
const defaultStaleTime = 60_000;

/** The query client for loaders in the browser. */
export const queryClientContext = createContext<QueryClient>();

/** A query client that restarts first fetches on invalidation. */
export class BrowserQueryClient extends QueryClient {
	/**
	 * TanStack Query does not refetch a query whose first fetch is running. This restarts it; waiting callers get the
	 * new data.
	 */
	override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
		for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
			if (query.state.data !== undefined) continue;
			void query.cancel({ silent: true });
			query.fetch().catch(() => {});
		}
		return super.invalidateQueries(filters, options);
	}
}

/** Creates the browser's query client with the specification's defaults. `account` returns the logged-in account's id. */
export function createBrowserQueryClient(account: () => number | undefined): QueryClient {
	const persistence = createQueryPersister(account);
	// A closing page has no later chance to write.
	addEventListener('pagehide', persistence.write);
	return new BrowserQueryClient({
		queryCache: persistence.cache,
		defaultOptions: {
			queries: {
				persister: persistence.answer,
				staleTime: defaultStaleTime,
				gcTime: limits.query.gcTime,
				retry: shouldRetry,
				retryDelay,
				refetchOnWindowFocus: false,
				// Without a network, fail instead of pausing silently.
				networkMode: 'always',
			},
			mutations: { networkMode: 'always' },
		},
	});
}

/** Creates a query client for one page rendered on the server: it fetches once and leaves no timer. */
export function createServerQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
		},
	});
}

/** Whether to retry a query after `failures` earlier failures. Client errors (4xx) are final. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (isApiError(error) && error.status >= 400 && error.status < 500) return false;
	return failures < limits.query.retries;
}

/** Milliseconds until the next try: doubles from one second up to `limits.query.maxRetryDelay`. */
export function retryDelay(failures: number): number {
	return Math.min(1000 * 2 ** failures, limits.query.maxRetryDelay);
}
