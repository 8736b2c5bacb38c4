import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Likes } from '../likes/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import { createInsights } from './insights.ts';
import { insightData } from './personal-data.ts';
import { insightRoutes } from './routes.ts';

export interface InsightsDeps extends Platform {
	ads: Ads;
	posts: Posts;
	likes: Likes;
	comments: Comments;
	savedItems: SavedItems;
}

const hour = 3_600_000;

export function createInsightsModule(deps: InsightsDeps) {
	const { likes, comments, savedItems } = deps;
	const counted = { likes: likes.countByDay, saves: savedItems.countByDay, comments: comments.countByDay };
	const insights = createInsights({ ...deps, counted });
	return {
		service: insights,
		routes: insightRoutes(insights),
		schedules: [{ name: 'insights.sweep', every: hour, run: insights.sweep }],
		personalData: [insightData],
		close: insights.close,
	};
}
