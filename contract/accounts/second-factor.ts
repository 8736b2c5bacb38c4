import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { passwordSchema, secondFactorCodeSchema } from './accounts.ts';

export const beginSecondFactor = defineEndpoint('beginSecondFactor', {
	summary: 'Create a secret for an authenticator app; it applies once a code is confirmed',
	body: z.strictObject({ password: passwordSchema }),
	responses: {
		200: z.strictObject({
			/** Secret of the authenticator app in Base32, for manual entry. */
			secret: z.string(),
			/** `otpauth://` URI with the secret, for a QR code. */
			uri: z.string(),
		}),
	},
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const confirmSecondFactor = defineEndpoint('confirmSecondFactor', {
	summary: 'Turn on the second factor with a first code; returns the recovery codes once',
	body: z.strictObject({ code: secondFactorCodeSchema }),
	responses: { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const endSecondFactor = defineEndpoint('endSecondFactor', {
	summary: 'Turn off the second factor',
	body: z.strictObject({ password: passwordSchema, code: secondFactorCodeSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
