import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { idListSchema } from '../core/fields.ts';
import { targetParamsSchema } from '../core/target.ts';

const likeResponseSchema = z.strictObject({ liked: z.boolean(), likes: z.int().nonnegative() });

export const like = defineEndpoint('like', {
	summary: 'Like an ad or a post. Idempotent',
	params: targetParamsSchema,
	responses: { 200: likeResponseSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const unlike = defineEndpoint('unlike', {
	summary: 'Remove a like',
	params: targetParamsSchema,
	responses: { 200: likeResponseSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyLikes = defineEndpoint('listMyLikes', {
	summary: 'List which of these ads and posts you like',
	query: z.strictObject({ ads: idListSchema.optional(), posts: idListSchema.optional() }),
	responses: { 200: z.strictObject({ ads: z.array(z.int()), posts: z.array(z.int()) }) },
	errors: ['unauthenticated', 'forbidden'],
});
