// What the form for reports says.
import type { ReportReason } from '../../contract/moderation/moderation.ts';

export const title = (what: string) => `Report this ${what}`;
export const thanks = "Thank you. We'll review it.";
export const hint = 'Why are you reporting this? We keep your report private.';
export const reason = 'Reason';
export const note = 'Note';
export const send = 'Send report';
/** What can be wrong with a thing. */
export const reasons: Record<ReportReason, string> = {
	scam: 'It looks like a scam',
	prohibited: 'Prohibited item',
	stolen: 'Stolen photos or text',
	offensive: 'Offensive or hurtful',
	spam: 'Spam',
	other: 'Something else',
};
