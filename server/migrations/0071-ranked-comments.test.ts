import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommentRow, CommentTables } from '../comments/tables.ts';
import type { ContentTables } from '../content/tables.ts';
import { trendingScore } from '../content/trending-store.ts';
import { type Database, migrate } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { rankedComments } from './0071-ranked-comments.ts';
import { migrations } from './index.ts';

const at = 1_000_000;
let db: Database;

describeOnBothEngines('the migration to comments that count in rankings', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		for (const column of ['ad', 'post'])
			await sql`drop index ${sql.id(`comments_${column}_account`)}`.execute(db.kysely);
		for (const table of ['ads', 'posts']) {
			await sql`alter table ${sql.table(table)} drop column ranked_comments`.execute(db.kysely);
		}
		// Account 1 is the owner, and 4 is not confirmed.
		const accounts = [1, 2, 3, 4].map(
			(id) => sql`(${id}, ${`a${id}`}, 'a', 'a', ${`a${id}`}, 'user', 0, ${id === 4 ? 0 : 1})`,
		);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, is_ranking)
			values ${sql.join(accounts)}`.execute(db.kysely);
		await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes, created_at)
			values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`.execute(db.kysely);
		// 5 is what the score of the first ad has gained since it was posted, by a renewal.
		const score = (comments: number) => trendingScore({ created_at: at, likes: 2, comments, views: 10 });
		const ad = (
			id: number,
			comments: number,
			more: number,
		) => sql`(${id}, 1, 'image', 'Other', 't', 'd', 'ready', 1, 1, 3, 2,
			${comments}, 10, ${score(comments) + more}, ${at}, ${at})`;
		await sql`insert into ads (id, seller_id, format, category, title, description, media_state, pictures, cover_id, likes, ranked_likes,
			comments, views, score, created_at, updated_at) values ${sql.join([ad(1, 5, 5), ad(2, 0, 0)])}`.execute(
			db.kysely,
		);
		await sql`insert into posts (id, author_id, kind, text, likes, ranked_likes, comments, views, score, created_at)
			values (1, 1, 'tweet', 't', 3, 2, 1, 10, ${score(1)}, ${at})`.execute(db.kysely);
		const comment = (id: number, account_id: number, more: Partial<CommentRow>) => ({
			id,
			account_id,
			owner_id: 1,
			text: 't',
			created_at: 0,
			ad_id: null,
			post_id: null,
			parent_id: null,
			hidden_at: null,
			...more,
		});
		const comments = [
			comment(1, 1, { ad_id: 1 }),
			comment(2, 2, { ad_id: 1 }),
			comment(3, 2, { ad_id: 1 }),
			comment(4, 2, { ad_id: 1, parent_id: 2 }),
			comment(5, 4, { ad_id: 1 }),
			// A hidden comment, and a reply to it.
			comment(6, 3, { ad_id: 1, hidden_at: 1 }),
			comment(7, 3, { ad_id: 1, parent_id: 6 }),
			comment(8, 3, { post_id: 1 }),
		];
		await db.tables<CommentTables>().insertInto('comments').values(comments).execute();
		await migrate(db, [...migrations, { ...rankedComments, name: '9999-ranked-comments-again' }]);
	});
	afterAll(() => db.close());

	test('counts each person once and corrects the scores', async () => {
		const read = (table: 'ads' | 'posts') =>
			db
				.tables<ContentTables>()
				.selectFrom(table)
				.select(['comments', 'ranked_comments', 'score'])
				.orderBy('id')
				.execute();
		const score = (comments: number) => trendingScore({ created_at: at, likes: 2, comments, views: 10 });
		expect(await read('ads')).toEqual([
			{ comments: 5, ranked_comments: 1, score: score(1) + 5 },
			{ comments: 0, ranked_comments: 0, score: score(0) },
		]);
		expect(await read('posts')).toEqual([{ comments: 1, ranked_comments: 1, score: score(1) }]);
	});
});
