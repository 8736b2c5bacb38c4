import { z } from 'zod';
import { stateSchema } from '../core/fields.ts';
import * as validationText from '../text/validation.ts';
import { isLgaOf } from './lgas.ts';

/** State and local government area, in a request. */
export const locationSchema = z
	.strictObject({ state: stateSchema, lga: z.string().nullish() })
	.refine(({ state, lga }) => lga == null || isLgaOf(state, lga), { path: ['lga'], error: validationText.lgaUnknown });
