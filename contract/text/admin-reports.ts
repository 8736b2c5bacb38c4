// What the administration's page of reports says.
import type { DecisionKind, ReportReason, ReportTarget, SignalReason } from '../moderation.ts';

export const appeal = 'Appeal';
export const ownerWrote = (moment: string) => `The owner, ${moment}`;
export const answerAppeal = 'Answer the appeal';
export const noWords = 'No words';
export const gone = 'Gone already';
export const showLess = 'Show less';
export const showAll = 'Show all of it';
export const open = (target: string) => `Open the ${target}`;
export const inNewTab = ', in a new tab';
export const reporterGone = 'an account that is gone';
export const flags = 'Noticed by itself';
export const compareAds = 'Compare with the other ad';
export const decide = 'Decide';
export const deleteQuestion = (target: string) => `Delete this ${target}?`;
export const deleteConsequence = 'It goes for everyone, at once and for good. To take it out of sight only, hide it.';
export const dismissAccount = 'Leave it be';
export const dismiss = (target: string) => `Leave the ${target} as it is`;
export const warn = 'Warn the owner';
export const kinds = 'Kinds';
export const allReasons = 'All reasons';
export const appeals = 'Appeals';
export const loadFailed = 'The reports could not be loaded';
export const caseList = 'Open cases, oldest first';
export const emptyTitle = 'Nothing to decide';
export const emptyHint = "What people report, what looks like another seller's picture and every appeal stands here.";
export const seeAll = 'See all cases';
export const loading = 'Loading the reports';
/** What an appeal's buttons say. */
export const outcomes = { lifted: 'Take the decision back', upheld: 'Let it stand' };
export const upheld = 'The decision stands';
export const decidedOn = (moment: string, decided: string) => `Decided on ${moment}: ${decided}`;
/** How the thing was decided about; a suspension is `listExpiredSuspensions` or `suspendedForGood`. */
export const decided: Record<Exclude<DecisionKind, 'suspend'>, string> = {
	dismiss: 'dismissed',
	hide: 'hidden',
	delete: 'deleted',
	warn: 'warned',
};
export const suspendedForGood = 'suspended for good';
export const suspendedUntil = (day: string) => `suspended until ${day}`;
export const hereSince = (day: string) => `Here since ${day}`;
export const decisionCount = (decisions: number) => {
	if (decisions === 0) return 'no decisions so far';
	return decisions === 1 ? '1 decision so far' : `${decisions} decisions so far`;
};
export const reportCount = (reports: number) => (reports === 1 ? '1 report' : `${reports} reports`);
/** Said once a decision is made. */
export const decisionsDone: Record<DecisionKind, string> = {
	dismiss: 'Dismissed',
	hide: 'Hidden for everyone',
	delete: 'Deleted',
	warn: 'The owner is warned',
	suspend: 'The account is suspended',
};
export const hide = (target: string) => `Hide the ${target}`;
export const deleteTarget = (target: string) => `Delete the ${target}`;
const reportersOf = (reports: number) => (reports === 1 ? 'whoever reported it' : 'everybody who reported it');
export const readByReporters = (reports: number) => `Read by ${reportersOf(reports)}.`;
export const readByOwnerAndReporters = (reports: number) => `Read by the owner and by ${reportersOf(reports)}.`;
export const suspendForGoodConsequence =
	'The account is closed for good: every session ends at once, and nothing of it is seen again.';
export const suspendConsequence = (days: number) =>
	`The account is closed for ${days === 1 ? 'a day' : `${days} days`}: every session ends at once, and nothing of it is seen meanwhile.`;
export const targetKinds: Record<ReportTarget, string> = {
	ad: 'Ads',
	post: 'Posts',
	comment: 'Comments',
	account: 'Accounts',
};
export const keysHint = 'In a case, <key>J</key> goes to the next one and <key>K</key> back.';
/** Why something is looked at, in two or three words. */
export const reasons: Record<ReportReason | SignalReason, string> = {
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
export const decisions: Record<DecisionKind, string> = {
	dismiss: 'Dismiss',
	hide: 'Hide',
	delete: 'Delete',
	warn: 'Warn',
	suspend: 'Suspend',
};
