import type { AdFormat } from './ads.ts';
import type { PostKind } from './posts.ts';
import { slugOf } from './slug.ts';

/** Path of an ad's own page. The id decides; the rest is for people to read. */
export function adPath({ id, format, title }: { id: number; format: AdFormat; title: string }): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugOf(title)}`;
}

/** A short way to the page of an ad of either format, for messages: it leads on to `adPath`. */
export function shortAdPath(id: number): string {
	return `/a/${id}`;
}

/** Path of a post's own page. The id decides; the rest of a talk's is for people to read. */
export function postPath({ id, kind, text }: { id: number; kind: PostKind; text: string }): string {
	if (kind === 'tweet') return `/mypromotweet/${id}`;
	if (kind === 'talk') return `/mypromotalk/${id}/${slugOf(text)}`;
	return `/picture/${id}`;
}

/** Path of a person's public profile. */
export function profilePath(userName: string): string {
	return `/profile/user/${encodeURIComponent(userName)}`;
}

/** Pictures for the links of a page, 1200 by 630 pixels. */
export const sharePicturePaths = {
	ad: (id: number) => `/share/ads/${id}.jpg`,
	post: (id: number) => `/share/posts/${id}.jpg`,
	person: (userName: string) => `/share/people/${encodeURIComponent(userName)}.jpg`,
};
