import { z } from 'zod';
import { password, secondFactorCode } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';

export const beginSecondFactor = endpoint(addresses.beginSecondFactor, {
	summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed',
	body: z.strictObject({ password }),
	answers: {
		200: z.strictObject({
			/** Base32, for typing. */
			secret: z.string(),
			/** The same and what it is for as `otpauth://…`, for a QR code. */
			uri: z.string(),
		}),
	},
});

export const confirmSecondFactor = endpoint(addresses.confirmSecondFactor, {
	summary: 'Turn the second factor on with a first code; answers the recovery codes, this once',
	body: z.strictObject({ code: secondFactorCode }),
	answers: { 200: z.strictObject({ recovery_codes: z.array(z.string()) }) },
});

export const endSecondFactor = endpoint(addresses.endSecondFactor, {
	summary: 'Turn the second factor off',
	body: z.strictObject({ password, code: secondFactorCode }),
	answers: { 204: null },
});
