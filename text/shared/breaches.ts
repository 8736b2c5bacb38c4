// What administrators read in the register of breaches of personal data.

import { plural } from '../../contract/core/plural.ts';
import type { BreachRisk } from '../../contract/data-protection/data-protection.ts';

export const title = 'Breaches';
export const about =
	'A breach is personal data that got lost, changed or into the wrong hands. Record each one, also those that harm nobody.';
export const listText = {
	loading: 'Loading breaches',
	loadFailed: "We couldn't load the breaches",
	list: 'Breaches',
	emptyTitle: 'No breaches',
	emptyHint: 'Record a breach as soon as you notice it: the 72 hours begin then.',
};
export const record = 'Record a breach';
export const name = 'What happened, in a few words';
export const facts = 'What happened';
export const data = 'Which data, of how many people';
export const measures = 'What you did about it';
export const risk = 'Risk for the people';
export const risks: Record<BreachRisk, string> = {
	unlikely: 'Harm is unlikely',
	risk: 'Harm is likely: tell the Commission',
	high: 'Great harm is likely: tell the Commission and the people',
};
export const noticedAt = 'Noticed';
export const noticedInFuture = 'Enter a time in the past';
export const commissionNotifiedAt = 'Commission told';
export const peopleNotifiedAt = 'People told';
export const closedAt = 'Closed';
export const timeHint = 'Leave it empty if it has not happened yet.';
export const save = 'Save';
export const saved = 'Breach saved';
export const edit = 'Change';
export const dueBy = 'Tell the Commission by <time/>';
export const overdueSince = 'You should have told the Commission by <time/>';
export const notifiedOn = 'Commission told <time/>';
export const closedOn = 'Closed <time/>';
export const noDuty = 'No need to tell the Commission';
export const notifyPeople = 'Tell the people now, in plain words.';
export const accounts = (count: number) => plural(count, { one: '# account touched', other: '# accounts touched' });
export const addAccounts = 'Add accounts';
export const accountsLabel = 'User names or emails';
export const accountsHint = 'One per line, at most 500 at once.';
export const full = (max: number) => `A breach lists at most ${max} accounts.`;
export const accountsAdded = 'Accounts added';
export const accountsUnknown = (names: string) => `No account has these: ${names}`;
export const writeNotice = 'Write to the people';
export const noticeText = 'What happened, and what people can do';
export const noticeHint =
	'Say what happened, which data it was, what may follow and what you did. Say what people can do, and who answers questions.';
export const showNotice = 'Preview';
export const sendTitle = (count: number) => `Send this to ${plural(count, { one: '# account', other: '# accounts' })}?`;
export const sendConsequence = "We email each person once, if we can, and show it in the app. You can't take it back.";
export const sendNotice = 'Send now';
export const noticeQueued = 'We are sending it now';
export const noticeFor = (count: number) =>
	`Queued for ${plural(count, { one: '# account', other: '# accounts' })} <time/>`;
export const mailed = (count: number) => `${count} mailed`;
export const waiting = (count: number) => `${count} waiting`;
export const unmailed = (count: number) => `${count} could not be mailed`;
export const nobodyToNotify = 'You wrote to all listed accounts. Add accounts to write again.';
export const exportAccounts = 'Download list';
export const csvHeadings = ['user name', 'email', 'our mail'];
export const csvMails = { sent: 'sent', waiting: 'waiting', unmailed: 'could not be sent' };
export const notFound = 'This breach does not exist.';
