/** Weight of each kind of engagement, in likes. A comment takes more effort than a like, a view almost none. */
const weights = { likes: 1, comments: 2, views: 0.02 };

/** Milliseconds that each doubling of engagement adds to the trending score. */
const doublingBonus = 12 * 3_600_000;

export interface EngagementCounts {
	likes: number;
	comments: number;
	views: number;
}

/**
 * Computes the trending score in whole milliseconds: the creation time plus half a day per doubling of engagement. The score does not
 * change as an item ages, so an index can store the order.
 */
export function trendingScore(item: EngagementCounts & { created_at: number }): number {
	const engagement = item.likes * weights.likes + item.comments * weights.comments + item.views * weights.views;
	return Math.round(item.created_at + doublingBonus * Math.log2(1 + engagement));
}

/**
 * Computes the change of the trending score that the counts in `gained` cause. `now` includes these counts. Adding the change to a stored
 * score preserves other adjustments of the score.
 */
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
