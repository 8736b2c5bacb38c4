import type { AdFormat } from './ads.ts';
import type { PostKind } from './posts.ts';
import { slugify } from './slug.ts';

/** Ad page. Only the id selects the ad; the slug is for readers. */
export function adPath({ id, format, title }: { id: number; format: AdFormat; title: string }): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugify(title)}`;
}

/** Short URL of an ad of either format, for messages. It redirects to `adPath`. */
export function shortAdPath(id: number): string {
	return `/a/${id}`;
}

/** Post page. Only the id selects the post; the slug of a talk is for readers. */
export function postPath({ id, kind, text }: { id: number; kind: PostKind; text: string }): string {
	if (kind === 'tweet') return `/mypromotweet/${id}`;
	if (kind === 'talk') return `/mypromotalk/${id}/${slugify(text)}`;
	return `/picture/${id}`;
}

export function profilePath(userName: string): string {
	return `/profile/user/${encodeURIComponent(userName)}`;
}

/** Link preview pictures (Open Graph), 1200 × 630 pixels. */
export const sharePicturePaths = {
	ad: (id: number) => `/share/ads/${id}.jpg`,
	post: (id: number) => `/share/posts/${id}.jpg`,
	person: (userName: string) => `/share/people/${encodeURIComponent(userName)}.jpg`,
	course: (id: string) => `/share/courses/${id}.jpg`,
};

export function coursePath(courseId: string): string {
	return `/learning/${courseId}`;
}

/** Lesson page of a module, starting at 1. Without a module it opens the first one not completed. */
export function lessonPath(courseId: string, module?: number): string {
	return `/learning/${courseId}/modules${module === undefined ? '' : `/${module}`}`;
}

/** Certificate verification form, public page and PDF. */
export const certificatePaths = {
	check: '/certificate',
	page: (code: string) => `/certificate/${encodeURIComponent(code)}`,
	pdf: (code: string) => `/certificates/${encodeURIComponent(code)}.pdf`,
};

/** Enrollment status and payment page. The id grants access: put it only in the learner's own mail. */
export function enrollmentPath(id: string): string {
	return `/enrollment/${encodeURIComponent(id)}`;
}

/** Decision page. The key grants access, because its recipient may be unable to log in. */
export function decisionPath(key: string): string {
	return `/decision/${encodeURIComponent(key)}`;
}

/** List of decisions about the user's own content and reports. */
export const decisionsPath = '/dashboard/decisions';

/** Page that lists what is available offline. The service worker serves its document as the app shell for navigations without a network. */
export const offlinePath = '/offline';

/** Web Share Target of the app, and the page that asks what to post. */
export const shareTargetPath = '/share-target';
