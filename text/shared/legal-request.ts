// What people read who send a legal request, and what administrators read who answer it.

import type { LegalRequestKind, LegalRequestState } from '../../contract/data-protection/data-protection.ts';

export const title = 'Legal requests';
export const summary =
	'Ask for your data, have it changed or deleted, object to its use, or report content that must go.';
export const ownDataHint = 'Have an account? <own>Download, change or delete your data</own> yourself: it is faster.';
export const kind = 'What do you want?';
export const choose = 'Choose';
export const kinds: Record<LegalRequestKind, string> = {
	access: 'See the data about me',
	correction: 'Correct data about me',
	erasure: 'Delete data about me',
	objection: 'Object to a use of my data',
	takedown: 'Take down content',
};
export const kindHints: Record<LegalRequestKind, string> = {
	access: 'We tell you what we store about you and why. You get an answer within 30 days.',
	correction: 'Say what is wrong and what is right. You get an answer within 30 days.',
	erasure: 'Say which data we should delete. You get an answer within 30 days.',
	objection: 'Say which use you object to, and why. You get an answer within 30 days.',
	takedown: 'For content that breaks the law or your rights. We look at it within 24 hours.',
};
export const name = 'Your name';
export const emailHint = 'We send the answer there.';
export const url = 'Link to the content';
export const urlHint = 'Open the ad, post or profile and copy its address.';
export const text = 'Your request';
export const send = 'Send request';
export const needsScript = 'This form needs JavaScript. Turn it on in your browser, or contact us another way.';
export const sent = 'Request sent';
export const tooManyRequests = 'You have sent many requests today. Please try again tomorrow.';

export const pageTitle = 'Your request';
export const unknown = 'No request has this code';
export const unknownHint = 'Check the tracking code. We delete requests two years after the answer.';
export const sendAnother = 'Send a request';
export const code = 'Tracking code';
export const codeHint = 'Keep this code. With it you can see the state of your request on this page.';
export const find = 'Find a request';
export const findAction = 'Find';
export const states: Record<LegalRequestState, string> = { open: 'Open', done: 'Done', refused: 'Refused' };
export const sentOn = 'Sent on';
export const dueOn = 'Answer due by';
export const answeredOn = 'Answered on';
export const answer = 'Our answer';
export const complain = 'Not happy with it? Write to the <ndpc>Nigeria Data Protection Commission</ndpc>.';

export const listText = {
	loading: 'Loading legal requests',
	loadFailed: "We couldn't load the legal requests",
	list: 'Legal requests',
	emptyTitle: 'No legal requests',
	emptyHint: 'New requests appear here, the most urgent first.',
};
export const due = 'Due <time/>';
export const overdue = 'Overdue since <time/>';
export const fromAccount = (userName: string) => `Sent while logged in as @${userName}`;
export const fromEmail = (userName: string) =>
	`The email belongs to @${userName}, but nobody was logged in. Ask for a proof of identity.`;
export const fromStranger = 'No account has this email. Ask for a proof of identity before you send or change data.';
/** How administrators answer each kind of request with what the market has. */
export const howTo: Record<LegalRequestKind, string> = {
	access:
		'Owners download everything under Personal info. For others, look for their email under Accounts and Enrollments.',
	correction: 'Owners change their data under Personal info. Correct a course request under Enrollments.',
	erasure:
		'Owners delete their account under Personal info. It is erased after 14 days. Course payments stay for six years.',
	objection: 'Stop the use unless you have a stronger reason or a legal duty. Say which.',
	takedown: 'Open the link, report the content and decide about it under Reports. Then answer here.',
};
export const answerAction = 'Answer';
export const sendAnswer = 'Send answer';
export const outcome = 'Outcome';
export const answerLabel = 'Answer to the person';
export const answerHint = 'We send it by email and show it to everyone who has the code.';
export const answers = { done: 'Done', refused: 'Refused' };
export const answered = { done: 'Request answered', refused: 'Request refused' };
export const alreadyAnswered = 'This request has been answered already.';
export const notFound = 'This request does not exist.';

export const mailSubject = (trackingCode: string) => `Your request ${trackingCode}`;
export const mailLead = (kindName: string, brand: string) => `${brand} has received your request: ${kindName}.`;
export const mailDue = (date: string) => `You get an answer by ${date}.`;
export const mailIgnore = 'Was this not you? Then ignore this email.';
export const mailAnswerSubject = (trackingCode: string) => `Answer to your request ${trackingCode}`;
export const mailAnswerLead: Record<Exclude<LegalRequestState, 'open'>, string> = {
	done: 'We have dealt with your request.',
	refused: "We can't do what you asked for.",
};
export const mailComplain = 'Not happy with it? Write to the Nigeria Data Protection Commission.';
export const mailButton = 'View request';
