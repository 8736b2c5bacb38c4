export { addContent } from './add-content.ts';
export {
	type Content,
	type ContentAdapter,
	type ContentService,
	type ContentServiceDeps,
	type ContentStats,
	type ReportedItem,
	toItemKey,
} from './content.ts';
export { createContentService } from './create-content-service.ts';
export { createContentPolicy, isContentHidden } from './policy.ts';
export { resetFutureTimesEvery } from './reset-future-times.ts';
export type { NewestFilter } from './store.ts';
export type { ContentColumns } from './tables.ts';
export { compareTargets, getTarget, targetColumns } from './target.ts';
export { type AddedCounts, trendingScore, trendingScoreGainSql } from './trending-store.ts';
