import type { z } from 'zod';
export const apiExamples: ReadonlyMap<z.ZodType, unknown> = new Map();
