import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { timeSchema } from '../core/fields.ts';
import { passwordSchema, secondFactorCodeSchema, sessionSchema } from './accounts.ts';

/** Path that starts a Google sign-in. The query parameter `next` holds the path to open afterwards. */
export const googleSignInPath = '/api/auth/google';

/** Query parameters that the sign-in provider adds when it redirects the browser to `/auth/google`. */
const authorizationResponseSchema = z.strictObject({
	code: z.string().min(1).max(2048),
	state: z.string().min(1).max(200),
	/** Issuer of the response (RFC 9207), if the provider sends one. */
	iss: z.string().max(500).optional(),
});

/** New session, and the path that the user requested before the login. */
export const sessionWithReturnPathSchema = sessionSchema.extend({ next: z.string() });

export const finishGoogle = defineEndpoint('finishGoogle', {
	summary: "Log in with Google's response; only in the browser that started the login",
	query: authorizationResponseSchema,
	responses: { 200: sessionWithReturnPathSchema },
	errors: ['forbidden', 'not_found', 'conflict', 'disk_full'],
});

export const confirmGoogle = defineEndpoint('confirmGoogle', {
	summary: 'Finish a Google login with the second-factor code',
	body: z.strictObject({ code: secondFactorCodeSchema }),
	responses: { 200: sessionWithReturnPathSchema },
	errors: ['forbidden'],
});

export const getSignInMethods = defineEndpoint('getSignInMethods', {
	summary: 'Get your login methods',
	responses: {
		200: z.strictObject({
			password: z.boolean(),
			google: z.strictObject({
				/** True if Google sign-in is configured. */
				available: z.boolean(),
				linked: z.strictObject({ email: z.string(), linked_at: timeSchema }).nullable(),
			}),
			second_factor: z.strictObject({ on: z.boolean(), recovery_codes_left: z.int().nonnegative() }),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});
export type SignInMethods = z.infer<(typeof getSignInMethods)['responses'][200]>;

export const linkGoogle = defineEndpoint('linkGoogle', {
	summary: 'Get the URL that starts linking a Google account',
	body: z.strictObject({ password: passwordSchema }),
	responses: { 200: z.strictObject({ url: z.url() }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const finishGoogleLink = defineEndpoint('finishGoogleLink', {
	summary: 'Link the Google account; only in the browser and for the account that started it',
	body: authorizationResponseSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const unlinkGoogle = defineEndpoint('unlinkGoogle', {
	summary: 'Unlink your Google account',
	body: z.strictObject({ password: passwordSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
