import { shareTargetPath } from '../../../contract/page-paths.ts';

/** What the worker looks at of a request. */
export interface FetchInfo {
	method: string;
	url: string;
	mode: string;
	destination: string;
	/** Whether only a part is asked for. */
	isRange: boolean;
}

/**
 * How the worker answers a request: with a page from the network, else with the kept frame of all pages; with a part of the app, which never
 * changes; with a picture from the network, else as it was kept; by taking in what is shared. Null: not at all, as with every call of
 * the API and every video.
 */
export type FetchStrategy = 'page' | 'asset' | 'picture' | 'shared' | null;

/** Addresses that are no pages of the app, however they are opened. */
const nonPagePaths =
	/^\/(api|assets|media|share|certificates|health|metrics|v1_1|videotest|sellerstories)(\/|$)|\.[a-z0-9]+$/i;

/** Decides by the request alone. `origin` is our own. */
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

/** Milliseconds a page may take to begin before the kept frame opens: the network then only has to bring what is new. */
export const pageTimeout = 5_000;

/** Parts of the app that are kept, which is more than one version has. */
export const maxAssets = 400;

/** Pictures that are kept, and the bytes of the largest: 10 MB in all at most. */
export const maxPictures = 160;
export const maxPictureBytes = 65_536;

/** Whether a picture may be kept: one that everybody may see, in the size of a list. */
export function isCacheablePicture({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
	const bytes = Number(headers.get('content-length') ?? Number.NaN);
	const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '');
	return status === 200 && type === 'basic' && isPublic && bytes <= maxPictureBytes;
}

/** Those that leave so that `most` stay; they came in this order. */
export function listEvicted<T>(entries: readonly T[], max: number): T[] {
	return entries.slice(0, Math.max(0, entries.length - max));
}

/** The parts of the app that a document names, each once. */
export function findAssetPaths(html: string): string[] {
	return [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
}
