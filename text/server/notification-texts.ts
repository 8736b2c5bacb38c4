// What notifications say: a heading for the phone, and the sentence.

import { plural } from '../../contract/core/plural.ts';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';

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
export const priceDropTitle = 'An ad you saved is cheaper now';
export const priceDrop = (what: string, price: string) => `Price drop: ${what} is now ${price}`;
export const videoFailedTitle = "We couldn't process your video";
export const videoFailed = (what: string) => `${what} is not live yet. See why and what to do`;
export const videoReadyTitle = 'Your video is ready';
export const videoReady = (what: string) => `${what} is live: customers can watch it now`;
export const reviewTitle = (count: number) => plural(count, { one: 'New review', other: '# new reviews' });
export const review = (who: string, stars: number) =>
	`${who} gave you ${plural(stars, { one: '# star', other: '# stars' })}`;
export const reviews = (who: string, count: number) => `${who} wrote ${count} reviews of your shop`;
export const reviewReplyTitle = 'The seller replied to you';
export const reviewReply = (who: string) => `${who} replied to your review`;
export const savedSearchTitle = (count: number) => plural(count, { one: 'New ad for you', other: '# new ads for you' });
export const savedSearch = (count: number, search: string) =>
	`New for ${search}: ${plural(count, { one: '# ad', other: '# ads' })}`;
export const savedSearches = (count: number) =>
	`Your saved searches found ${plural(count, { one: '# ad', other: '# ads' })}`;

export const enrollmentTitles: Record<EnrollmentState, string> = {
	requested: 'Request received',
	awaiting_payment: 'Your place is reserved',
	paid: 'Your payment is confirmed',
	active: 'Your course is open',
	cancelled: 'Request cancelled',
	refunded: 'Payment refunded',
};
export const enrollmentTexts: Record<EnrollmentState, (course: string) => string> = {
	requested: (course) => `We'll email you how to pay for ${course}`,
	awaiting_payment: (course) => `See how to pay for ${course} and start learning`,
	paid: (course) => `We received your payment and are opening ${course} for you`,
	active: (course) => `You can start ${course} now`,
	cancelled: (course) => `Your request for ${course} is closed`,
	refunded: (course) => `We sent your money for ${course} back. It can take a few days to reach your bank account`,
};

export const verificationTitles = {
	accepted: 'Your business is verified',
	rejected: 'Your business is not verified yet',
	revoked: 'Your business is no longer verified',
};
export const verificationTexts = {
	accepted: 'Customers now see that your business is verified',
	rejected: 'Your documents were not enough. See why and send new photos',
	revoked: 'We removed the badge of your business. See why',
};

export const numbersTitle = 'Your phone numbers were changed';
export const numbers =
	"Customers now reach you on other numbers. If it wasn't you, change them back and choose a new password";

export const breachTitle = 'About your personal data';
export const breach = 'Something happened to data of yours. Read what happened and what you can do';

export const purchaseTitle = 'How was your purchase?';
export const purchase = (who: string, what: string) => `${who} says you bought ${what}. Rate the seller`;

export const decisionTitles = {
	decided: 'We made a decision',
	lifted: 'Decision reversed',
	upheld: 'We answered your appeal',
};
export const decisionTexts = {
	decided: 'We reviewed your account or something you posted. See our decision and how to appeal',
	lifted: 'We changed our decision in your favour. See our answer',
	upheld: 'Your appeal was reviewed: the decision stands',
};

export const heldTitle = (count: number) =>
	plural(count, { one: "We're checking your post", other: "We're checking # of your posts" });
export const held = (count: number, what: string) =>
	count > 1
		? `Before ${count} of your posts go live, we check them: they look like something we removed before`
		: `${what} isn't live yet. It looks like something we removed before, so we check it first`;
export const releasedTitle = (count: number) =>
	plural(count, { one: 'Your post is live', other: '# of your posts are live' });
export const released = (count: number, what: string) =>
	count > 1
		? `We checked ${count} of your posts: everyone can see them now`
		: `We checked ${what}: everyone can see it now`;

/** In place of the title of the reader's own post. */
export const untitledOwn = 'your post';
/** In place of the title of a post that may be another account's. */
export const untitled = 'a post';
/** In place of the title of a course that is no longer offered. */
export const untitledCourse = 'your course';
/** In place of the name of an account that is hidden now. */
export const nameless = 'Someone';
/** In place of the name of an account that was erased. */
export const deletedAccount = 'A deleted account';
export const twoNames = (first: string, second: string) => `${first} and ${second}`;
export const manyNames = (first: string, others: number) => `${first} and ${others} others`;
