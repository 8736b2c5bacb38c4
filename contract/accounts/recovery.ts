import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { emailSchema, newPasswordSchema } from '../core/fields.ts';
import { passwordSchema, secondFactorCodeSchema } from './accounts.ts';

/** Credentials that confirm the owner's identity. A session alone does not suffice, because a shared device may keep the session open. */
export const reauthenticationShape = {
	password: passwordSchema,
	/** Second-factor code. If an account needs the code and it is missing, the response is 422 with `fields.code`. */
	code: secondFactorCodeSchema.optional(),
};

export const forgotPassword = defineEndpoint('forgotPassword', {
	summary: 'Email a link to reset the password; the response is the same whether or not the account exists',
	body: z.strictObject({ email: emailSchema }),
	responses: { 202: null },
	errors: [],
});

export const resetPassword = defineEndpoint('resetPassword', {
	summary:
		'Reset the password with the token from the email; ends every session and other link. The token from the email about a changed address also restores the former address',
	body: z.strictObject({ token: z.string().max(100), password: newPasswordSchema }),
	responses: { 204: null },
	errors: [],
});

export const resendVerification = defineEndpoint('resendVerification', {
	summary: 'Resend the link that confirms your email',
	responses: { 202: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const changeEmail = defineEndpoint('changeEmail', {
	summary: 'Request a new email address; it applies when its confirmation link is opened',
	body: z.strictObject({ email: emailSchema, ...reauthenticationShape }),
	responses: { 202: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const keepEmail = defineEndpoint('keepEmail', {
	summary: 'Keep the current email address; invalidates the confirmation link of the new one',
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const undoNumberChange = defineEndpoint('undoNumberChange', {
	summary:
		'Put the phone numbers of your account and ads back with the token from the email; the email works once, for a day',
	body: z.strictObject({ token: z.string().max(100) }),
	responses: { 204: null },
	errors: [],
});
