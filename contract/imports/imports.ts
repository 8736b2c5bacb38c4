import { z } from 'zod';
import { newAdSchema } from '../ads/ads.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { importLimits } from './import-limits.ts';

/** States of an import. `undoing`: its ads are being deleted. */
export const importStates = ['open', 'finished', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const importSchema = z.strictObject({
	id: idSchema,
	state: z.enum(importStates),
	/** Number of ads that the seller announced, that were posted, and that still exist. */
	ads: z.int().positive(),
	posted: z.int().nonnegative(),
	remaining: z.int().nonnegative(),
	created_at: timeSchema,
	/** Time until which the import can be undone. Null if it is undone. */
	undo_until: timeSchema.nullable(),
});
export type Import = z.infer<typeof importSchema>;

const importParamsSchema = z.strictObject({ id: idParamSchema });

export const startImport = defineEndpoint('startImport', {
	summary: `Start an import of at most ${importLimits.ads} picture ads; its ads count against its own quota`,
	body: z.strictObject({ ads: z.int().min(1).max(importLimits.ads) }),
	responses: { 201: importSchema },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

export const listImports = defineEndpoint('listImports', {
	summary: 'List your imports, newest first',
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(importSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const importAd = defineEndpoint('importAd', {
	summary: 'Post a picture ad in your open import. Followers get one notification when the import is finished',
	params: importParamsSchema,
	body: newAdSchema.omit({ remember_contact: true }),
	responses: { 201: z.strictObject({ id: idSchema }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

export const finishImport = defineEndpoint('finishImport', {
	summary: `Finish your import and notify your followers. An import without ads is deleted. Finishes by itself ${importLimits.silence / 3_600_000} hours after the last ad`,
	params: importParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const undoImport = defineEndpoint('undoImport', {
	summary: `Delete all ads of your import, within ${importLimits.undoWindow / 86_400_000} days. Idempotent`,
	params: importParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
