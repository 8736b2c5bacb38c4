import { z } from 'zod';
import { idParamSchema } from './fields.ts';

/** Subject of a like, comment, save, report or view, as it appears in the URL. */
export const targets = ['ads', 'posts'] as const;
export type Target = (typeof targets)[number];

export const targetParamsSchema = z.strictObject({ target: z.enum(targets), id: idParamSchema });
