import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import { createComments } from './comments.ts';
import { commentData } from './personal-data.ts';
import { commentRoutes } from './routes.ts';

export function createCommentsModule(deps: Platform & { accounts: Accounts; ads: Ads; posts: Posts }) {
	const comments = createComments(deps);
	return { service: comments, routes: commentRoutes(comments), personalData: [commentData(comments)] };
}
