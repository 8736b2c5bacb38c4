// What mails about decisions of administrators say.
import { brand } from '../brand.ts';
import type { DecisionKind, ReportTarget } from '../moderation.ts';

/** What a decision is about. */
export const things: Record<ReportTarget, string> = { ad: 'ad', post: 'post', comment: 'comment', account: 'account' };
export const titled = (thing: string, title: string) => `${thing} “${title}”`;
export const reason = (words: string) => `The reason:\n${words}`;
export const appealHint = (page: string) =>
	`If you think this is wrong you can appeal, once; no login is needed:\n${page}`;

export const reportSubject = `Your report at ${brand.name} was decided`;
export const reportTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `You reported the ${thing}. An administrator has looked at it, and nothing was done about it.`,
	hide: (thing) => `You reported the ${thing}. An administrator has looked at it, and it was taken down.`,
	delete: (thing) => `You reported the ${thing}. An administrator has looked at it, and it was deleted.`,
	warn: (thing) => `You reported the ${thing}. An administrator has looked at it, and a warning was given.`,
	suspend: (thing) => `You reported the ${thing}. An administrator has looked at it, and the account was suspended.`,
};
export const reportThanks = 'Thank you for keeping the market honest.';

export const liftedSubject = `A decision at ${brand.name} was taken back`;
export const liftedTexts: Record<DecisionKind, (thing: string) => string> = {
	dismiss: (thing) => `The decision about your ${thing} was taken back.`,
	hide: (thing) => `The decision about your ${thing} was taken back: everybody can see it again.`,
	delete: (thing) =>
		`The decision about your ${thing} was taken back. It cannot be brought back, but you may post it anew.`,
	warn: (thing) => `The decision about your ${thing} was taken back.`,
	suspend: (thing) => `The decision about your ${thing} was taken back: you can log in, and everything is as it was.`,
};
export const liftedAnswer = (words: string) => `What we say to it:\n${words}`;

export const upheldSubject = `Your appeal at ${brand.name} was answered`;
export const upheld = (thing: string) =>
	`An administrator has read your appeal about your ${thing}. The decision stays.`;
export const upheldAnswer = (words: string) => `The answer:\n${words}`;

export const suspendedSubject = `Your ${brand.name} account is suspended`;
export const suspendedUntil = (time: string) =>
	`Your account is suspended until ${time}. Until then you cannot log in, and nobody sees what you posted.`;
export const suspendedUntilBecause = (time: string, thing: string) =>
	`Your account is suspended until ${time} because of your ${thing}. Until then you cannot log in, and nobody sees what you posted.`;
export const suspendedForGood =
	'Your account is suspended for good. Until then you cannot log in, and nobody sees what you posted.';
export const suspendedForGoodBecause = (thing: string) =>
	`Your account is suspended for good because of your ${thing}. Until then you cannot log in, and nobody sees what you posted.`;

export const hiddenSubject = (thing: string) => `Your ${thing} at ${brand.name} was taken down`;
export const hidden = (thing: string) => `Your ${thing} was taken down: nobody but you can see it.`;
export const deletedSubject = (thing: string) => `Your ${thing} at ${brand.name} was deleted`;
export const deleted = (thing: string) => `Your ${thing} was deleted.`;
export const warnedSubject = (thing: string) => `A warning about your ${thing} at ${brand.name}`;
export const warned = (thing: string) =>
	`Your ${thing} is against the rules of ${brand.name}. This time it is a warning.`;
