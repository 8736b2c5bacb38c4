import type { MetaDescriptor } from 'react-router';
import { type Matches, pageMeta } from './page-meta.ts';

/** `clientLoader` of a page that only the browser renders. */
export function clientOnlyLoader() {
	return null;
}
clientOnlyLoader.hydrate = true as const;

/** Headers of a page whose address contains a secret. No cache may store the page, and no other site may learn the address. */
export function secretPageHeaders() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

/** Creates the `meta` of a page whose address contains a secret. Search engines leave it out, and no other site may learn the address. */
export const secretPageMeta =
	(title: string) =>
	({ matches }: { matches: Matches }): MetaDescriptor[] => [
		...pageMeta(matches, { title, hidden: true }),
		{ name: 'referrer', content: 'no-referrer' },
	];
