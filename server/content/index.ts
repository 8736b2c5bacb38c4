export {
	type ContentServiceDeps,
	createContentService,
	type ReportedItem,
	resetFutureTimesEvery,
	toItemKey,
} from './content.ts';
export { isContentHidden } from './policy.ts';
export type { NewestFilter } from './store.ts';
export type { ContentColumns } from './tables.ts';
export { compareTargets, getTarget, targetColumns } from './target.ts';
export { type AddedCounts, trendingScore, trendingScoreGainSql } from './trending-store.ts';
