import { shareTargetPath } from '../../../contract/page-paths.ts';

/** What the worker looks at of a request. */
export interface Asked {
	method: string;
	url: string;
	mode: string;
	destination: string;
	/** Whether only a part is asked for. */
	partly: boolean;
}

/**
 * How the worker answers a request: with a page from the network, else with the kept frame of all pages; with a part of the app, which never
 * changes; with a picture from the network, else as it was kept; by taking in what is shared. Null: not at all, as with every call of
 * the API and every video.
 */
export type Way = 'page' | 'asset' | 'picture' | 'shared' | null;

/** Addresses that are no pages of the app, however they are opened. */
const notPages =
	/^\/(api|assets|media|share|certificates|health|metrics|v1_1|videotest|sellerstories)(\/|$)|\.[a-z0-9]+$/i;

/** Decides by the request alone. `origin` is our own. */
export function wayOf({ method, url, mode, destination, partly }: Asked, origin: string): Way {
	const { origin: asked, pathname } = new URL(url);
	if (asked !== origin) return null;
	if (method === 'POST') return mode === 'navigate' && pathname === shareTargetPath ? 'shared' : null;
	if (method !== 'GET' || partly) return null;
	if (mode === 'navigate') return notPages.test(pathname) ? null : 'page';
	if (pathname.startsWith('/assets/')) return 'asset';
	return destination === 'image' && pathname.startsWith('/media/') ? 'picture' : null;
}

/** Milliseconds a page may take to begin before the kept frame opens: the network then only has to bring what is new. */
export const pagePatience = 5_000;

/** Parts of the app that are kept, which is more than one version has. */
export const mostAssets = 400;

/** Pictures that are kept, and the bytes of the largest: 10 MB in all at most. */
export const mostPictures = 160;
export const largestPicture = 65_536;

/** Whether a picture may be kept: one that everybody may see, in the size of a list. */
export function isKeptPicture({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
	const bytes = Number(headers.get('content-length') ?? Number.NaN);
	const forAll = /\bpublic\b/.test(headers.get('cache-control') ?? '');
	return status === 200 && type === 'basic' && forAll && bytes <= largestPicture;
}

/** Those that leave so that `most` stay; they came in this order. */
export function leaving<T>(kept: readonly T[], most: number): T[] {
	return kept.slice(0, Math.max(0, kept.length - most));
}

/** The parts of the app that a document names, each once. */
export function assetsIn(html: string): string[] {
	return [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
}
