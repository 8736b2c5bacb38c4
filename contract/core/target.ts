import { z } from 'zod';
import { idParamSchema } from './fields.ts';

/** Kinds of content that users can like, comment on and view: ads and posts. The names are also URL segments. */
export const contentTargets = ['ads', 'posts'] as const;
export type ContentTarget = (typeof contentTargets)[number];

export const targetParamsSchema = z.strictObject({ target: z.enum(contentTargets), id: idParamSchema });
