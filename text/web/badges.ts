// What badges of sellers say. The first page shows some of it, so the file holds nothing else.
import type { ResponseTime, VerifiedKind } from '../../contract/accounts/accounts.ts';

/** What a badge proves, in full. */
export const verifiedKinds: Record<VerifiedKind, string> = {
	phone: 'Phone number verified',
	business: 'Business verified',
};
export const describeVerified = (verified: readonly VerifiedKind[] = []) =>
	verified.map((kind) => verifiedKinds[kind]).join(', ');
/** Visible part of the mark on a small card. Screen readers get the sentences of `verifiedKinds`. */
export const verified = '✓ Verified';
export const responseTimes: Record<ResponseTime, string> = {
	hour: 'Usually answers within an hour',
	hours: 'Usually answers within 3 hours',
	day: 'Usually answers within a day',
	days: 'Usually takes more than a day to answer',
};
