import { type RawBuilder, sql } from 'kysely';
import * as limits from '../../contract/core/limits.ts';

/**
 * Weight of each kind of engagement, in likes. A comment takes more effort than a like, a view almost none. A video watched to the end
 * weighs 0.05.
 */
const weights = { ranked_likes: 1, ranked_comments: 2, views: 0.02, watched_parts: 0.05 / limits.watching.parts };

const two = sql`cast(2 as double precision)`;

/** Milliseconds that each doubling of engagement adds to the trending score. */
const doublingBonus = 12 * 3_600_000;

export interface EngagementCounts {
	likes: number;
	comments: number;
	views: number;
}

/** Likes by accounts that count in rankings, and number of such accounts that commented. The owner of the item is not among them. */
export interface RankedCounts {
	ranked_likes: number;
	ranked_comments: number;
}

/** What a write adds to the counts of an item. Of likes and comments, only the ranked ones change its score. */
export type AddedCounts = EngagementCounts & RankedCounts;

/** Watched parts of a video, summed over its plays. Posts have none. */
interface Watched {
	watched_parts?: number;
}

/**
 * Computes the trending score in whole milliseconds: the creation time plus half a day per doubling of engagement. The score does not
 * change as an item ages, so an index can store the order. `likes` and `comments` are those that count in rankings.
 */
export function trendingScore(item: EngagementCounts & Watched & { created_at: number }): number {
	const { created_at, likes, comments, views, watched_parts = 0 } = item;
	const engagement =
		likes * weights.ranked_likes +
		comments * weights.ranked_comments +
		views * weights.views +
		watched_parts * weights.watched_parts;
	return Math.round(created_at + doublingBonus * Math.log2(1 + engagement));
}

/**
 * Returns an SQL expression for the change of `trendingScore` when `gained` is added to the counts of a row. Adding the change to a stored
 * score preserves other adjustments of the score. `hasWatchedParts` tells whether the row has that column.
 */
export function trendingScoreGainSql(
	gained: Partial<RankedCounts & Pick<EngagementCounts, 'views'>> & Watched,
	hasWatchedParts: boolean,
): RawBuilder<number> {
	const columns = (['ranked_likes', 'ranked_comments', 'views', 'watched_parts'] as const).slice(
		0,
		hasWatchedParts ? 4 : 3,
	);
	// Weights are cast, because PostgreSQL computes with decimals otherwise.
	const weightOf = (name: keyof typeof weights) => sql`cast(${sql.lit(weights[name])} as double precision)`;
	const score = (terms: readonly RawBuilder<unknown>[]) =>
		sql`round(created_at + ${sql.lit(doublingBonus)} * ln(1 + ${sql.join(terms, sql` + `)}) / ln(${two}))`;
	const before = columns.map((name) => sql`${sql.ref(name)} * ${weightOf(name)}`);
	const after = columns.map((name) => sql`(${sql.ref(name)} + ${gained[name] ?? 0}) * ${weightOf(name)}`);
	return sql<number>`cast(${score(after)} - ${score(before)} as bigint)`;
}
