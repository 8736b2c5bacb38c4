import type { Person } from '../../contract/accounts/accounts.ts';
import { formatNaira } from '../../contract/core/money.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import type { NotificationKind } from '../../contract/notifications/notifications.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import type { VerificationOutcome } from '../verification/index.ts';

/** Data for the text and link of a notification. */
export interface NotificationSubject {
	/** Path of the page to open. */
	path: string;
	/** Key of the event, so that a repeated job does not count the event twice. */
	event: string;
	/** An ad or post of another account than the recipient's. The notification is shown only while the ad or post is visible. */
	seen?: { target: ContentTarget; id: number };
	/** Ids of the comments that caused the notification, latest first. The notification is not pushed if none of them is visible. */
	comments?: number[];
	/** Ids of the ads that match a saved search, latest first. The notification counts and shows only those that are for sale. */
	matches?: number[];
	/** Name of the saved search with the matches; missing if several searches have some. */
	search?: string;
	title?: string;
	priceKobo?: number;
	state?: 'ready' | 'failed';
	enrollment?: { courseId: string; state: EnrollmentState };
	outcome?: 'decided' | 'lifted' | 'upheld' | 'held' | 'released';
	verification?: VerificationOutcome;
	stars?: number;
}

export interface NotificationTextInput {
	kind: NotificationKind;
	count: number;
	about: NotificationSubject;
	/** The latest accounts that caused the notification and are visible, latest first. */
	people: readonly Person[];
	/** Number of accounts that caused the notification. */
	actors: number;
	/** Whether the latest of them was erased. */
	isErased?: boolean;
}

/** Composes the texts of a notification. `title` is the heading of a push message; `text` is also shown in the inbox. */
export function composeNotificationText({
	kind,
	count,
	about,
	people,
	actors,
	isErased = false,
}: NotificationTextInput): {
	title: string;
	text: string;
} {
	const who = formatNames(people, actors, isErased);
	const what = quoteTitle(
		about.title,
		kind === 'reply' || kind === 'purchase' ? notificationTexts.untitled : notificationTexts.untitledOwn,
	);
	switch (kind) {
		case 'comment':
			return { title: notificationTexts.commentTitle(count), text: notificationTexts.comment(who, count, what) };
		case 'reply':
			return { title: notificationTexts.replyTitle(count), text: notificationTexts.reply(who, what) };
		case 'like':
			return { title: notificationTexts.likeTitle(count), text: notificationTexts.like(who, actors, what) };
		case 'follow':
			return { title: notificationTexts.followTitle(count), text: notificationTexts.follow(who, actors) };
		case 'new_ad':
			return count > 1
				? { title: notificationTexts.newAdsTitle, text: notificationTexts.newAds(who, count) }
				: { title: notificationTexts.newAdTitle, text: notificationTexts.newAd(who, what) };
		case 'price_drop':
			return {
				title: notificationTexts.priceDropTitle,
				text: notificationTexts.priceDrop(what, formatNaira(about.priceKobo ?? 0)),
			};
		case 'video':
			return about.state === 'failed'
				? { title: notificationTexts.videoFailedTitle, text: notificationTexts.videoFailed(what) }
				: { title: notificationTexts.videoReadyTitle, text: notificationTexts.videoReady(what) };
		case 'enrollment':
			return composeEnrollmentText(about);
		case 'verification':
			return composeVerificationText(about);
		case 'numbers':
			return { title: notificationTexts.numbersTitle, text: notificationTexts.numbers };
		case 'breach':
			return { title: notificationTexts.breachTitle, text: notificationTexts.breach };
		case 'moderation':
			return composeModerationText(about, count, what);
		case 'purchase':
			return { title: notificationTexts.purchaseTitle, text: notificationTexts.purchase(who, what) };
		case 'review': {
			const text = count > 1 ? notificationTexts.reviews(who, count) : notificationTexts.review(who, about.stars ?? 0);
			return { title: notificationTexts.reviewTitle(count), text };
		}
		case 'saved_search': {
			const search = about.search && shorten(about.search);
			const text = search ? notificationTexts.savedSearch(count, search) : notificationTexts.savedSearches(count);
			return { title: notificationTexts.savedSearchTitle(count), text };
		}
		case 'review_reply':
			return { title: notificationTexts.reviewReplyTitle, text: notificationTexts.reviewReply(who) };
	}
}

function composeEnrollmentText({ enrollment }: NotificationSubject): { title: string; text: string } {
	const course = quoteTitle(enrollment && findCourse(enrollment.courseId)?.title, notificationTexts.untitledCourse);
	const state = enrollment?.state ?? 'requested';
	return { title: notificationTexts.enrollmentTitles[state], text: notificationTexts.enrollmentTexts[state](course) };
}

function composeVerificationText({ verification }: NotificationSubject): { title: string; text: string } {
	const outcome = verification ?? 'accepted';
	return { title: notificationTexts.verificationTitles[outcome], text: notificationTexts.verificationTexts[outcome] };
}

function composeModerationText(
	{ outcome = 'decided' }: NotificationSubject,
	count: number,
	what: string,
): { title: string; text: string } {
	if (outcome === 'held') {
		return { title: notificationTexts.heldTitle(count), text: notificationTexts.held(count, what) };
	}
	if (outcome === 'released') {
		return { title: notificationTexts.releasedTitle(count), text: notificationTexts.released(count, what) };
	}
	return { title: notificationTexts.decisionTitles[outcome], text: notificationTexts.decisionTexts[outcome] };
}

function quoteTitle(title: string | undefined, fallback: string): string {
	return title ? `“${shorten(title)}”` : fallback;
}

function shorten(text: string): string {
	return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
}

/** 'Ada', 'Ada and Bola', 'Ada and 3 others'. */
function formatNames(people: readonly Person[], actors: number, isErased: boolean): string {
	const [first, second] = people.map((person) => person.display_name || person.user_name);
	if (!first) return isErased ? notificationTexts.deletedAccount : notificationTexts.nameless;
	if (actors <= 1) return first;
	if (actors === 2 && second) return notificationTexts.twoNames(first, second);
	return notificationTexts.manyNames(first, actors - 1);
}
