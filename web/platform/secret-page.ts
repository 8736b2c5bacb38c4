import type { MetaDescriptor } from 'react-router';
import { type Matches, pageMeta } from './page-meta.ts';

/** Headers of a page whose address contains a secret. No cache may store the page, and no other site may learn the address. */
export function secretPageHeaders() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

/** Meta tags of a page whose address contains a secret. Search engines leave it out, and no other site may learn the address. */
export function secretPageMeta(matches: Matches, title: string): MetaDescriptor[] {
	return [...pageMeta(matches, { title, hidden: true }), { name: 'referrer', content: 'no-referrer' }];
}
