// What the form for reports says.
import type { ReportReason } from '../moderation.ts';

export const title = (what: string) => `Report this ${what}`;
export const thanks = 'Thank you. We will look at it.';
export const hint = 'What is wrong with it? Nobody is told who reported.';
export const reason = 'Reason';
export const note = 'Note';
export const noteTooLong = (max: number) => `At most ${max} letters`;
export const send = 'Send report';
/** What can be wrong with a thing. */
export const reasons: Record<ReportReason, string> = {
	scam: 'It looks like a scam',
	prohibited: 'It may not be sold',
	stolen: 'Pictures or words were stolen',
	offensive: 'It is offensive or hurts someone',
	spam: 'It is spam',
	other: 'Something else',
};
