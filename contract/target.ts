import { z } from 'zod';
import { idParam } from './fields.ts';

/** What a like, a comment, a save, a report or a view is about: as the address names it, and the kind it stands for. */
export const targets = ['ads', 'posts'] as const;
export type Target = (typeof targets)[number];

export const targetParams = z.strictObject({ target: z.enum(targets), id: idParam });
