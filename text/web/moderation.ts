// What those concerned read of a decision.
import type { ReportTarget } from '../../contract/moderation/moderation.ts';

/** What a target is called in a sentence. */
export const targets: Record<ReportTarget, string> = {
	ad: 'ad',
	post: 'post',
	comment: 'comment',
	account: 'account',
	review: 'review',
	review_reply: 'reply',
};
export const ownAccountSuspendedForGood = 'Your account is suspended permanently';
export const ownAccountSuspended = (until: string) => `Your account is suspended until ${until}`;
export const ownAccountWarned = 'You received a warning';
export const ownTargetWarned = (target: string) => `You received a warning for your ${target}`;
export const ownTargetDismissed = (target: string) => `Your ${target} is fine`;
export const ownTargetHidden = (target: string) => `Your ${target} was hidden`;
export const ownTargetDeleted = (target: string) => `Your ${target} was deleted`;
export const reportedDismissed = (target: string) => `The ${target} you reported stays`;
export const reportedHidden = (target: string) => `The ${target} you reported was hidden`;
export const reportedDeleted = (target: string) => `The ${target} you reported was deleted`;
export const reportedWarned = (target: string) => `The ${target} you reported was warned`;
export const reportedSuspended = (target: string) => `The ${target} you reported was suspended`;
export const ownerWarned = (target: string) => `The owner of the ${target} you reported was warned`;
export const ownerSuspended = (target: string) => `The owner of the ${target} you reported was suspended`;
