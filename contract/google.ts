import { z } from 'zod';
import { password, secondFactorCode, session } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';

/** Start of Google sign-in; the query parameter `next` holds the path to return to. */
export const googleSignInPath = '/api/auth/google';

/** Parameters that the provider adds to the redirect to `/auth/google`. */
const authorizationResponse = z.strictObject({
	code: z.string().min(1).max(2048),
	state: z.string().min(1).max(200),
	/** Issuer (RFC 9207), if the provider sends it. */
	iss: z.string().max(500).optional(),
});

/** Session and the path requested before login. */
const sessionWithReturnPath = session.extend({ next: z.string() });

export const finishGoogle = endpoint('finishGoogle', {
	summary: 'Begin a session with what Google handed back; only in the browser that asked for it',
	query: authorizationResponse,
	responses: { 200: sessionWithReturnPath },
	errors: ['forbidden', 'not_found', 'conflict', 'disk_full'],
});

export const confirmGoogle = endpoint('confirmGoogle', {
	summary: 'Begin the session that waits for the code of the second factor',
	body: z.strictObject({ code: secondFactorCode }),
	responses: { 200: sessionWithReturnPath },
	errors: ['forbidden'],
});

export const getSignInMethods = endpoint('getSignInMethods', {
	summary: 'How the own account can log in',
	responses: {
		200: z.strictObject({
			password: z.boolean(),
			google: z.strictObject({
				/** Whether Google sign-in is configured. */
				available: z.boolean(),
				linked: z.strictObject({ email: z.string(), linked_at: time }).nullable(),
			}),
			second_factor: z.strictObject({ on: z.boolean(), recovery_codes_left: z.int().nonnegative() }),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});
export type SignInMethods = z.infer<(typeof getSignInMethods)['responses'][200]>;

export const linkGoogle = endpoint('linkGoogle', {
	summary: 'Begin to link a Google account: where to send the browser',
	body: z.strictObject({ password }),
	responses: { 200: z.strictObject({ url: z.url() }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const finishGoogleLink = endpoint('finishGoogleLink', {
	summary: 'Link the Google account that was signed in to; only in the browser and for the account that asked for it',
	body: authorizationResponse,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const unlinkGoogle = endpoint('unlinkGoogle', {
	summary: 'Unlink the Google account',
	body: z.strictObject({ password }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
