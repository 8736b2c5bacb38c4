// What the API answers about verification, and the text message with a code.

import { plural } from '../../contract/core/plural.ts';

/** The SMS. It has no apostrophe and no other character that makes a text message shorter and dearer. */
export const codeMessage = (code: string, minutes: number, brand: string) =>
	`${code} is your ${brand} code. It works for ${minutes} minutes. Never share it: we will not ask you for it.`;
export const phoneNotOffered = 'This site cannot send codes to phones yet.';
export const mobileOnly = 'Enter a Nigerian mobile number, like 0803 123 4567';
export const numberVerified = 'You have already verified this number.';
export const waitForCode = 'We just sent you a code. Wait a minute before you ask for another.';
export const tooManyCodes = 'Too many codes today. Please try again tomorrow.';
export const codeNotSent = "We couldn't send the code. Check the number, or try again in a few minutes.";
export const codeWrong = (left: number) =>
	`This code is wrong. You have ${plural(left, { one: 'one try', other: '# tries' })} left`;
export const codeOver = 'This code no longer works. Ask for a new one';

export const tooManyDocuments = (max: number) => `You can send up to ${max} photos. Remove one first.`;
export const documentGone = 'This photo no longer exists.';
export const documentsMissing = 'Add a photo of your document first.';
export const requestPending = "We're already checking your documents.";
export const tooManyRequests = 'You asked too often this month. Please try again later.';
export const requestUnknown = 'Request not found.';
export const alreadyDecided = 'Another administrator has already decided this.';
export const notAccepted = 'Only an accepted request can be revoked.';
