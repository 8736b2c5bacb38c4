import { z } from 'zod';
import { getUser, person } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

const followed = z.strictObject({ following: z.boolean(), followers: z.int().nonnegative() });

export const follow = endpoint(addresses.follow, {
	summary: 'Follow a seller; once is as good as twice',
	params: getUser.params,
	answers: { 200: followed },
});

export const unfollow = endpoint(addresses.unfollow, {
	summary: 'Stop following',
	params: getUser.params,
	answers: { 200: followed },
});

export const listFollowing = endpoint(addresses.listFollowing, {
	summary: 'Whom the own account follows, newest first',
	query: z.strictObject(pageQuery),
	answers: { 200: pageOf(person) },
});
