import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import {
	createTextSchema,
	emailSchema,
	idSchema,
	newPasswordSchema,
	stateSchema,
	timeSchema,
	userNameSchema,
} from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import * as messages from '../core/messages.ts';
import { uploadedFileSchema } from '../media/media.ts';

export const roles = ['user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an account can prove: control of its phone number, or a business whose documents an administrator checked. */
export const verifiedKinds = ['phone', 'business'] as const;
export type VerifiedKind = (typeof verifiedKinds)[number];

/** How quickly a seller usually gives the first answer to a question: within an hour, three hours or a day, or later. */
export const responseTimes = ['hour', 'hours', 'day', 'days'] as const;
export type ResponseTime = (typeof responseTimes)[number];

const verifiedSchema = z.array(z.enum(verifiedKinds));

/** `average` of 1 to 5 stars, rounded to one decimal, of `count` reviews. */
const ratingSchema = z.strictObject({ average: z.number().min(1).max(5), count: z.int().positive() });
export type Rating = z.infer<typeof ratingSchema>;

/** Public author fields, embedded in ads, posts and comments. */
export const personSchema = z.strictObject({
	id: idSchema,
	user_name: z.string(),
	display_name: z.string(),
	/** URL of the account's avatar; null if the account has none. */
	user_image: z.string().nullable(),
	/** What the account has proven; missing if nothing. */
	verified: verifiedSchema.optional(),
	/** Missing if the account gave too few answers in the last weeks. */
	response_time: z.enum(responseTimes).optional(),
	/** True if the account is new and unverified, and several people reported it or a moderator warned it: customers see a warning before they chat with it. */
	caution: z.literal(true).optional(),
	/** Average of the account's reviews as a seller; null without reviews. Missing in responses that devices stored before 2026-12. */
	rating: ratingSchema.nullish(),
});
export type Person = z.infer<typeof personSchema>;

/** Account as its owner sees it, with private fields such as the email address. */
export const meSchema = z.strictObject({
	id: idSchema,
	user_name: z.string(),
	display_name: z.string(),
	user_image: z.string().nullable(),
	bio: z.string(),
	place: z.string().nullable(),
	/** True if the public profile shows the place. */
	place_public: z.boolean(),
	/** State and local government area of the account's ads, which fill in the next ad. Only the owner sees them here. */
	location: z.strictObject({ state: stateSchema, lga: z.string().nullable() }).nullable(),
	/** WhatsApp number: international digits without the plus. */
	phone: z.string().nullable(),
	/** Number for phone calls, in the same format. */
	call_number: z.string().nullable(),
	/** True if the public profile shows both numbers. */
	phone_public: z.boolean(),
	verified: verifiedSchema,
	email: z.string(),
	email_verified: z.boolean(),
	/** New email address that the owner requested and has not confirmed yet. */
	new_email: z.string().nullable(),
	role: z.enum(roles),
	/** True for the first administrator until the generated password is changed. */
	must_change_password: z.boolean(),
	/** Time when an account that its owner deleted is erased; null for other accounts. Until then the owner can restore the account. */
	deletes_at: timeSchema.nullable(),
	created_at: timeSchema,
});
export type Me = z.infer<typeof meSchema>;

/** Session data that the browser stores under the local storage key `user-details`. */
export const sessionSchema = meSchema.extend({
	/** Opaque session token, sent as `Authorization: Bearer`. */
	token: z.string(),
	expires_at: timeSchema,
});
export type Session = z.infer<typeof sessionSchema>;

/**
 * Whether customers can reach a seller on WhatsApp and by phone. The numbers are given only by `revealContact` and by the pages at
 * `contactLinkPath`, so that nobody can collect them.
 */
export const reachableShape = { has_whatsapp: z.boolean(), has_call_number: z.boolean() };

export const profileSchema = personSchema.extend({
	bio: z.string(),
	place: z.string().nullable(),
	...reachableShape,
	/** Name of the business whose documents were accepted; null without such a proof. */
	business_name: z.string().nullable(),
	followers: z.int().nonnegative(),
	created_at: timeSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/**
 * Random key of a browser, sent with every login: 32 to 64 characters of `0-9 A-Z a-z _ -`. A browser that logged in before can log in even
 * while password guessing locks the account. A malformed key counts as missing.
 */
export const deviceKeySchema = z.string().max(200).optional();

/** Name of a person or shop, as others see it. */
export const displayNameSchema = createTextSchema({
	max: limits.displayName.max,
	missing: validationText.displayNameMissing,
});

export const suggestUserName = defineEndpoint('suggestUserName', {
	summary: 'Get a free user name for the name of a person or shop',
	query: z.strictObject({ name: displayNameSchema }),
	responses: { 200: z.strictObject({ user_name: z.string() }) },
	errors: [],
});

export const signUp = defineEndpoint('signUp', {
	summary: 'Create an account and a session',
	body: z.strictObject({
		user_name: userNameSchema,
		/** Defaults to the user name. */
		display_name: displayNameSchema.optional(),
		email: emailSchema,
		password: newPasswordSchema,
		device_key: deviceKeySchema,
	}),
	responses: { 201: sessionSchema },
	errors: [],
});

/** Password of a login. The schema checks no format, so that a malformed password gets the same response as a wrong one. */
export const passwordSchema = z.string(messages.passwordMissing).min(1, messages.passwordMissing).max(1024);

/** Code of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z
	.string(validationText.codeMissing)
	.trim()
	.min(1, validationText.codeMissing)
	.max(64);

export const loginFormSchema = z.strictObject({
	email: emailSchema,
	password: passwordSchema,
	/** Second-factor code. If an account needs the code and it is missing, the response is 422 with `fields.code`. */
	code: secondFactorCodeSchema.optional(),
	device_key: deviceKeySchema,
});

export const logIn = defineEndpoint('logIn', {
	summary: 'Log in',
	body: loginFormSchema,
	responses: { 200: sessionSchema },
	errors: ['forbidden'],
});

export const logOut = defineEndpoint('logOut', {
	summary: 'Log out',
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const getMe = defineEndpoint('getMe', {
	summary: 'Get your account',
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const setAvatar = defineEndpoint('setAvatar', {
	summary: 'Set an uploaded picture as your avatar',
	body: uploadedFileSchema,
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const removeAvatar = defineEndpoint('removeAvatar', {
	summary: 'Remove your avatar',
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const changePassword = defineEndpoint('changePassword', {
	summary: 'Change your password: ends every other session and replaces this one',
	body: z.strictObject({
		current_password: passwordSchema,
		new_password: newPasswordSchema,
	}),
	responses: { 200: sessionSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const verifyEmail = defineEndpoint('verifyEmail', {
	summary: 'Confirm an email address with the token from the email',
	body: z.strictObject({ token: z.string().max(100) }),
	responses: { 204: null },
	errors: [],
});

export const getUser = defineEndpoint('getUser', {
	summary: 'Get a public profile',
	params: z.strictObject({ user_name: z.string().max(100) }),
	responses: { 200: profileSchema },
	errors: ['not_found'],
});
