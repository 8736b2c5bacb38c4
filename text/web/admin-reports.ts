// What the administration's page of reports says.

import { plural } from '../../contract/core/plural.ts';
import type {
	DecisionKind,
	ReportReason,
	ReportTarget,
	ReportWeightReason,
	SignalReason,
} from '../../contract/moderation/moderation.ts';

export const appeal = 'Appeal';
export const ownerWrote = (moment: string) => `Owner, ${moment}`;
export const answerAppeal = 'Decide the appeal';
export const noWords = 'No text';
export const gone = 'Already deleted';
export const held = 'Held back';
export const showLess = 'Show less';
export const showAll = 'Show more';
export const open = (target: string) => `Open the ${target}`;
export const inNewTab = ', in a new tab';
export const reporterGone = 'a deleted account';
export const flags = 'Detected automatically';
export const compareAds = 'Compare with the other ad';
export const decide = 'Decide';
export const deleteQuestion = (target: string) => `Delete this ${target}?`;
export const deleteConsequence = 'This permanently deletes it for everyone. To only remove it from view, hide it.';
export const dismissAccount = 'Dismiss';
export const dismiss = (target: string) => `Keep the ${target}`;
export const warn = 'Warn the owner';
export const kinds = 'Types';
export const allReasons = 'All reasons';
export const appeals = 'Appeals';
export const listText = {
	loading: 'Loading reports',
	loadFailed: "We couldn't load the reports",
	list: 'Open cases, most urgent first',
	emptyTitle: 'No open cases',
	emptyHint: 'You see new reports, copied photos, odd reviews and appeals here.',
};
export const seeAll = 'See all cases';
/** What an appeal's buttons say. */
export const outcomes = { lifted: 'Undo the decision', upheld: 'Keep the decision' };
export const upheld = 'The decision stands';
export const decidedOn = (moment: string, decided: string) => `Decided on ${moment}: ${decided}`;
/** How the thing was decided about; a suspension is `listExpiredSuspensions` or `suspendedForGood`. */
export const decided: Record<Exclude<DecisionKind, 'suspend'>, string> = {
	dismiss: 'dismissed',
	hide: 'hidden',
	delete: 'deleted',
	warn: 'warned',
};
export const suspendedForGood = 'suspended permanently';
export const suspendedUntil = (day: string) => `suspended until ${day}`;
export const hereSince = (day: string) => `Joined ${day}`;
export const decisionCount = (decisions: number) => {
	if (decisions === 0) return 'no decisions so far';
	return plural(decisions, { one: '# decision so far', other: '# decisions so far' });
};
/** Why a report does not count fully. */
const weightReasons: Record<ReportWeightReason, string> = {
	unconfirmed: 'email not confirmed',
	new: 'the account is less than a week old',
	repeated: 'reported this seller before',
	related: 'same network or browser as another reporter',
	dismissed: 'earlier reports were dismissed',
};
export const reportWeight = (weight: number, reason: ReportWeightReason) =>
	`${weight === 0 ? 'Does not count' : `Counts ${weight}%`}: ${weightReasons[reason]}`;
export const reportCount = (reports: number) => plural(reports, { one: '# report', other: '# reports' });
/** Said once a decision is made. */
export const decisionsDone: Record<DecisionKind, string> = {
	dismiss: 'Dismissed',
	hide: 'Hidden for everyone',
	delete: 'Deleted',
	warn: 'Owner warned',
	suspend: 'Account suspended',
};
export const hide = (target: string) => `Hide the ${target}`;
export const deleteTarget = (target: string) => `Delete the ${target}`;
const reportersOf = (reports: number) => plural(reports, { one: 'the reporter', other: 'all reporters' });
export const readByReporters = (reports: number) => `Sent to ${reportersOf(reports)}.`;
export const readByOwnerAndReporters = (reports: number) => `Sent to the owner and ${reportersOf(reports)}.`;
export const suspendForGoodConsequence =
	'The account is closed permanently. It is logged out everywhere and all its posts are hidden.';
export const suspendConsequence = (days: number) =>
	`The account is closed for ${plural(days, { one: '# day', other: '# days' })}. It is logged out everywhere and its posts are hidden until then.`;
export const targetKinds: Record<ReportTarget, string> = {
	ad: 'Ads',
	post: 'Posts',
	comment: 'Comments',
	account: 'Accounts',
	review: 'Reviews',
	review_reply: 'Replies to reviews',
};
export const keysHint = 'In a case, press <key>J</key> for the next one and <key>K</key> for the previous one.';
/** The removed item that another one resembles. The time and the reason of the decision follow. */
export const removedItem = (title: string, userName: string | null) =>
	userName === null ? `“${title}”, removed` : `“${title}” by @${userName}, removed`;
export const heldHint = 'Nobody sees it until you decide. Dismiss the case to publish it.';
/** Why something is looked at, in two or three words. */
export const reasons: Record<ReportReason | SignalReason, string> = {
	scam: 'Scam',
	prohibited: 'Prohibited item',
	stolen: 'Stolen photos or text',
	offensive: 'Offensive',
	spam: 'Spam',
	other: 'Something else',
	duplicate_picture: "Another seller's photo",
	payment_first: 'Asks for payment first',
	review_network: 'Reviewer is close to the seller',
	review_burst: 'Many reviews by new accounts',
	look_alike: "Looks like another's name",
	removed_before: 'Like something removed before',
};
/** What a decision's button says. */
export const decisions: Record<DecisionKind, string> = {
	dismiss: 'Dismiss',
	hide: 'Hide',
	delete: 'Delete',
	warn: 'Warn',
	suspend: 'Suspend',
};
