import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { idList } from './fields.ts';
import { targetParams } from './target.ts';

const liked = z.strictObject({ liked: z.boolean(), likes: z.int().nonnegative() });

export const like = endpoint(addresses.like, {
	summary: 'Like an ad or a post; once is as good as twice',
	params: targetParams,
	answers: { 200: liked },
});

export const unlike = endpoint(addresses.unlike, {
	summary: 'Take a like back',
	params: targetParams,
	answers: { 200: liked },
});

export const listMyLikes = endpoint(addresses.listMyLikes, {
	summary: 'Which of these ads and posts the own account likes',
	query: z.strictObject({ ads: idList.optional(), posts: idList.optional() }),
	answers: { 200: z.strictObject({ ads: z.array(z.int()), posts: z.array(z.int()) }) },
});
