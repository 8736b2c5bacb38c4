import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, placeSchema } from '../core/fields.ts';
import { phoneSchema } from '../core/phone.ts';
import { locationSchema } from '../location/location.ts';
import { displayNameSchema, meSchema } from './accounts.ts';
import * as accountLimits from './limits.ts';

/** This endpoint is not in `accounts.ts`, because the phone number rules and the areas that it needs would enlarge every login form's bundle. */
export const updateMe = defineEndpoint('updateMe', {
	summary: 'Update your account; omitted fields stay unchanged',
	body: z
		.strictObject({
			display_name: displayNameSchema,
			bio: createTextSchema({ max: accountLimits.bio.max }),
			place: placeSchema.nullable(),
			place_public: z.boolean(),
			location: locationSchema.nullable(),
			/** WhatsApp number. Ads that show the previous number get the new one. `call_number` works the same way. */
			phone: phoneSchema.nullable(),
			call_number: phoneSchema.nullable(),
			phone_public: z.boolean(),
		})
		.partial(),
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden'],
});
