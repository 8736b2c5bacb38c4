// What a decision's page and the appeal against it say.
import type { ReportTarget } from '../moderation.ts';

export const title = 'A decision about you';
export const loadFailed = 'The decision could not be loaded';
export const appealTitle = 'Do you think we are wrong?';
export const takenBack = (day: string) => `This was taken back on ${day}. It does not hold any more.`;
export const suspensionOver = 'That time is over: you can log in again.';
export const hidden = 'Nobody but you can see it.';
export const deleted = 'It is gone for everyone.';
export const warned = 'Nothing else has changed. If it happens again, more may follow.';
export const dismissed = 'It stays as it is.';
export const loading = 'Loading the decision';
export const appealSent = 'Your appeal is sent';
export const appealText = 'Why is this decision wrong?';
export const appealHint = 'A person reads it and looks again. You can appeal once.';
export const sendAppeal = 'Send my appeal';
export const badgeTakenBack = 'Taken back';
export const badgeAppealed = 'Appealed';
export const badgeUpheld = 'Stands after your appeal';
export const appealPendingHint = 'A person reads it. We write to you as soon as it is decided.';
export const appealLifted = 'The decision was taken back';
export const appealUpheld = 'We looked again: the decision stands';
export const appealPending = 'We have your appeal';
export const suspendedForGood = 'You cannot log in, and nobody sees what you posted.';
export const suspended = 'You cannot log in, and nobody sees what you posted. Then everything is as it was.';
export const why = 'Why';
export const when = 'When';
/** What a thing is called beside its title. */
export const targets: Record<Exclude<ReportTarget, 'account'>, string> = {
	ad: 'Ad',
	post: 'Post',
	comment: 'Comment',
};
export const appealedOn = (day: string) => `You wrote on ${day}`;
