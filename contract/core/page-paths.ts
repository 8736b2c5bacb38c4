import type { AdFormat } from '../ads/ads.ts';
import type { PostKind } from '../posts/posts.ts';
import { slugify } from './slug.ts';

/** Path of an ad's page. Only the id selects the ad; the slug is for readers. */
export function adPath({ id, format, title }: { id: number; format: AdFormat; title: string }): string {
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${id}/${slugify(title)}`;
}

/** Short path of an ad, for messages. The server redirects it to `adPath`. */
export function shortAdPath(id: number): string {
	return `/a/${id}`;
}

/** Path of a post's page. Only the id selects the post; the slug of a talk is for readers. */
export function postPath({ id, kind, text }: { id: number; kind: PostKind; text: string }): string {
	if (kind === 'tweet') return `/mypromotweet/${id}`;
	if (kind === 'talk') return `/mypromotalk/${id}/${slugify(text)}`;
	return `/picture/${id}`;
}

/**
 * Path of the link that opens a WhatsApp chat with a seller or shows the number to call, within the budget of reveals. `subject` is the id
 * of an ad, or the user name of a seller. `words` are what the buyer says in the chat.
 */
export function contactLinkPath(subject: number | string, channel: 'whatsapp' | 'call', words?: string): string {
	const segment = typeof subject === 'number' ? subject : `@${encodeURIComponent(subject)}`;
	return `/contact/${segment}/${channel}${words === undefined ? '' : `?words=${encodeURIComponent(words.toWellFormed())}`}`;
}

export function profilePath(userName: string): string {
	return `/profile/user/${encodeURIComponent(userName)}`;
}

/** Path of the list of what a seller has for sale. */
export function sellerShopPath(userName: string): string {
	return `${profilePath(userName)}/shop`;
}

/** Path of the list of a seller's reviews. */
export function sellerReviewsPath(userName: string): string {
	return `${profilePath(userName)}/reviews`;
}

/** Paths of the pages with an account's webhooks, and with those of the market. */
export const webhooksPath = '/dashboard/webhooks';
export const marketWebhooksPath = '/dashboard/admin/webhooks';

/** Paths of link preview pictures (Open Graph), 1200 × 630 pixels. */
export const sharePicturePaths = {
	ad: (id: number) => `/share/ads/${id}.jpg`,
	post: (id: number) => `/share/posts/${id}.jpg`,
	person: (userName: string) => `/share/people/${encodeURIComponent(userName)}.jpg`,
	course: (id: string) => `/share/courses/${id}.jpg`,
};

/** Path of the link preview picture of the course catalogue. */
export const cataloguePicturePath = '/share/courses/all.jpg';

/** Path of the link preview picture of the market or a category. `version` is a hash of what it shows. */
export function marketPicturePath(name: string, version: string): string {
	return `/share/market/${name}.jpg?v=${version}`;
}

/** Path of an ad's card for WhatsApp Status, 1080 × 1920 pixels. 404 for an ad without a picture. */
export function statusCardPath(id: number): string {
	return `/share/status/${id}.jpg`;
}

export function coursePath(courseId: string): string {
	return `/learning/${courseId}`;
}

/** Path of a module's lesson page. Modules start at 1. Without a module, the page opens the first module not completed. */
export function lessonPath(courseId: string, module?: number): string {
	return `/learning/${courseId}/modules${module === undefined ? '' : `/${module}`}`;
}

/** Paths of the certificate verification form, a certificate's page, and its PDF. */
export const certificatePaths = {
	check: '/certificate',
	page: (code: string) => `/certificate/${encodeURIComponent(code)}`,
	pdf: (code: string) => `/certificates/${encodeURIComponent(code)}.pdf`,
};

/** Path of an enrollment's status and payment page. The id grants access, so put the path only in the learner's own mail. */
export function enrollmentPath(id: string): string {
	return `/enrollment/${encodeURIComponent(id)}`;
}

/** Path of a moderation decision's page. The key grants access, because the recipient may be unable to log in. */
export function moderationDecisionPath(key: string): string {
	return `/decision/${encodeURIComponent(key)}`;
}

/** Path of the form for legal requests. */
export const legalRequestsPath = '/legal-request';

/** Path of a legal request's page. The tracking code grants access to its state and answer. */
export function legalRequestPath(code: string): string {
	return `${legalRequestsPath}/${encodeURIComponent(code)}`;
}

/** Path of the list of decisions about the user's own content and reports. */
export const moderationDecisionsPath = '/dashboard/decisions';

/** Path of the page on which owners verify their phone number and business. */
export const verificationPath = '/dashboard/verification';

/** Path of the list of the user's saved searches. */
export const savedSearchesPath = '/dashboard/saved-searches';

/** Path of a saved search's page, which shows its new ads first. */
export function savedSearchPath(id: number): string {
	return `${savedSearchesPath}/${id}`;
}

/** Path of the page on which users change their password. */
export const changePasswordPath = '/dashboard/password';

/** Path of the offline page. Without a network, the service worker serves the offline page's document for every navigation. */
export const offlinePath = '/offline';

/** Path to which other apps share content (Web Share Target). The page at this path asks what to post. */
export const shareTargetPath = '/share-target';

/** Page of the link that restores the former email address. */
export const undoEmailPath = '/undo-email';

/** Page of the link that restores former numbers. */
export const undoNumbersPath = '/undo-numbers';
