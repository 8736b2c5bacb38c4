import type { MetaDescriptor } from 'react-router';
import { feedFormats, feedMediaTypes, oembedMediaTypes, oembedPath } from '../../contract/syndication/syndication.ts';

// Feed readers and crawlers read the document that the server sends. So only the loaders of the server call these functions, and the scripts
// of the browser do not contain them. Pages take the links from `loaderData`, so that React removes them at the next navigation.

/** Returns the links to a page's feed. `path` has no extension. */
export function feedLinks(origin: string, path: string, title: string): MetaDescriptor[] {
	return feedFormats.map((format) => {
		const href = new URL(`${path}.${format}`, origin).href;
		return { tagName: 'link', rel: 'alternate', type: feedMediaTypes[format], title, href };
	});
}

/** Returns the links by which oEmbed consumers find the embed of a page. */
export function oembedLinks(origin: string, path: string, title: string): MetaDescriptor[] {
	const url = new URL(path, origin).href;
	return (['json', 'xml'] as const).map((format) => {
		const href = new URL(`${oembedPath}?${new URLSearchParams({ url, format })}`, origin).href;
		return { tagName: 'link', rel: 'alternate', type: oembedMediaTypes[format], title, href };
	});
}
