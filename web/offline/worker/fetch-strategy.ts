import { shareTargetPath } from '../../../contract/core/page-paths.ts';

export interface FetchInfo {
	method: string;
	url: string;
	mode: string;
	destination: string;
	/** True if the request has a `Range` header. */
	isRange: boolean;
}

/**
 * Strategy by which the service worker responds to a request:
 * - 'page': from the network, else, also after `pageTimeout`, with the cached app shell.
 * - 'asset': from the cache, else from the network, because assets never change.
 * - 'picture': from the network, else from the cache.
 * - 'shared': stores the content shared from another app.
 * - null: leaves the request to the browser, such as API calls and videos.
 */
export type FetchStrategy = 'page' | 'asset' | 'picture' | 'shared' | null;

const nonPagePaths =
	/^\/(api|assets|media|share|certificates|embed|oembed|health|metrics|v1_1|videotest|sellerstories)(\/|$)|^\/contact\/[^/]+\/\w+$|\.[a-z0-9]+$/i;

/** Chooses the fetch strategy for a request. `origin` is the app's own origin. */
export function getFetchStrategy(
	{ method, url, mode, destination, isRange }: FetchInfo,
	origin: string,
): FetchStrategy {
	const { origin: requestOrigin, pathname } = new URL(url);
	if (requestOrigin !== origin) return null;
	if (method === 'POST') return mode === 'navigate' && pathname === shareTargetPath ? 'shared' : null;
	if (method !== 'GET' || isRange) return null;
	if (mode === 'navigate') return nonPagePaths.test(pathname) ? null : 'page';
	if (pathname.startsWith('/assets/')) return 'asset';
	return destination === 'image' && pathname.startsWith('/media/') ? 'picture' : null;
}

/** Milliseconds to wait for a page until the app shell opens instead. After that, only the page's data must be loaded. */
export const pageTimeout = 5_000;

/** Maximum number of cached assets. One version of the app has fewer. */
export const maxAssets = 400;

/** Maximum number of cached pictures. With `maxPictureBytes`, the largest size of one picture, this limits the cache to about 10 MB. */
export const maxPictures = 160;
export const maxPictureBytes = 65_536;

/** Returns whether a picture may be cached: it must be public and as small as a picture in a list. */
export function isCacheablePicture({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
	const bytes = Number(headers.get('content-length') ?? Number.NaN);
	const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '');
	return status === 200 && type === 'basic' && isPublic && bytes <= maxPictureBytes;
}

/** Returns the oldest cache entries, so that `max` entries stay after their eviction. The entries must be in order of insertion. */
export function listEvictedEntries<T>(entries: readonly T[], max: number): T[] {
	return entries.slice(0, Math.max(0, entries.length - max));
}

/** Returns the asset paths that an HTML document references, without duplicates. */
export function findAssetPaths(html: string): string[] {
	return [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
}
