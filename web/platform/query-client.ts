import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createContext } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { isApiError } from './api-error.ts';
import { createQueryPersister } from './persisted-queries.ts';

/** Milliseconds an answer counts as fresh: going back and forth costs no data. */
const defaultStaleTime = 60_000;

/** The query cache in the browser's loaders. */
export const queryClientContext = createContext<QueryClient>();

/** A query cache in which a first answer is never older than what it was invalidated for. */
export class BrowserQueryClient extends QueryClient {
	/** The library leaves a first answer that is on its way as it is. It is asked anew, and whoever waits for it gets that. */
	override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
		for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
			if (query.state.data !== undefined) continue;
			void query.cancel({ silent: true });
			query.fetch().catch(() => {});
		}
		return super.invalidateQueries(filters, options);
	}
}

/** The browser's query cache, with the specification's defaults. `account` is whoever is logged in. */
export function createBrowserQueryClient(account: () => number | undefined): QueryClient {
	const persistence = createQueryPersister(account);
	// A page that is left gets no further turn.
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
				// Without a network a query fails and says so; it never waits in silence.
				networkMode: 'always',
			},
			mutations: { networkMode: 'always' },
		},
	});
}

/** A cache for one page rendered on the server: asks once and leaves no timer behind. */
export function createServerQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
		},
	});
}

/** Whether a query that has failed `failures` times before is tried again. What the server refused stays refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (isApiError(error) && error.status >= 400 && error.status < 500) return false;
	return failures < limits.query.retries;
}

/** Milliseconds until the next try: doubles from one second, at most `limits.query.longestPause`. */
export function retryDelay(failures: number): number {
	return Math.min(1000 * 2 ** failures, limits.query.maxRetryDelay);
}
