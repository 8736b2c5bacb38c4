// What the dashboard says of the owner's day.
import { plural } from '../../contract/core/plural.ts';

export const title = 'To do today';
export const nothing = "You're all caught up. Have a good day at the market.";
export const payHint = (price: string) => `Pay ${price} to open it`;
export const videosFailedHint = 'Try again below, or upload another file';
export const videosProcessingHint = 'Customers see it when it is done';
export const finishDraft = (what: string) => `Finish ${what}`;
export const draftWithoutWords = 'No text yet';
export const decisions = (count: number) =>
	plural(count, { one: '# decision about your account', other: '# decisions about your account' });
export const coursesToPay = (count: number) => plural(count, { one: '# course to pay', other: '# courses to pay' });
export const commentsToAnswer = (count: number) =>
	plural(count, { one: '# comment to answer', other: '# comments to answer' });
export const commentsOrMoreToAnswer = (count: number) =>
	plural(count, { one: '# comment or more to answer', other: '# comments or more to answer' });
export const commentOn = '<author/> on <target/>, <time/>';
export const commentOnPicture = '<author/> on your picture, <time/>';
export const videosFailed = (count: number) => plural(count, { one: '# video failed', other: '# videos failed' });
export const videosProcessing = (count: number) =>
	plural(count, { one: '# video processing', other: '# videos processing' });
export const drafts = (count: number) =>
	plural(count, { one: '# draft on this device', other: '# drafts on this device' });
