/** Weight of each signal, in likes. A comment takes more effort than a like, a view almost none. */
const weights = { likes: 1, comments: 2, views: 0.02 };

/** Bonus per doubling of engagement, milliseconds. */
const doublingBonus = 12 * 3_600_000;

export interface EngagementCounts {
	likes: number;
	comments: number;
	views: number;
}

/**
 * Trending score in whole milliseconds: the creation time plus half a day per doubling of engagement. It never needs recalculation as items
 * age, so that an index can store the order.
 */
export function trendingScore(item: EngagementCounts & { created_at: number }): number {
	const engagement = item.likes * weights.likes + item.comments * weights.comments + item.views * weights.views;
	return Math.round(item.created_at + doublingBonus * Math.log2(1 + engagement));
}

/** Change of the score by the counts in `gained`, which `now` includes. Adding it preserves other adjustments of a stored score. */
export function trendingScoreDelta(
	now: EngagementCounts & { created_at: number },
	gained: Partial<EngagementCounts>,
): number {
	const { likes, comments, views } = now;
	const before = {
		...now,
		likes: likes - (gained.likes ?? 0),
		comments: comments - (gained.comments ?? 0),
		views: views - (gained.views ?? 0),
	};
	return trendingScore(now) - trendingScore(before);
}
