import { sql } from 'kysely';
import type { Migration } from '../database/index.ts';

/**
 * How many accounts that count in rankings commented on each ad and post of others. Further comments of one person, comments of owners, and
 * those of accounts that do not count leave the trending scores.
 */
export const rankedComments: Migration = {
	name: '0071-ranked-comments',
	async up({ db, int }) {
		for (const [table, column] of [
			['ads', 'ad_id'],
			['posts', 'post_id'],
		] as const) {
			await sql`
				create index ${sql.id(`comments_${column.replace('_id', '')}_account`)} on comments (${sql.ref(column)}, account_id)
				where ${sql.ref(column)} is not null
			`.execute(db);
			await db.schema
				.alterTable(table)
				.addColumn('ranked_comments', int, (c) => c.notNull().defaultTo(0))
				.execute();
			await sql`
				update ${sql.table(table)} set ranked_comments = (
					select count(distinct account_id) from comments
					where ${sql.ref(column)} = ${sql.table(table)}.id and account_id <> owner_id and visible = 1
						and not exists (select 1 from comments as thread where thread.id = comments.parent_id and thread.visible = 0)
						and exists (select 1 from accounts where accounts.id = account_id and is_ranking = 1)
				) where comments > 0
			`.execute(db);
			// The formula of the score on the day of this migration.
			const watched = table === 'ads' ? sql` + watched_parts * cast(0.0025 as double precision)` : sql``;
			const scoreWith = (comments: string) => sql`round(created_at + 43200000 * ln(1 + ranked_likes
				+ ${sql.ref(comments)} * cast(2 as double precision) + views * cast(0.02 as double precision)${watched})
				/ ln(cast(2 as double precision)))`;
			await sql`
				update ${sql.table(table)}
				set score = score + cast(${scoreWith('ranked_comments')} - ${scoreWith('comments')} as bigint)
				where ranked_comments <> comments
			`.execute(db);
		}
	},
};
