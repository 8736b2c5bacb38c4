// What notices say: a heading for the phone, and the sentence.
import type { EnrollmentState } from '../enrollments.ts';

export const commentTitle = (count: number) => (count > 1 ? `${count} new comments` : 'New comment');
export const comment = (who: string, count: number, what: string) =>
	count > 1 ? `${who} left ${count} comments on ${what}` : `${who} commented on ${what}`;
export const replyTitle = (count: number) => (count > 1 ? `${count} new replies` : 'New reply');
export const reply = (who: string, what: string) => `${who} replied to you on ${what}`;
export const likeTitle = (count: number) => (count > 1 ? `${count} new likes` : 'New like');
export const like = (who: string, actors: number, what: string) => `${who} ${actors > 1 ? 'like' : 'likes'} ${what}`;
export const followTitle = (count: number) => (count > 1 ? `${count} new followers` : 'New follower');
export const follow = (who: string, actors: number) => `${who} ${actors > 1 ? 'follow' : 'follows'} you`;
export const newAdTitle = 'New ad';
export const newAd = (who: string, what: string) => `${who} has posted ${what}`;
export const newAdsTitle = 'New ads';
export const newAds = (who: string, count: number) => `${who} has posted ${count} new ads`;
export const priceDropTitle = 'Price drop';
export const priceDrop = (what: string, price: string) => `${what} costs only ${price} by now`;
export const videoFailedTitle = 'Your video did not work';
export const videoFailed = (what: string) => `${what} could not be made playable. You can try again`;
export const videoReadyTitle = 'Your video is ready';
export const videoReady = (what: string) => `${what} can be watched`;

export const enrollmentTitles: Record<EnrollmentState, string> = {
	requested: 'Your course',
	awaiting_payment: 'Your course',
	paid: 'Payment received',
	active: 'Your course is open',
	cancelled: 'Your course',
	refunded: 'Money returned',
};
export const enrollmentTexts: Record<EnrollmentState, (course: string) => string> = {
	requested: (course) => `We have your request for ${course}`,
	awaiting_payment: (course) => `${course} can be paid for: the way is in your email`,
	paid: (course) => `Your payment for ${course} is here`,
	active: (course) => `You can begin with ${course}`,
	cancelled: (course) => `Your request for ${course} was cancelled`,
	refunded: (course) => `Your payment for ${course} was refunded`,
};

export const decisionTitles = {
	decided: 'A decision about you',
	lifted: 'Decision taken back',
	upheld: 'Decision stays',
};
export const decisionTexts = {
	decided: 'We have decided about something of yours. Read why, and what you can do',
	lifted: 'A decision about something of yours was taken back',
	upheld: 'We looked again: a decision about something of yours stays',
};

/** In place of a title. */
export const untitled = 'what you posted';
/** In place of a name. */
export const nameless = 'Somebody';
export const twoNames = (first: string, second: string) => `${first} and ${second}`;
export const manyNames = (first: string, others: number) => `${first} and ${others} others`;
