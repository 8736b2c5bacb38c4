import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';

let db: Database;

describeOnBothEngines('what may be seen', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'ada', 'Ada', 'a', 'a', 'user', 0)`.execute(db.kysely);
		await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
			created_at) values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`.execute(db.kysely);
		await sql`insert into ads (id, seller_id, format, category, title, description, media_state, pictures, cover_id, score,
			created_at, updated_at) values (1, 1, 'image', 'Motorcycles', 't', 'd', 'ready', 1, 1, 0, 0, 0)`.execute(
			db.kysely,
		);
		await sql`insert into posts (id, author_id, kind, text, score, created_at) values (1, 1, 'tweet', 't', 0, 0)`.execute(
			db.kysely,
		);
		await sql`insert into comments (id, account_id, ad_id, owner_id, text, created_at) values (1, 1, 1, 1, 't', 0)`.execute(
			db.kysely,
		);
	});
	afterAll(() => db.close());

	test.each([
		['ads', 'hidden_at = 5', 'hidden_at = null'],
		['ads', 'owner_gone = 1', 'owner_gone = 0'],
		['ads', "media_state = 'processing'", "media_state = 'ready'"],
		['ads', "media_state = 'failed'", "media_state = 'ready'"],
		['posts', 'hidden_at = 5', 'hidden_at = null'],
		['posts', 'owner_gone = 1', 'owner_gone = 0'],
		['posts', 'deleted_at = 5', 'deleted_at = null'],
		['comments', 'hidden_at = 5', 'hidden_at = null'],
		['comments', 'owner_gone = 1', 'owner_gone = 0'],
	])('%s: %s takes it away and %s brings it back, as the write itself answers', async (table, away, back) => {
		const set = async (change: string) =>
			(await sql`update ${sql.table(table)} set ${sql.raw(change)} returning visible`.execute(db.kysely)).rows;
		expect(await set(away)).toEqual([{ visible: 0 }]);
		expect(await set(back)).toEqual([{ visible: 1 }]);
	});

	test.each(['ads', 'posts', 'comments'])('nothing writes it: %s', async (table) => {
		await expect(sql`update ${sql.table(table)} set visible = 0`.execute(db.kysely)).rejects.toThrow(
			/generated|visible/,
		);
	});

	test('a hidden ad leaves the lists that a partial index keeps', async () => {
		const trending = async () =>
			(
				await sql`select id from ads where visible = 1 and sold_at is null order by score desc, id desc`.execute(
					db.kysely,
				)
			).rows;
		expect(await trending()).toEqual([{ id: 1 }]);
		await sql`update ads set hidden_at = 5`.execute(db.kysely);
		expect(await trending()).toEqual([]);
		await sql`update ads set hidden_at = null`.execute(db.kysely);
		expect(await trending()).toEqual([{ id: 1 }]);
	});
});
