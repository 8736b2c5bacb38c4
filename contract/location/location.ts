import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { stateSchema } from '../core/fields.ts';
import { isLgaOf } from './lgas.ts';

/** State and local government area, in a request. */
export const locationSchema = z
	.strictObject({ state: stateSchema, lga: z.string().nullish() })
	.refine(({ state, lga }) => lga == null || isLgaOf(state, lga), { path: ['lga'], error: validationText.lgaUnknown });
