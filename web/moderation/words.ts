import type { Decision, DecisionKind, FlagReason, ReportReason, ReportTarget } from '../../contract/moderation.ts';

/** What a target is called in a sentence. */
export const targetWords: Readonly<Record<ReportTarget, string>> = {
	ad: 'ad',
	post: 'post',
	comment: 'comment',
	account: 'account',
};

/** Why something is looked at, in two or three words. */
export const reasonWords: Readonly<Record<ReportReason | FlagReason, string>> = {
	scam: 'Scam',
	prohibited: 'May not be sold',
	stolen: 'Stolen pictures or words',
	offensive: 'Offensive',
	spam: 'Spam',
	other: 'Something else',
	duplicate_picture: "Another seller's picture",
	payment_first: 'Asks for payment first',
};

/** What a decision's button says. */
export const decisionWords: Readonly<Record<DecisionKind, string>> = {
	dismiss: 'Dismiss',
	hide: 'Hide',
	delete: 'Delete',
	warn: 'Warn',
	suspend: 'Suspend',
};

/** What a decision has done, after 'was'; 'suspended' is said of the owner's account. */
const done: Readonly<Record<Exclude<DecisionKind, 'dismiss' | 'suspend' | 'warn'>, string>> = {
	hide: 'hidden',
	delete: 'deleted',
};

type Decided = Pick<Decision, 'kind' | 'target' | 'until'>;

/** A decision in a sentence to whom it is about. `dayOf` writes a day. */
export function saidToOwner({ kind, target, until }: Decided, dayOf: (time: string) => string): string {
	const what = targetWords[target.kind];
	if (kind === 'suspend') return `Your account is suspended ${until === null ? 'for good' : `until ${dayOf(until)}`}`;
	if (kind === 'warn')
		return target.kind === 'account' ? 'You have been warned' : `You have been warned for your ${what}`;
	if (kind === 'dismiss') return `Nothing is wrong with your ${what}`;
	return `Your ${what} was ${done[kind]}`;
}

/** A decision in a sentence to who has reported it. */
export function saidToReporter({ kind, target }: Decided): string {
	const what = targetWords[target.kind];
	if (kind === 'dismiss') return `The ${what} you reported stays`;
	if (kind === 'warn' || kind === 'suspend') {
		const whose = target.kind === 'account' ? `The ${what} you reported` : `The owner of the ${what} you reported`;
		return `${whose} was ${kind === 'warn' ? 'warned' : 'suspended'}`;
	}
	return `The ${what} you reported was ${done[kind]}`;
}
