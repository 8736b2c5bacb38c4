import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate } from '../database/index.ts';
import { openSearchIndex } from '../search/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { search } from './0013-search.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to searching', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		for (const table of ['search_ads', 'search_posts', 'search_people', 'search_words']) {
			await sql`drop table ${sql.table(table)}`.execute(db.kysely);
		}
		await sql`alter table ads add column search_text text`.execute(db.kysely);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'mama_risi', 'Mama Risi Stores', 'a', 'a', 'user', 0), (2, 'risi', 'Risi', 'b', 'b', 'admin', 0)`.execute(
			db.kysely,
		);
		await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
			created_at) values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`.execute(db.kysely);
		const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1100)`;
		await sql`insert into ads (seller_id, format, category, title, description, place, price_kobo, media_state, pictures,
				cover_id, hidden_at, sold_at, score, created_at, updated_at)
			${numbers} select 1, 'image', 'Sportswear', 'Lamp', 'd', 'Kano', case n % 2 when 0 then 5000 end, 'ready', 1, 1,
				case when n > 1050 then 1 end, case when n > 1000 then 1 end, 0, 0, 0 from numbers`.execute(db.kysely);
		await sql`insert into posts (author_id, kind, text, hidden_at, score, created_at)
			values (1, 'tweet', 'Ọ̀yọ́ lamps', null, 0, 0), (1, 'tweet', 'lamps', 1, 0, 0)`.execute(db.kysely);
		await migrate(db, [...migrations, { ...search, name: '9999-search-again' }]);
	});
	afterAll(() => db.close());

	test('what may be found of what stood there is found', async () => {
		const lamps = { words: ['lamp'], class: 'any' } as const;
		expect(await openSearchIndex('ads').findNewest(db, lamps, 2000)).toHaveLength(1000);
		const none = [{ name: 'price', anyOf: ['none'] }];
		expect(await openSearchIndex('ads').findNewest(db, { ...lamps, facets: none }, 2000)).toHaveLength(500);
		const best = async (name: string, word: string) =>
			(await openSearchIndex(name).findPage(db, [word], { limit: 9 })).ids;
		expect(await best('posts', 'oyo')).toHaveLength(1);
		expect(await best('posts', 'lamps')).toHaveLength(1);
		expect(await best('people', 'risi')).toEqual([1]);
	});
});
