import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, id, newPassword, time, userName } from './fields.ts';
import { uploadedFile } from './media.ts';
import * as messages from './messages.ts';
import * as validationText from './text/validation.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A person as others see them next to what they posted. */
export const person = z.strictObject({
	id,
	user_name: z.string(),
	display_name: z.string(),
	/** Address of the avatar; null shows the first letter. */
	user_image: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

/** The account to its owner. */
export const me = z.strictObject({
	id,
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().nullable(),
	bio: z.string(),
	place: z.string().nullable(),
	/** Shown on the profile only where `place_public` says so; the same for the phone number. */
	place_public: z.boolean(),
	/** Digits for `wa.me`. */
	phone: z.string().nullable(),
	phone_public: z.boolean(),
	email: z.string(),
	email_verified: z.boolean(),
	/** The address asked for instead, until it is confirmed. */
	new_email: z.string().nullable(),
	role: z.enum(roles),
	/** True for the first administrator until the printed password is replaced. */
	must_change_password: z.boolean(),
	/** When the account is erased; null unless its owner has deleted it. Until then it does nothing but come back. */
	deletes_at: time.nullable(),
	created_at: time,
});
export type Me = z.infer<typeof me>;

/** What the browser keeps under `user-details`. */
export const session = me.extend({
	/** Opaque; sent as `Authorization: Bearer`. */
	token: z.string(),
	expires_at: time,
});
export type Session = z.infer<typeof session>;

/** A public profile. */
export const profile = person.extend({
	bio: z.string(),
	place: z.string().nullable(),
	/** Digits for `wa.me`, where the owner shows them. */
	whatsapp: z.string().nullable(),
	followers: z.int().nonnegative(),
	created_at: time,
});
export type Profile = z.infer<typeof profile>;

/**
 * What a browser makes up once and sends with every login, 32 to 64 random letters of `0-9 A-Z a-z _ -`: where strangers try passwords of
 * an account, browsers that logged in to it before still may. Anything else is taken for none.
 */
const deviceKey = z.string().max(200).optional();

export const signUp = endpoint('signUp', {
	summary: 'Make an account and begin a session',
	body: z.strictObject({ user_name: userName, email, password: newPassword, device_key: deviceKey }),
	responses: { 201: session },
	errors: [],
});

/** As typed, and never told apart by its form: a wrong one and a malformed one answer alike. */
export const password = z.string(messages.passwordMissing).min(1, messages.passwordMissing).max(1024);

/** From an authenticator app, or a recovery code. */
export const secondFactorCode = z.string(validationText.codeMissing).trim().min(1, validationText.codeMissing).max(64);

export const logInForm = z.strictObject({
	email,
	password,
	/** Where the account has a second factor; without it the answer is 422 with `fields.code`. */
	code: secondFactorCode.optional(),
	device_key: deviceKey,
});

export const logIn = endpoint('logIn', {
	summary: 'Begin a session',
	body: logInForm,
	responses: { 200: session },
	errors: ['forbidden'],
});

export const logOut = endpoint('logOut', {
	summary: 'End this session',
	responses: { 204: null },
	errors: ['unauthenticated'],
});

export const getMe = endpoint('getMe', {
	summary: 'The own account',
	responses: { 200: me },
	errors: ['unauthenticated'],
});

export const setAvatar = endpoint('setAvatar', {
	summary: 'Use an uploaded picture as the avatar',
	body: uploadedFile,
	responses: { 200: me },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeAvatar = endpoint('removeAvatar', {
	summary: 'Go back to the first letter',
	responses: { 200: me },
	errors: ['unauthenticated', 'forbidden'],
});

export const changePassword = endpoint('changePassword', {
	summary: 'Change the password; every other session ends, this one is replaced',
	body: z.strictObject({
		current_password: password,
		new_password: newPassword,
	}),
	responses: { 200: session },
	errors: ['unauthenticated', 'forbidden'],
});

export const verifyEmail = endpoint('verifyEmail', {
	summary: 'Confirm an e-mail address with the token from the mail',
	body: z.strictObject({ token: z.string().max(100) }),
	responses: { 204: null },
	errors: [],
});

export const getUser = endpoint('getUser', {
	summary: 'A public profile',
	params: z.strictObject({ user_name: z.string().max(100) }),
	responses: { 200: profile },
	errors: ['not_found'],
});
