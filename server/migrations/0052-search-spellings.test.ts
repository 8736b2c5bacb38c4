import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toFacets } from '../ads/filter.ts';
import type { AdTables } from '../ads/tables.ts';
import { type Database, migrate } from '../database/index.ts';
import { openSearchIndex, toSearchWords } from '../search/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { searchSpellings } from './0052-search-spellings.ts';
import { migrations } from './index.ts';

let db: Database;

const rows = async (query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db.kysely)).rows;

describeOnBothEngines('the migration to spellings', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		for (const statement of [
			sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
				values (1, 'ada', ${'\u200B\u3164'}, 'a', 'a', 'user', 0), (2, 'bola', ${'Bo\u00ADla Wi-Fi'}, 'b', 'b', 'user', 0)`,
			sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
				created_at) values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`,
			sql`insert into ads (id, seller_id, format, category, title, description, delivery, state, lga, place, price_kobo,
				media_state, pictures, cover_id, score, created_at, updated_at) values
				(1, 1, 'image', 'Sportswear', ${'\u2060\u2800'}, 'd', 5, 'Kano', 'Dala', 'Ado-Ekiti', 5000, 'ready', 1, 1, 0, 0, 0),
				(2, 1, 'image', 'Sportswear', ${'iPhone\u200B12'}, 'Ɔja', 0, null, null, null, null, 'ready', 1, 1, 0, 0, 0)`,
			sql`insert into posts (id, author_id, kind, text, category, score, created_at)
				values (1, 1, 'tweet', ${'Wi\u00AD-Fi'}, null, 0, 0), (2, 1, 'tweet', ${'\u200B'}, null, 0, 0)`,
			sql`insert into saved_searches (id, account_id, q, words, filters, match_key, alerts, created_at) values
				(1, 1, 'ɔja', '["ɔja"]', '{}', 'ɔja', 'daily', 0), (2, 1, 'wi-fi', '["wi","fi"]', '{}', 'fi', 'daily', 0),
				(3, 2, 'oja', '["oja"]', '{}', 'oja', 'daily', 0), (4, 2, 'ɔja', '["ɔja"]', '{}', 'ɔja', 'daily', 0),
				(5, 2, 't-shirt', '["t","shirt"]', '{}', 't', 'daily', 0), (6, 2, '', '[]', '{"state":"Kano"}', '#k', 'daily', 0)`,
		]) {
			await statement.execute(db.kysely);
		}
		await migrate(db, [...migrations, { ...searchSpellings, name: '9999-search-spellings-again' }]);
	});
	afterAll(() => db.close());

	test('leaves no name and no title that nobody sees', async () => {
		expect(await rows(sql`select display_name from accounts where id < 3 order by id`)).toEqual([
			{ display_name: 'ada' },
			{ display_name: 'Bola Wi-Fi' },
		]);
		expect(await rows(sql`select title from ads order by id`)).toEqual([
			{ title: 'Sportswear' },
			{ title: 'iPhone12' },
		]);
		expect(await rows(sql`select text from posts order by id`)).toEqual([{ text: 'Wi-Fi' }, { text: '' }]);
	});

	test('finds everything in all spellings, and ads by all facets', async () => {
		const find = (name: string, text: string) =>
			openSearchIndex(name).findNewest(db, { words: toSearchWords(text), class: 'any' }, 9);
		expect(await find('ads', 'iphone 12 oja')).toEqual([2]);
		expect(await find('posts', 'wifi')).toEqual([1]);
		expect(await find('people', 'bola wifi')).toEqual([2]);
		for (const ad of await db.tables<AdTables>().selectFrom('ads').selectAll().execute()) {
			const facets = toFacets(ad).map(({ name, value }) => ({ name, anyOf: [value] }));
			expect(await openSearchIndex('ads').findNewest(db, { words: [], class: 'filtered', facets }, 9)).toEqual([ad.id]);
		}
	});

	test('normalizes saved searches again, each once', async () => {
		expect(await rows(sql`select id, words, match_key from saved_searches order by id`)).toEqual([
			{ id: 1, words: '["oja"]', match_key: 'oja' },
			{ id: 2, words: '["wi-fi"]', match_key: 'wi' },
			{ id: 3, words: '["oja"]', match_key: 'oja' },
			{ id: 5, words: '["t-shirt"]', match_key: '*' },
			{ id: 6, words: '[]', match_key: '#k' },
		]);
	});
});
