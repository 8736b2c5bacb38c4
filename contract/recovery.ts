import { z } from 'zod';
import { password, secondFactorCode } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { email, newPassword } from './fields.ts';

/** Confirms the owner's identity, because a session may be open on a shared device. */
export const reauthenticationFields = {
	password,
	/** Required if the account has a second factor; without it the response is 422 with `fields.code`. */
	code: secondFactorCode.optional(),
};

export const forgotPassword = endpoint('forgotPassword', {
	summary: 'Send a link to choose a new password; the answer is the same whether or not there is such an account',
	body: z.strictObject({ email }),
	responses: { 202: null },
	errors: [],
});

export const resetPassword = endpoint('resetPassword', {
	summary: 'Choose a new password with the token from the mail; every session and every other link ends',
	body: z.strictObject({ token: z.string().max(100), password: newPassword }),
	responses: { 204: null },
	errors: [],
});

export const resendVerification = endpoint('resendVerification', {
	summary: 'Send the link that confirms the own e-mail address once more',
	responses: { 202: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const changeEmail = endpoint('changeEmail', {
	summary: 'Ask for another e-mail address; it counts once the link that is mailed there was opened',
	body: z.strictObject({ email, ...reauthenticationFields }),
	responses: { 202: null },
	errors: ['unauthenticated', 'forbidden'],
});

export const keepEmail = endpoint('keepEmail', {
	summary: 'Stay with the present e-mail address: the link that was mailed to another works no more',
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
