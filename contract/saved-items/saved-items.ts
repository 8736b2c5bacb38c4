import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { idParamSchema, idSchema } from '../core/fields.ts';
import * as savedItemLimits from './limits.ts';

/** Names of the lists of saved items. The browser uses the names as keys in local storage. */
export const savedLists = ['wishlist', 'talks', 'tweets'] as const;
export type SavedList = (typeof savedLists)[number];

const listParamsSchema = z.strictObject({ list: z.enum(savedLists) });
const itemParamsSchema = z.strictObject({ list: z.enum(savedLists), id: idParamSchema });
const idsSchema = z.strictObject({
	ids: z.array(idSchema).max(savedItemLimits.savedItems, validationText.tooManyItems(savedItemLimits.savedItems)),
});

export const getSaved = defineEndpoint('getSaved', {
	summary: 'List the ids of a saved list, newest first',
	params: listParamsSchema,
	responses: { 200: idsSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const uniteSaved = defineEndpoint('uniteSaved', {
	summary:
		"Merge this browser's list into yours at login and return the result; omits unknown items and those beyond the limit",
	params: listParamsSchema,
	body: idsSchema,
	responses: { 200: idsSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const save = defineEndpoint('save', {
	summary: 'Save an ad (wishlist), a talk or a tweet',
	params: itemParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const unsave = defineEndpoint('unsave', {
	summary: 'Remove an item from a saved list',
	params: itemParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden'],
});
