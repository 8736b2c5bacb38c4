import { z } from 'zod';
import { idParamSchema } from './fields.ts';

/** Kinds of content that users can like, comment on and view: ads and posts. The names are also URL segments. */
export const targets = ['ads', 'posts'] as const;
export type Target = (typeof targets)[number];

export const targetParamsSchema = z.strictObject({ target: z.enum(targets), id: idParamSchema });
