import { z } from 'zod';
import { isLgaOf } from './lgas.ts';
import { states } from './states.ts';
import * as validationText from './text/validation.ts';

/** State and local government area, in a request. */
export const locationSchema = z
	.strictObject({ state: z.enum(states, validationText.stateMissing), lga: z.string().nullish() })
	.refine(({ state, lga }) => lga == null || isLgaOf(state, lga), { path: ['lga'], error: validationText.lgaUnknown });
