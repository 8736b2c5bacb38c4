import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idList } from './fields.ts';
import { targetParams } from './target.ts';

const likeResponse = z.strictObject({ liked: z.boolean(), likes: z.int().nonnegative() });

export const like = endpoint('like', {
	summary: 'Like an ad or a post. Idempotent',
	params: targetParams,
	responses: { 200: likeResponse },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const unlike = endpoint('unlike', {
	summary: 'Remove a like',
	params: targetParams,
	responses: { 200: likeResponse },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyLikes = endpoint('listMyLikes', {
	summary: 'List which of these ads and posts you like',
	query: z.strictObject({ ads: idList.optional(), posts: idList.optional() }),
	responses: { 200: z.strictObject({ ads: z.array(z.int()), posts: z.array(z.int()) }) },
	errors: ['unauthenticated', 'forbidden'],
});
