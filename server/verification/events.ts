import { defineEvent } from '../core/events.ts';

/** Result of an administrator's decision about a request to verify a business. */
export type VerificationOutcome = 'accepted' | 'rejected' | 'revoked';

/** Event: an administrator decided a request to verify a business. */
export const businessVerificationDecided = defineEvent<{
	verificationId: number;
	accountId: number;
	outcome: VerificationOutcome;
}>('verification.decided');
