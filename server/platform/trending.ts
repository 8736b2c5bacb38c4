import { limits } from '../../contract/limits.ts';

/**
 * Weight of each kind of engagement, in likes. A comment takes more effort than a like, a view almost none. A video watched to the end
 * weighs 0.05.
 */
const weights = { likes: 1, comments: 2, views: 0.02, watchedParts: 0.05 / limits.watching.parts };

/** Milliseconds that each doubling of engagement adds to the trending score. */
const doublingBonus = 12 * 3_600_000;

export interface EngagementCounts {
	likes: number;
	comments: number;
	views: number;
}

interface RankedCounts extends EngagementCounts {
	/** Watched parts of a video, summed over its plays. Posts have none. */
	watched_parts?: number;
}

/**
 * Computes the trending score in whole milliseconds: the creation time plus half a day per doubling of engagement. The score does not
 * change as an item ages, so an index can store the order.
 */
export function trendingScore(item: RankedCounts & { created_at: number }): number {
	const { created_at, likes, comments, views, watched_parts = 0 } = item;
	const engagement =
		likes * weights.likes + comments * weights.comments + views * weights.views + watched_parts * weights.watchedParts;
	return Math.round(created_at + doublingBonus * Math.log2(1 + engagement));
}

/**
 * Computes the change of the trending score that the counts in `gained` cause. `now` includes these counts. Adding the change to a stored
 * score preserves other adjustments of the score.
 */
export function trendingScoreDelta(now: RankedCounts & { created_at: number }, gained: Partial<RankedCounts>): number {
	const { likes, comments, views, watched_parts = 0 } = now;
	const before = {
		...now,
		likes: likes - (gained.likes ?? 0),
		comments: comments - (gained.comments ?? 0),
		views: views - (gained.views ?? 0),
		watched_parts: watched_parts - (gained.watched_parts ?? 0),
	};
	return trendingScore(now) - trendingScore(before);
}
