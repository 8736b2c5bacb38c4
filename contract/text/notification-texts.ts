// What notifications say: a heading for the phone, and the sentence.

import type { EnrollmentState } from '../enrollments.ts';
import { plural } from '../plural.ts';

export const commentTitle = (count: number) => plural(count, { one: 'New comment', other: '# new comments' });
export const comment = (who: string, count: number, what: string) =>
	`${who} ${plural(count, { one: 'commented', other: 'left # comments' })} on ${what}`;
export const replyTitle = (count: number) => plural(count, { one: 'New reply', other: '# new replies' });
export const reply = (who: string, what: string) => `${who} replied to you on ${what}`;
export const likeTitle = (count: number) => plural(count, { one: 'New like', other: '# new likes' });
export const like = (who: string, actors: number, what: string) =>
	`${who} ${plural(actors, { one: 'likes', other: 'like' })} ${what}`;
export const followTitle = (count: number) => plural(count, { one: 'New follower', other: '# new followers' });
export const follow = (who: string, actors: number) =>
	`${who} ${plural(actors, { one: 'follows', other: 'follow' })} you`;
export const newAdTitle = 'New ad';
export const newAd = (who: string, what: string) => `${who} posted ${what}`;
export const newAdsTitle = 'New ads';
export const newAds = (who: string, count: number) => `${who} posted ${count} new ads`;
export const priceDropTitle = 'Price drop';
export const priceDrop = (what: string, price: string) => `Price drop: ${what} is now ${price}`;
export const videoFailedTitle = "We couldn't process your video";
export const videoFailed = (what: string) => `We couldn't process ${what}. Please try again`;
export const videoReadyTitle = 'Your video is ready';
export const videoReady = (what: string) => `${what} is live`;

export const enrollmentTitles: Record<EnrollmentState, string> = {
	requested: 'Request received',
	awaiting_payment: 'You can pay now',
	paid: 'Payment received',
	active: 'Your course is open',
	cancelled: 'Request cancelled',
	refunded: 'Payment refunded',
};
export const enrollmentTexts: Record<EnrollmentState, (course: string) => string> = {
	requested: (course) => `We received your request for ${course}`,
	awaiting_payment: (course) => `Check your email for how to pay for ${course}`,
	paid: (course) => `We received your payment for ${course}`,
	active: (course) => `You can start ${course} now`,
	cancelled: (course) => `Your request for ${course} was cancelled`,
	refunded: (course) => `Your payment for ${course} was refunded`,
};

export const decisionTitles = {
	decided: 'We reviewed your content',
	lifted: 'Decision reversed',
	upheld: 'Your appeal was reviewed',
};
export const decisionTexts = {
	decided: 'We made a decision about your content. See why and what you can do',
	lifted: 'We reversed a decision about your content',
	upheld: 'Your appeal was reviewed: the decision stands',
};

/** In place of a title. */
export const untitled = 'your post';
/** In place of a name. */
export const nameless = 'Someone';
export const twoNames = (first: string, second: string) => `${first} and ${second}`;
export const manyNames = (first: string, others: number) => `${first} and ${others} others`;
