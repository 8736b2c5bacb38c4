import * as postLimits from '../../contract/posts/limits.ts';
import type { AccountService } from '../accounts/index.ts';
import { resetFutureTimesEvery } from '../content/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createPostPersonalData } from './personal-data.ts';
import { createPostService } from './posts.ts';
import { createPostRoutes } from './routes.ts';

export function createPostsModule(deps: Platform & { accounts: AccountService; media: MediaService }) {
	const posts = createPostService(deps);
	return {
		service: posts,
		routes: createPostRoutes({ db: deps.db, posts }),
		schedules: [
			{ name: 'posts.sweep', every: postLimits.undoWindow, run: posts.sweep },
			{ name: 'posts.reset-future-times', every: resetFutureTimesEvery, run: posts.resetFutureTimes },
		],
		personalData: [createPostPersonalData(posts)],
	};
}
