// Sentences of the page that does some work before it opens a seller's WhatsApp or number.
import { plural } from '../../contract/core/plural.ts';

export const opening = 'Opening WhatsApp';
export const title = 'A short check first';
export const reason =
	'Many numbers were opened from your device, network or account. Your device does a short check, so that nobody collects numbers.';
export const takes = (seconds: number) =>
	seconds < 100
		? `This takes about ${plural(Math.max(1, Math.round(seconds)), { one: '# second', other: '# seconds' })}.`
		: `This takes about ${plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })}.`;
export const logInHint = "If you log in, you usually don't have to wait.";
export const failed = "We couldn't open the contact";
export const rejectedVisitor = 'Too many numbers were opened from here. Log in, or try again in an hour.';
export const rejectedAccount = 'Too many numbers were opened from your account or network. Try again in an hour.';
export const needsScript =
	'Many numbers were opened from your device or network. Turn on JavaScript, or try again in an hour.';
export const needsScriptForAd =
	'Many numbers were opened from your device or network. Turn on JavaScript, try again in an hour, or ask in the comments.';
