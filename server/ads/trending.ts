/** What each act says of an ad's worth, in likes. A comment costs its maker more than a like; a view hardly anything. */
const weights = { likes: 1, comments: 2, views: 0.02 };

/** Each doubling of engagement is worth this much freshness, milliseconds. */
const doubling = 12 * 3_600_000;

/**
 * Where an ad stands among the trending: the moment it was posted, put off by half a day for each doubling of its engagement.
 * It compares ads for ever without being calculated again as they age, so that the feed is one index walk. Whole milliseconds.
 */
export function trendingScore(ad: { created_at: number; likes: number; comments: number; views: number }): number {
	const engagement = ad.likes * weights.likes + ad.comments * weights.comments + ad.views * weights.views;
	return Math.round(ad.created_at + doubling * Math.log2(1 + engagement));
}
