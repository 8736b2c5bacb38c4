import type { AdFormat } from './ads.ts';
import type { PostKind } from './posts.ts';
import { slugify } from './slug.ts';

/** Path of an ad's own page. The id decides; the rest is for people to read. */
export function adPath({ id, format, title }: { id: number; format: AdFormat; title: string }): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugify(title)}`;
}

/** A short way to the page of an ad of either format, for messages: it leads on to `adPath`. */
export function shortAdPath(id: number): string {
	return `/a/${id}`;
}

/** Path of a post's own page. The id decides; the rest of a talk's is for people to read. */
export function postPath({ id, kind, text }: { id: number; kind: PostKind; text: string }): string {
	if (kind === 'tweet') return `/mypromotweet/${id}`;
	if (kind === 'talk') return `/mypromotalk/${id}/${slugify(text)}`;
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
	course: (id: string) => `/share/courses/${id}.jpg`,
};

/** Path of a course's own page. */
export function coursePath(courseId: string): string {
	return `/learning/${courseId}`;
}

/** Path where a learner reads and watches a module, 1 for the first. Without one it leads to the next module not done. */
export function lessonPath(courseId: string, module?: number): string {
	return `/learning/${courseId}/modules${module === undefined ? '' : `/${module}`}`;
}

/** Paths of a certificate: its public page, its PDF, and where one is checked by its code. */
export const certificatePaths = {
	check: '/certificate',
	page: (code: string) => `/certificate/${encodeURIComponent(code)}`,
	pdf: (code: string) => `/certificates/${encodeURIComponent(code)}.pdf`,
};

/** Path where a learner sees how a request stands and pays for it. Its id is a key: nothing but the learner's own mail names it. */
export function enrollmentPath(id: string): string {
	return `/enrollment/${encodeURIComponent(id)}`;
}

/** Path of a decision about somebody's account or what they posted. Its key is told to that person alone, who may be unable to log in. */
export function decisionPath(key: string): string {
	return `/decision/${encodeURIComponent(key)}`;
}

/** Path where somebody who is logged in reads every decision about what they posted or reported. */
export const decisionsPath = '/dashboard/decisions';

/** Path of the page that tells what opens without a network. Its document is the frame of every page: it is kept for when no other comes. */
export const offlinePath = '/offline';

/** Path where the phone hands over what somebody shares with the app, and of the page that asks what becomes of it. */
export const shareTargetPath = '/share-target';
