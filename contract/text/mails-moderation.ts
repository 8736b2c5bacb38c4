// What mails about decisions of administrators say.
import { brand } from '../brand.ts';
import type { DecisionKind, ReportTarget } from '../moderation.ts';

/** What a decision is about. */
export const targetNames: Record<ReportTarget, string> = {
	ad: 'ad',
	post: 'post',
	comment: 'comment',
	account: 'account',
};
export const titled = (thing: string, title: string) => `${thing} “${title}”`;
export const reason = (words: string) => `Reason:\n${words}`;
export const appealHint = (page: string) => `If you disagree, you can appeal once. You don't need to log in:\n${page}`;

export const reportSubject = `We reviewed your report at ${brand.name}`;
export const reportTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `We reviewed your report about the ${thing}. We took no action.`,
	hide: (thing) => `We reviewed your report about the ${thing}. We took it down.`,
	delete: (thing) => `We reviewed your report about the ${thing}. We deleted it.`,
	warn: (thing) => `We reviewed your report about the ${thing}. We warned the owner.`,
	suspend: (thing) => `We reviewed your report about the ${thing}. We suspended the account.`,
};
export const reportThanks = 'Thank you for keeping the market safe.';

export const liftedSubject = `We reversed a decision at ${brand.name}`;
export const liftedTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `We reversed the decision about your ${thing}.`,
	hide: (thing) => `We reversed the decision about your ${thing}. Everyone can see it again.`,
	delete: (thing) => `We reversed the decision about your ${thing}. We can't restore it, but you can post it again.`,
	warn: (thing) => `We reversed the warning about your ${thing}.`,
	suspend: (thing) => `We reversed the decision about your ${thing}. You can log in again.`,
};
export const liftedAnswer = (words: string) => `Our answer:\n${words}`;

export const upheldSubject = `Your appeal at ${brand.name} was reviewed`;
export const upheld = (thing: string) => `We reviewed your appeal about your ${thing}. The decision stands.`;
export const upheldAnswer = (words: string) => `Our answer:\n${words}`;

export const suspendedSubject = `Your ${brand.name} account is suspended`;
export const suspendedUntil = (time: string) =>
	`Your account is suspended until ${time}. Until then you can't log in, and your posts are hidden.`;
export const suspendedUntilBecause = (time: string, thing: string) =>
	`Your ${thing} breaks our rules. Your account is suspended until ${time}. Until then you can't log in, and your posts are hidden.`;
export const suspendedForGood = "Your account is suspended permanently. You can't log in, and your posts are hidden.";
export const suspendedForGoodBecause = (thing: string) =>
	`Your ${thing} breaks our rules. Your account is suspended permanently. You can't log in, and your posts are hidden.`;

export const hiddenSubject = (thing: string) => `Your ${thing} at ${brand.name} was taken down`;
export const hidden = (thing: string) => `Your ${thing} was taken down. Only you can see it.`;
export const deletedSubject = (thing: string) => `Your ${thing} at ${brand.name} was deleted`;
export const deleted = (thing: string) => `Your ${thing} was deleted.`;
export const warnedSubject = (thing: string) => `Warning about your ${thing} at ${brand.name}`;
export const warned = (thing: string) => `Your ${thing} breaks the rules of ${brand.name}. This is a warning.`;
