import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { createCommentService } from './create-comment-service.ts';
import { createCommentPersonalData } from './personal-data.ts';
import { createCommentRoutes } from './routes.ts';

const hour = 3_600_000;

export function createCommentsModule(
	deps: Platform & { accounts: AccountService; ads: AdService; posts: PostService },
) {
	const comments = createCommentService(deps);
	return {
		service: comments,
		routes: createCommentRoutes({ db: deps.db, comments }),
		schedules: [{ name: 'comments.response-times', every: hour, run: comments.refreshResponseTimes }],
		personalData: [createCommentPersonalData(comments)],
	};
}
