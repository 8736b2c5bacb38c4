import { z } from 'zod';
import { password, secondFactorCode, session } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';

/** Where a browser that wants to sign in with Google is sent first; it may add the path to return to as `next`. */
export const googleBeginPath = '/api/auth/google';

/** What the provider hands to the page `/auth/google`, as far as it is needed. */
const handedBack = z.strictObject({
	code: z.string().min(1).max(2048),
	state: z.string().min(1).max(200),
	/** The provider's own address, where it sends it (RFC 9207). */
	iss: z.string().max(500).optional(),
});

/** A session, and the path that was asked for before it began. */
const begun = session.extend({ next: z.string() });

export const finishGoogle = endpoint(addresses.finishGoogle, {
	summary: 'Begin a session with what Google handed back; only in the browser that asked for it',
	query: handedBack,
	answers: { 200: begun },
});

export const confirmGoogle = endpoint(addresses.confirmGoogle, {
	summary: 'Begin the session that waits for the code of the second factor',
	body: z.strictObject({ code: secondFactorCode }),
	answers: { 200: begun },
});

export const getSignInMethods = endpoint(addresses.getSignInMethods, {
	summary: 'How the own account can log in',
	answers: {
		200: z.strictObject({
			password: z.boolean(),
			google: z.strictObject({
				/** Whether it is configured here. */
				available: z.boolean(),
				/** The Google account that is linked. */
				linked: z.strictObject({ email: z.string(), linked_at: time }).nullable(),
			}),
			second_factor: z.strictObject({ on: z.boolean(), recovery_codes_left: z.int().nonnegative() }),
		}),
	},
});
export type SignInMethods = z.infer<(typeof getSignInMethods)['answers'][200]>;

export const linkGoogle = endpoint(addresses.linkGoogle, {
	summary: 'Begin to link a Google account: where to send the browser',
	body: z.strictObject({ password }),
	answers: { 200: z.strictObject({ url: z.url() }) },
});

export const finishGoogleLink = endpoint(addresses.finishGoogleLink, {
	summary: 'Link the Google account that was signed in to; only in the browser and for the account that asked for it',
	body: handedBack,
	answers: { 204: null },
});

export const unlinkGoogle = endpoint(addresses.unlinkGoogle, {
	summary: 'Unlink the Google account',
	body: z.strictObject({ password }),
	answers: { 204: null },
});
