import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/**
 * Which accounts count in rankings, and how many of the likes and followers are theirs. Likes of one's own items, and of accounts without a
 * confirmed email address, leave the trending scores.
 */
export const rankedLikes: Migration = {
	name: '0059-ranked-likes',
	async up({ db, int }) {
		for (const [table, columns] of Object.entries({
			accounts: ['is_ranking', 'ranked_followers'],
			ads: ['ranked_likes'],
			posts: ['ranked_likes'],
			likes: ['own', 'ranked'],
			follows: ['ranked'],
		})) {
			for (const column of columns) {
				await db.schema
					.alterTable(table)
					.addColumn(column, int, (c) => c.notNull().defaultTo(0))
					.execute();
			}
		}
		await sql`update accounts set is_ranking = 1 where email_verified_at is not null or sample = 1`.execute(db);
		await sql`create index accounts_not_ranking on accounts (email_verified_at) where is_ranking = 0`.execute(db);
		await sql`
			update likes set own = 1 where exists (select 1 from ads where ads.id = ad_id and seller_id = account_id)
			or exists (select 1 from posts where posts.id = post_id and author_id = account_id)
		`.execute(db);
		const isRanking = sql`counted = 1 and exists (select 1 from accounts where accounts.is_ranking = 1 and accounts.id = `;
		await sql`update likes set ranked = 1 where own = 0 and ${isRanking} likes.account_id)`.execute(db);
		await sql`update follows set ranked = 1 where ${isRanking} follows.follower_id)`.execute(db);
		await sql`
			update accounts set ranked_followers = (
				select count(*) from follows where followed_id = accounts.id and ranked = 1
			) where followers > 0
		`.execute(db);

		for (const [table, column] of [
			['ads', 'ad_id'],
			['posts', 'post_id'],
		] as const) {
			await sql`
				update ${sql.table(table)} set ranked_likes = (
					select count(*) from likes where ${sql.ref(column)} = ${sql.table(table)}.id and ranked = 1
				) where likes > 0
			`.execute(db);
			// The formula of the score on the day of this migration.
			const watched = table === 'ads' ? sql` + watched_parts * cast(0.0025 as double precision)` : sql``;
			const scoreWith = (likes: string) => sql`round(created_at + 43200000 * ln(1 + ${sql.ref(likes)}
				+ comments * cast(2 as double precision) + views * cast(0.02 as double precision)${watched})
				/ ln(cast(2 as double precision)))`;
			await sql`
				update ${sql.table(table)} set score = score + cast(${scoreWith('ranked_likes')} - ${scoreWith('likes')} as bigint)
				where ranked_likes <> likes
			`.execute(db);
		}
	},
};
