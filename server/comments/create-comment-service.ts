import type { CommentService, CommentServiceDeps } from './comments.ts';
import { countWhenRankingStarts, createCommentRecounting } from './count-comments.ts';
import { createCommentPosting } from './create-comment.ts';
import { createCommentEditing } from './edit-comment.ts';
import { createCommentLists } from './list-comments.ts';
import { createResponseTimeService } from './response-time.ts';
import * as store from './store.ts';

export function createCommentService(deps: CommentServiceDeps): CommentService {
	const responseTimes = createResponseTimeService(deps);
	const editing = createCommentEditing(deps);
	countWhenRankingStarts(deps);

	return {
		...createCommentPosting(deps, responseTimes.refresh),
		...editing,
		...createCommentRecounting(deps),
		...createCommentLists(deps),
		refreshResponseTime: responseTimes.refresh,
		refreshResponseTimes: responseTimes.refreshStale,
		listRecent: store.listRecentlyCommentedItems,
		countByDay: store.countCommentsByItemAndDay,
	};
}
