// What a decision's page and the appeal against it say.
import type { ReportTarget } from '../../contract/moderation/moderation.ts';

export const title = 'A decision about your account';
export const loadFailed = "We couldn't load this decision";
export const appealTitle = 'Do you disagree?';
export const takenBack = (day: string) => `We reversed this decision on ${day}.`;
export const suspensionOver = 'The suspension is over. You can log in again.';
export const hidden = 'Only you can see it.';
export const deleted = 'It was deleted for everyone.';
export const warned = 'Nothing else changed. If it happens again, we may hide your posts or suspend you.';
export const dismissed = 'No changes were made.';
export const loading = 'Loading decision';
export const appealSent = 'Appeal sent';
export const appealText = 'Why is this decision wrong?';
export const appealHint = 'A person will review it. You can appeal once.';
export const sendAppeal = 'Send appeal';
export const badgeTakenBack = 'Reversed';
export const badgeAppealed = 'Appealed';
export const badgeUpheld = 'Appeal rejected';
export const appealPendingHint = "A person is reviewing it. We'll email you the result.";
export const appealLifted = 'We reversed the decision';
export const appealUpheld = 'We reviewed your appeal: the decision stands';
export const appealPending = 'We received your appeal';
export const suspendedForGood = "You can't log in, and your posts are hidden.";
export const suspended = "Until then you can't log in, and your posts are hidden.";
export const why = 'Reason';
export const when = 'Date';
/** What a thing is called beside its title. */
export const targets: Record<Exclude<ReportTarget, 'account'>, string> = {
	ad: 'Ad',
	post: 'Post',
	comment: 'Comment',
	review: 'Review',
	review_reply: 'Reply',
};
export const appealedOn = (day: string) => `Your appeal from ${day}`;
