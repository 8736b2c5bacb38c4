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
	summary: "Log in with Google's response; only in the browser that started the login",
	query: authorizationResponse,
	responses: { 200: sessionWithReturnPath },
	errors: ['forbidden', 'not_found', 'conflict', 'disk_full'],
});

export const confirmGoogle = endpoint('confirmGoogle', {
	summary: 'Finish a Google login with the second-factor code',
	body: z.strictObject({ code: secondFactorCode }),
	responses: { 200: sessionWithReturnPath },
	errors: ['forbidden'],
});

export const getSignInMethods = endpoint('getSignInMethods', {
	summary: 'Get your login methods',
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
	summary: 'Get the URL that starts linking a Google account',
	body: z.strictObject({ password }),
	responses: { 200: z.strictObject({ url: z.url() }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const finishGoogleLink = endpoint('finishGoogleLink', {
	summary: 'Link the Google account; only in the browser and for the account that started it',
	body: authorizationResponse,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const unlinkGoogle = endpoint('unlinkGoogle', {
	summary: 'Unlink your Google account',
	body: z.strictObject({ password }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
