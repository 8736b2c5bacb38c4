import { useEffect } from 'react';
import { type MetaDescriptor, useMatches } from 'react-router';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { getMarketCard } from '../../contract/feed/feed.ts';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import { useBrand } from './brand.ts';

export interface PageMetaOptions {
	title: string;
	description?: string;
	/** Path of the canonical URL. */
	path?: string;
	/** Path of the link preview image, which measures 1200 by 630 pixels; the card of the market by default. */
	picture?: string;
	/** Type of the page in terms of Open Graph; 'website' by default. */
	type?: string;
	/** If true, excludes the page from search engines. */
	hidden?: boolean;
}

export type Matches = readonly ({ id: string; loaderData: unknown } | undefined)[];

export function pageMeta(matches: Matches, options: PageMetaOptions): MetaDescriptor[] {
	const { title, description, path, hidden } = options;
	const brand = getBrand(matches);
	const tags: MetaDescriptor[] = [
		{ title: title === brand.name ? `${brand.name} · ${brand.tagline}` : `${title} · ${brand.name}` },
	];
	if (description) tags.push({ name: 'description', content: description });
	if (path !== undefined) {
		tags.push({ tagName: 'link', rel: 'canonical', href: new URL(path, getOrigin(matches)).href });
	}
	if (hidden) tags.push({ name: 'robots', content: 'noindex' });
	// Networks read the document that the server sends, so the browser's scripts do not contain these tags.
	return import.meta.env.SSR ? [...tags, ...buildPreviewTags(matches, options)] : tags;
}

/** Creates the `meta` of a page that search engines leave out and whose title never changes. */
export const hiddenPageMeta =
	(title: string) =>
	({ matches }: { matches: Matches }): MetaDescriptor[] =>
		pageMeta(matches, { title, hidden: true });

/** Builds the tags of a link preview (Open Graph). */
function buildPreviewTags(
	matches: Matches,
	{ title, description, path, picture, type = 'website' }: PageMetaOptions,
): MetaDescriptor[] {
	const { origin, card } = getRootData(matches);
	const image = picture ? { picture, alt: title } : card;
	const properties = {
		'og:title': title,
		...(description && { 'og:description': description }),
		...(path !== undefined && { 'og:url': new URL(path, origin).href }),
		...(image && {
			'og:image': new URL(image.picture, origin).href,
			'og:image:type': 'image/jpeg',
			'og:image:width': '1200',
			'og:image:height': '630',
			'og:image:alt': image.alt,
		}),
		'og:type': type,
		'og:site_name': getBrand(matches).name,
		'og:locale': 'en_NG',
	};
	return [
		...Object.entries(properties).map(([property, content]) => ({ property, content })),
		...(image ? [{ name: 'twitter:card', content: 'summary_large_image' }] : []),
	];
}

/** Sets the document's title once the page has loaded its subject. */
export function useTitle(title: string | undefined) {
	const { name } = useBrand();
	useEffect(() => {
		if (title !== undefined) document.title = `${title} · ${name}`;
	}, [title, name]);
}

/** Returns the origin of the site, from the root loader. */
export function getOrigin(matches: Matches): string {
	return getRootData(matches).origin;
}

/** Returns the market that the document shows, from the root loader. */
export function getBrand(matches: Matches): Brand {
	return getRootData(matches).brand ?? defaultBrand;
}

interface RootData {
	origin: string;
	/** Missing for the market with the default settings, so that its documents stay small. */
	brand?: Brand | undefined;
	/** Link preview image of pages without their own. Undefined in the browser. */
	card?: ResponseOf<typeof getMarketCard> | null | undefined;
}

function getRootData(matches: Matches): RootData {
	const root = matches.find((match) => match?.id === 'root')?.loaderData;
	return (root as RootData | undefined) ?? { origin: 'http://localhost' };
}

export function useOrigin(): string {
	return getOrigin(useMatches());
}
