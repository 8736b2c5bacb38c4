// What the verification page and the badges say.
import { plural } from '../../contract/core/plural.ts';
import type { BusinessDocument, NameHolder, VerificationState } from '../../contract/verification/verification.ts';

export const title = 'Verification';
export const lead = 'Show customers who you are. Your badge says what we checked, and nothing more.';
export const loading = 'Loading your verification';
export const loadFailed = "We couldn't load your verification";

export const nameHolders: Record<NameHolder, string> = {
	account:
		'No badge shows by your name, because another account used it first. <profile>Change your name</profile>, or verify your business below.',
	business:
		'No badge shows by your name, because a verified business uses it. <profile>Change your name</profile> to show your badge.',
};

export const phoneTitle = 'Phone number';
export const phoneHint = 'We text you a code. It proves that you use this number.';
export const phoneNotOffered = "This site can't send codes to phones yet.";
export const phone = 'Your WhatsApp number';
export const phoneHelp = 'Use a Nigerian mobile number that can get SMS.';
export const sendCode = 'Send code';
export const codeSent = (minutes: number) => `We sent a code to <number/>. It works for ${minutes} minutes.`;
export const code = 'Code from the SMS';
export const verify = 'Verify number';
export const resend = 'Send a new code';
export const resendIn = (seconds: number) =>
	`You can ask for a new code in ${plural(seconds, { one: 'one second', other: '# seconds' })}`;
export const otherNumber = 'Use another number';
export const change = 'Change number';
export const phoneVerified = 'Phone number verified';
export const verifiedSince = (date: string) => `Verified on ${date}`;

export const businessTitle = 'Business';
export const businessHint = 'Send photos of your papers. We check them and delete the photos after our decision.';
export const businessName = 'Business name';
export const businessNameHint = 'As written on your document. Customers will see it on your profile.';
export const document = 'Document';
export const chooseDocument = 'Choose a document';
export const documents: Record<BusinessDocument, string> = {
	cac_certificate: 'CAC certificate',
	cac_status_report: 'CAC status report',
	tin_certificate: 'Tax (TIN) certificate',
	smedan_certificate: 'SMEDAN certificate',
};
export const photos = 'Photos of the document';
export const photosHint = (most: number, megabytes: number) =>
	`Up to ${most} photos of ${megabytes} MB. All text must be easy to read.`;
export const photosMissing = 'Add at least one photo of the document';
export const photoOf = (moment: string) => `Photo of ${moment}`;
export const openPhoto = (moment: string) => `${photoOf(moment)}, opens in a new tab`;
export const removePhoto = (place: number) => `Remove photo ${place}`;
export const photoRemoved = 'Photo removed';
export const sendingPhoto = (name: string) => `Sending ${name}`;
export const whoSees = 'Only our administrators can see your photos. Photos you do not send are deleted after a day.';
export const sendRequest = 'Send for checking';
export const requestSent = "Sent. We'll tell you what we decide.";
export const pendingTitle = "We're checking your documents";
export const pendingHint = "We'll email you what we decide.";
export const withdraw = 'Withdraw request';
export const withdrawQuestion = 'Withdraw your request?';
export const withdrawHint = 'We delete your photos. You can ask again later.';
export const keepRequest = 'Keep request';
export const withdrawn = 'Request withdrawn. Photos deleted.';
export const rejectedTitle = 'Not verified';
export const revokedTitle = 'No longer verified';
export const askAgain = 'Send new photos';
export const otherBusiness = 'Verify another business name';
export const businessVerified = 'Business verified';
export const states: Record<VerificationState, string> = {
	pending: 'Pending',
	accepted: 'Accepted',
	rejected: 'Rejected',
	revoked: 'Revoked',
	withdrawn: 'Withdrawn',
};
