import type { Person } from '../../contract/accounts.ts';
import { courseById } from '../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments.ts';
import { formatNaira } from '../../contract/money.ts';
import type { NoticeKind } from '../../contract/notifications.ts';
import type { Target } from '../../contract/target.ts';
import * as noticesText from '../../contract/text/notices.ts';

/** Data for the text and link of a notice. */
export interface NoticeSubject {
	/** Path of the page to open. */
	path: string;
	/** Identifies the event, so that a repeated job does not count it twice. */
	event: string;
	/** Another account's ad or post. The notice is shown only while it is visible. */
	seen?: { target: Target; id: number };
	/** Comment ids, latest first. The notice is not pushed if none of them is visible. */
	comments?: number[];
	title?: string;
	priceKobo?: number;
	state?: 'ready' | 'failed';
	enrollment?: { courseId: string; state: EnrollmentState };
	outcome?: 'decided' | 'lifted' | 'upheld';
}

export interface NoticeTextInput {
	kind: NoticeKind;
	count: number;
	about: NoticeSubject;
	/** Visible accounts, latest first. */
	people: readonly Person[];
	/** Number of accounts that caused the notice. */
	actors: number;
}

/** `title` is the heading of a push message. */
export function composeNoticeText({ kind, count, about, people, actors }: NoticeTextInput): {
	title: string;
	text: string;
} {
	const who = formatNames(people, actors);
	const what = quoteTitle(about.title);
	switch (kind) {
		case 'comment':
			return { title: noticesText.commentTitle(count), text: noticesText.comment(who, count, what) };
		case 'reply':
			return { title: noticesText.replyTitle(count), text: noticesText.reply(who, what) };
		case 'like':
			return { title: noticesText.likeTitle(count), text: noticesText.like(who, actors, what) };
		case 'follow':
			return { title: noticesText.followTitle(count), text: noticesText.follow(who, actors) };
		case 'new_ad':
			return count > 1
				? { title: noticesText.newAdsTitle, text: noticesText.newAds(who, count) }
				: { title: noticesText.newAdTitle, text: noticesText.newAd(who, what) };
		case 'price_drop':
			return {
				title: noticesText.priceDropTitle,
				text: noticesText.priceDrop(what, formatNaira(about.priceKobo ?? 0)),
			};
		case 'video':
			return about.state === 'failed'
				? { title: noticesText.videoFailedTitle, text: noticesText.videoFailed(what) }
				: { title: noticesText.videoReadyTitle, text: noticesText.videoReady(what) };
		case 'enrollment':
			return composeEnrollmentText(about);
		case 'moderation':
			return composeModerationText(about);
	}
}

function composeEnrollmentText({ enrollment }: NoticeSubject): { title: string; text: string } {
	const course = quoteTitle(enrollment && courseById(enrollment.courseId)?.title);
	const state = enrollment?.state ?? 'requested';
	return { title: noticesText.enrollmentTitles[state], text: noticesText.enrollmentTexts[state](course) };
}

function composeModerationText({ outcome }: NoticeSubject): { title: string; text: string } {
	const state = outcome ?? 'decided';
	return { title: noticesText.decisionTitles[state], text: noticesText.decisionTexts[state] };
}

function quoteTitle(title: string | undefined): string {
	return title ? `“${title.length > 60 ? `${title.slice(0, 59).trimEnd()}…` : title}”` : noticesText.untitled;
}

/** 'Ada', 'Ada and Bola', 'Ada and 3 others'. */
function formatNames(people: readonly Person[], actors: number): string {
	const [first, second] = people.map((person) => person.display_name || person.user_name);
	if (!first) return noticesText.nameless;
	if (actors <= 1) return first;
	if (actors === 2 && second) return noticesText.twoNames(first, second);
	return noticesText.manyNames(first, actors - 1);
}
