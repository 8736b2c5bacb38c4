import { useEffect } from 'react';
import { type MetaDescriptor, useMatches } from 'react-router';
import { brand } from '../../contract/brand.ts';

export interface PageMetaOptions {
	title: string;
	description?: string;
	/** Path of the canonical URL. */
	path?: string;
	/** Path of the link preview image, which measures 1200 by 630 pixels. */
	picture?: string;
	/** If true, excludes the page from search engines. */
	hidden?: boolean;
}

type Matches = readonly ({ id: string; loaderData: unknown } | undefined)[];

export function pageMeta(
	matches: Matches,
	{ title, description, path, picture, hidden }: PageMetaOptions,
): MetaDescriptor[] {
	const origin = getOrigin(matches);
	const full = title === brand.name ? `${brand.name} · ${brand.tagline}` : buildFullTitle(title);
	const tags: MetaDescriptor[] = [{ title: full }, { property: 'og:title', content: title }];
	if (description) {
		tags.push({ name: 'description', content: description }, { property: 'og:description', content: description });
	}
	if (path !== undefined) {
		const address = new URL(path, origin).href;
		tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address });
	}
	if (picture) {
		tags.push(
			{ property: 'og:image', content: new URL(picture, origin).href },
			{ property: 'og:image:type', content: 'image/jpeg' },
			{ property: 'og:image:width', content: '1200' },
			{ property: 'og:image:height', content: '630' },
			{ property: 'og:image:alt', content: title },
		);
	}
	tags.push({ property: 'og:site_name', content: brand.name });
	tags.push({ name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' });
	if (hidden) tags.push({ name: 'robots', content: 'noindex' });
	return tags;
}

function buildFullTitle(title: string): string {
	return `${title} · ${brand.name}`;
}

/** Sets the document's title once the page has loaded its subject. */
export function useTitle(title: string | undefined) {
	useEffect(() => {
		if (title !== undefined) document.title = buildFullTitle(title);
	}, [title]);
}

/** Returns the origin of the site, from the root loader. */
export function getOrigin(matches: Matches): string {
	const root = matches.find((match) => match?.id === 'root')?.loaderData;
	return typeof root === 'object' && root !== null && 'origin' in root ? String(root.origin) : 'http://localhost';
}

export function useOrigin(): string {
	return getOrigin(useMatches());
}
