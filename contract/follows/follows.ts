import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { getUser, personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import * as limits from '../core/limits.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';

const { min, max } = limits.userName;
const userNamePattern = `[a-z0-9_]{${min},${max}}`;

/** Comma-separated user names in a URL. */
const userNameListSchema = z
	.string()
	.regex(new RegExp(`^${userNamePattern}(,${userNamePattern})*$`), validationText.namesInvalid)
	.transform((names) => names.split(','))
	.refine((names) => names.length <= limits.idsPerRequest, validationText.tooManyNames(limits.idsPerRequest));

const followResponseSchema = z.strictObject({ following: z.boolean(), followers: z.int().nonnegative() });

export const follow = defineEndpoint('follow', {
	summary: 'Follow a seller. Idempotent',
	params: getUser.params,
	responses: { 200: followResponseSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const unfollow = defineEndpoint('unfollow', {
	summary: 'Unfollow a seller',
	params: getUser.params,
	responses: { 200: followResponseSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listFollowing = defineEndpoint('listFollowing', {
	summary: 'List the sellers you follow, newest first; `names` returns only these, on one page',
	query: z.strictObject({ ...paginationQueryShape, names: userNameListSchema.optional() }),
	responses: { 200: createCursorPageSchema(personSchema) },
	errors: ['unauthenticated', 'forbidden'],
});
