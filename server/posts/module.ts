import { limits } from '../../contract/limits.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { postData } from './personal-data.ts';
import { createPosts } from './posts.ts';
import { postRoutes } from './routes.ts';

export function createPostsModule(deps: Platform & { accounts: Accounts; media: Media }) {
	const posts = createPosts(deps);
	return {
		service: posts,
		routes: postRoutes(posts),
		schedules: [{ name: 'posts.sweep', every: limits.undoWindow, run: posts.sweep }],
		personalData: [postData(posts)],
	};
}
