// What mails about decisions of administrators say.
import type { DecisionKind, ReportTarget } from '../../contract/moderation/moderation.ts';

/** What a decision is about. */
export const targetNames: Record<ReportTarget, string> = {
	ad: 'ad',
	post: 'post',
	comment: 'comment',
	account: 'account',
	review: 'review',
	review_reply: 'reply to a review',
};
/** Labels of its title, of the reason, and of the answer to an appeal. */
export const titleLabels: Record<Exclude<ReportTarget, 'account'>, string> = {
	ad: 'Ad',
	post: 'Post',
	comment: 'Comment',
	review: 'Review',
	review_reply: 'Reply',
};
export const reason = 'Reason';
export const answer = 'Our answer';

export const appealHint = "If you disagree, you can appeal once. You don't need to log in.";
export const appeal = 'Appeal';
export const viewDecision = 'View decision';

export const reportSubject = 'We reviewed your report';
export const reportTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `We checked the ${thing} you reported and took no action.`,
	hide: (thing) => `We took down the ${thing} you reported.`,
	delete: (thing) => `We deleted the ${thing} you reported.`,
	warn: (thing) => `We warned the owner of the ${thing} you reported.`,
	suspend: (thing) => `We suspended the owner of the ${thing} you reported.`,
};
export const reportedAccountSuspended = 'We suspended the account you reported.';
export const reportThanks = 'Thank you for keeping the market safe.';

export const liftedSubject = 'Good news: we reversed our decision';
export const liftedTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `The decision about your ${thing} no longer counts.`,
	hide: (thing) => `Everyone can see your ${thing} again.`,
	delete: (thing) => `You can post your ${thing} again. Sorry, we can't restore the deleted one.`,
	warn: (thing) => `The warning about your ${thing} no longer counts.`,
	suspend: () => 'You can log in again.',
};

export const upheldSubject = 'Your appeal was reviewed: the decision stands';
export const upheldTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `Our decision about your ${thing} stays as it is.`,
	hide: (thing) => `Only you can see your ${thing}.`,
	delete: (thing) => `Your ${thing} stays deleted.`,
	warn: (thing) => `The warning about your ${thing} still counts.`,
	suspend: () => 'Your account stays suspended.',
};

export const suspendedSubject = 'Your account is suspended';
export const suspendedUntil = (time: string) => `You can't log in until ${time}, and your posts are hidden.`;
export const suspendedForGood = "You can't log in anymore, and your posts are hidden.";

export const hiddenSubject = (thing: string) => `Your ${thing} was taken down`;
export const hidden = (thing: string) => `Only you can see your ${thing} now.`;
export const deletedSubject = (thing: string) => `Your ${thing} was deleted`;
export const deleted = (thing: string) => `Your ${thing} is no longer on the market.`;
export const warnedSubject = (thing: string) => `Warning about your ${thing}`;
export const warned = (thing: string) => `Nothing changes this time, but your ${thing} breaks our rules.`;
export const warnedHint = 'If it happens again, we may hide what you post or suspend your account.';
