import type { Decision } from '../../contract/moderation/moderation.ts';
import * as moderationText from '../../text/web/moderation.ts';

type DecisionInfo = Pick<Decision, 'kind' | 'target' | 'until'>;

/** Describes a moderation decision for the affected account. `formatDate` formats an ISO time. */
export function describeDecisionForOwner(
	{ kind, target, until }: DecisionInfo,
	formatDate: (time: string) => string,
): string {
	const what = moderationText.targets[target.kind];
	switch (kind) {
		case 'suspend':
			return until === null
				? moderationText.ownAccountSuspendedForGood
				: moderationText.ownAccountSuspended(formatDate(until));
		case 'warn':
			return target.kind === 'account' ? moderationText.ownAccountWarned : moderationText.ownTargetWarned(what);
		case 'dismiss':
			return moderationText.ownTargetDismissed(what);
		case 'hide':
			return moderationText.ownTargetHidden(what);
		case 'delete':
			return moderationText.ownTargetDeleted(what);
	}
}

export function describeDecisionForReporter({ kind, target }: DecisionInfo): string {
	const what = moderationText.targets[target.kind];
	const isAccount = target.kind === 'account';
	switch (kind) {
		case 'dismiss':
			return moderationText.reportedDismissed(what);
		case 'warn':
			return isAccount ? moderationText.reportedWarned(what) : moderationText.ownerWarned(what);
		case 'suspend':
			return isAccount ? moderationText.reportedSuspended(what) : moderationText.ownerSuspended(what);
		case 'hide':
			return moderationText.reportedHidden(what);
		case 'delete':
			return moderationText.reportedDeleted(what);
	}
}
