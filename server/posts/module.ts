import { limits } from '../../contract/limits.ts';
import type { AccountService } from '../accounts/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { postPersonalData } from './personal-data.ts';
import { createPostService } from './posts.ts';
import { postRoutes } from './routes.ts';

export function createPostsModule(deps: Platform & { accounts: AccountService; media: MediaService }) {
	const posts = createPostService(deps);
	return {
		service: posts,
		routes: postRoutes(posts),
		schedules: [{ name: 'posts.sweep', every: limits.undoWindow, run: posts.sweep }],
		personalData: [postPersonalData(posts)],
	};
}
