import { slugify } from '../core/slug.ts';

/** Formats of a feed: Atom (RFC 4287) and JSON Feed 1. Each is the extension of the feed's path. */
export const feedFormats = ['atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** Media types of the feed formats. */
export const feedMediaTypes = { atom: 'application/atom+xml', json: 'application/feed+json' } as const;

/** Paths of the feeds, without the extension. */
export const feedPaths = {
	market: '/feeds/market',
	category: (category: string) => `/feeds/categories/${slugify(category)}`,
	seller: (userName: string) => `/feeds/sellers/${encodeURIComponent(userName)}`,
	courses: '/feeds/courses',
};

/** Path of the oEmbed endpoint. */
export const oembedPath = '/oembed';

/** Media types of the discovery links by the oEmbed format. */
export const oembedMediaTypes = { json: 'application/json+oembed', xml: 'text/xml+oembed' } as const;

/** Path of an ad's page for a frame on any site: a card, or a player for a video. */
export function adEmbedPath(id: number): string {
	return `/embed/ads/${id}`;
}

/** Returns the id of the ad whose page, or short link, has this path. Null if it is another page. */
export function parseAdPath(path: string): number | null {
	const [, id] = /^\/(?:feed|sellervideos|a)\/([1-9]\d{0,14})(?:\/|$)/.exec(path) ?? [];
	return id === undefined ? null : Number(id);
}

/** Width of an embed, and its height without knowledge of its picture, in pixels. */
export const embedSize = { width: 480, height: 600 } as const;

/** Returns the HTML that shows an ad on another site. `origin` is the origin of this site. */
export function buildEmbedCode(
	ad: { id: number; title: string },
	origin: string,
	{ width, height }: { width: number; height: number } = embedSize,
): string {
	const title = ad.title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	const src = new URL(adEmbedPath(ad.id), origin).href;
	return `<iframe src="${src}" width="${width}" height="${height}" title="${title}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
}
