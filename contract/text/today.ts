// What the dashboard says of the owner's day.
export const title = 'What needs you today';
export const nothing = 'Nothing waits for you. Have a good day at the market.';
export const payHint = (price: string) => `${price}, then it opens for you`;
export const videosFailedHint = 'Try again below, or upload another file';
export const videosProcessingHint = 'Customers see it as soon as it is done';
export const finishDraft = (what: string) => `Finish ${what}`;
export const draftWithoutWords = 'No words yet';
export const decisions = (count: number) => `${count} ${count === 1 ? 'decision' : 'decisions'} about you`;
export const coursesToPay = (count: number) => `${count} ${count === 1 ? 'course' : 'courses'} to pay`;
export const commentsToAnswer = (count: number) => `${count} ${count === 1 ? 'comment' : 'comments'} to answer`;
export const commentsOrMoreToAnswer = (count: number) =>
	`${count} ${count === 1 ? 'comment' : 'comments'} or more to answer`;
export const commentOn = '<author/> on <target/>, <time/>';
export const commentOnPicture = '<author/> on your picture, <time/>';
export const videosFailed = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'} could not be made ready`;
export const videosProcessing = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'} being made ready`;
export const drafts = (count: number) => `${count} ${count === 1 ? 'draft' : 'drafts'} on this device`;
