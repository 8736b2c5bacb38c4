import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext } from 'react-router';
import * as limits from '../../contract/core/limits.ts';
import { isApiError } from './api-error.ts';
import { createQueryPersister } from './persisted-queries.ts';

/** Milliseconds until query data is stale. Within this time, navigating back and forth transfers no data. */
const defaultStaleTime = 60_000;

/** Context key of the query client for loaders in the browser. */
export const queryClientRouterContext = createContext<QueryClient>();

/** Query client that restarts a running first fetch on invalidation. */
export class BrowserQueryClient extends QueryClient {
	/** Restarts the running first fetch of a query, which TanStack Query would not refetch. Waiting callers get the new data. */
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
	// Persisted queries are written on `pagehide`, because a closing page has no later chance.
	addEventListener('pagehide', persistence.write);
	return new BrowserQueryClient({
		queryCache: persistence.cache,
		defaultOptions: {
			queries: {
				persister: persistence.persister,
				staleTime: defaultStaleTime,
				gcTime: limits.query.gcTime,
				retry: shouldRetry,
				retryDelay,
				refetchOnWindowFocus: false,
				// Without a network, requests fail instead of pausing silently.
				networkMode: 'always',
			},
			mutations: { networkMode: 'always' },
		},
	});
}

/** Creates a query client for one page rendered on the server. It fetches each query once and leaves no timer running. */
export function createServerQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
		},
	});
}

/** Returns whether to retry a query after `failures` earlier failures. Client errors (4xx) are final. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (isApiError(error) && error.status >= 400 && error.status < 500) return false;
	return failures < limits.query.retries;
}

/** Returns the milliseconds until the next try. The delay doubles from one second up to `limits.query.maxRetryDelay`. */
export function retryDelay(failures: number): number {
	return Math.min(1000 * 2 ** failures, limits.query.maxRetryDelay);
}
