import type { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Route } from './route.ts';
import type { ValidatedInput } from './validate-input.ts';

/** Limits of the remembered URLs of each cached route. */
const [maxRememberedUrls, maxRememberedUrl] = [10_000, 200];

/** Cached responses of one route. */
export interface RouteCache {
	/** Returns the cache key of a call; null if its response is not cached. */
	toKey(input: ValidatedInput): string | null;
	/** Returns the cached response of a URL whose call was validated before. */
	findByUrl(url: string): CachedResponse | undefined;
	/** Returns the cached response of a validated call, and remembers that the URL means this call. */
	find(key: string, url: string): CachedResponse | undefined;
	/** Returns the cached response of a call, or builds and caches it. */
	getOrBuild(key: string | null, build: () => Promise<CachedResponse>): Promise<CachedResponse>;
}

/** Creates the cache of a route; null if its responses are not cached. */
export function createRouteCache({ endpoint, options }: Route, responses: ResponseCache): RouteCache | null {
	const { cache } = options;
	if (!cache) return null;
	/** Cache keys of validated calls by URL, so that the same call is not validated again. Only calls that got a cached response are in it. */
	const keysByUrl = new Map<string, string>();

	function rememberKey(url: string, key: string): void {
		if (url.length > maxRememberedUrl) return;
		if (keysByUrl.size >= maxRememberedUrls) keysByUrl.clear();
		keysByUrl.set(url, key);
	}

	return {
		toKey({ params, query }) {
			const part = cache.key ? cache.key({ params, query } as never) : JSON.stringify([params, query]);
			return part === null ? null : `${endpoint.name} ${part}`;
		},
		findByUrl(url) {
			const key = keysByUrl.get(url);
			return key === undefined ? undefined : responses.get(key);
		},
		find(key, url) {
			const cached = responses.get(key);
			if (cached) rememberKey(url, key);
			return cached;
		},
		getOrBuild: (key, build) => (key === null ? build() : responses.getOrBuild(key, cache.ttl, build)),
	};
}
