/** What each act says of an item's worth, in likes. A contact or a comment costs its maker more than a like; a view hardly anything. */
const weights = { likes: 1, comments: 2, views: 0.02 };

/** Each doubling of engagement is worth this much freshness, milliseconds. */
const doublingBonus = 12 * 3_600_000;

export interface EngagementCounts {
	likes: number;
	comments: number;
	views: number;
}

/**
 * Where an item stands among the trending: the moment it was posted, put off by half a day for each doubling of its engagement.
 * It compares items for ever without being calculated again as they age, so that the feed is one index walk. Whole milliseconds.
 */
export function trendingScore(item: EngagementCounts & { created_at: number }): number {
	const engagement = item.likes * weights.likes + item.comments * weights.comments + item.views * weights.views;
	return Math.round(item.created_at + doublingBonus * Math.log2(1 + engagement));
}

/** By how much an item moves among the trending that has just got these counts: what its score was given beside them stays with it. */
export function scoreDelta(now: EngagementCounts & { created_at: number }, gained: Partial<EngagementCounts>): number {
	const { likes, comments, views } = now;
	const before = {
		...now,
		likes: likes - (gained.likes ?? 0),
		comments: comments - (gained.comments ?? 0),
		views: views - (gained.views ?? 0),
	};
	return trendingScore(now) - trendingScore(before);
}
