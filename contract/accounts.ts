import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailSchema, idSchema, newPasswordSchema, timeSchema, userNameSchema } from './fields.ts';
import { uploadedFileSchema } from './media.ts';
import * as messages from './messages.ts';
import * as validationText from './text/validation.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Public author fields embedded in ads, posts and comments. */
export const personSchema = z.strictObject({
	id: idSchema,
	user_name: z.string(),
	display_name: z.string(),
	/** Avatar URL; null if the account has none. */
	user_image: z.string().nullable(),
});
export type Person = z.infer<typeof personSchema>;

/** Account fields visible only to the account's owner. */
export const meSchema = z.strictObject({
	id: idSchema,
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().nullable(),
	bio: z.string(),
	place: z.string().nullable(),
	/** `place` and `phone` appear on the public profile only if their `_public` flag is set. */
	place_public: z.boolean(),
	/** Digits for `wa.me`. */
	phone: z.string().nullable(),
	phone_public: z.boolean(),
	email: z.string(),
	email_verified: z.boolean(),
	/** Requested email address, until it is confirmed. */
	new_email: z.string().nullable(),
	role: z.enum(roles),
	/** True for the first administrator until the generated password is changed. */
	must_change_password: z.boolean(),
	/** Time of permanent deletion; null for an active account. Until then the owner can only restore the account. */
	deletes_at: timeSchema.nullable(),
	created_at: timeSchema,
});
export type Me = z.infer<typeof meSchema>;

/** Session data that the browser stores under `user-details`. */
export const sessionSchema = meSchema.extend({
	/** Opaque; sent as `Authorization: Bearer`. */
	token: z.string(),
	expires_at: timeSchema,
});
export type Session = z.infer<typeof sessionSchema>;

export const profileSchema = personSchema.extend({
	bio: z.string(),
	place: z.string().nullable(),
	/** Digits for `wa.me`; null unless the owner makes the number public. */
	whatsapp: z.string().nullable(),
	followers: z.int().nonnegative(),
	created_at: timeSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * Random browser key of 32 to 64 characters (`0-9 A-Z a-z _ -`), sent with every login. Browsers that logged in before can still log in
 * while password guessing locks the account. A malformed key counts as missing.
 */
const deviceKeySchema = z.string().max(200).optional();

export const signUp = endpoint('signUp', {
	summary: 'Create an account and a session',
	body: z.strictObject({
		user_name: userNameSchema,
		email: emailSchema,
		password: newPasswordSchema,
		device_key: deviceKeySchema,
	}),
	responses: { 201: sessionSchema },
	errors: [],
});

/** Checks no format, so that a malformed password gets the same response as a wrong one. */
export const passwordSchema = z.string(messages.passwordMissing).min(1, messages.passwordMissing).max(1024);

/** Authenticator app code or recovery code. */
export const secondFactorCodeSchema = z
	.string(validationText.codeMissing)
	.trim()
	.min(1, validationText.codeMissing)
	.max(64);

export const loginFormSchema = z.strictObject({
	email: emailSchema,
	password: passwordSchema,
	/** Required if the account has a second factor; without it the response is 422 with `fields.code`. */
	code: secondFactorCodeSchema.optional(),
	device_key: deviceKeySchema,
});

export const logIn = endpoint('logIn', {
	summary: 'Log in',
	body: loginFormSchema,
	responses: { 200: sessionSchema },
	errors: ['forbidden'],
});

export const logOut = endpoint('logOut', {
	summary: 'Log out',
	responses: { 204: null },
	errors: ['unauthenticated'],
});

export const getMe = endpoint('getMe', {
	summary: 'Get your account',
	responses: { 200: meSchema },
	errors: ['unauthenticated'],
});

export const setAvatar = endpoint('setAvatar', {
	summary: 'Set an uploaded picture as your avatar',
	body: uploadedFileSchema,
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeAvatar = endpoint('removeAvatar', {
	summary: 'Remove your avatar',
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const changePassword = endpoint('changePassword', {
	summary: 'Change your password: ends every other session and replaces this one',
	body: z.strictObject({
		current_password: passwordSchema,
		new_password: newPasswordSchema,
	}),
	responses: { 200: sessionSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const verifyEmail = endpoint('verifyEmail', {
	summary: 'Confirm an email address with the token from the email',
	body: z.strictObject({ token: z.string().max(100) }),
	responses: { 204: null },
	errors: [],
});

export const getUser = endpoint('getUser', {
	summary: 'Get a public profile',
	params: z.strictObject({ user_name: z.string().max(100) }),
	responses: { 200: profileSchema },
	errors: ['not_found'],
});
