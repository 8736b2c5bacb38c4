import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { countAdOptions } from './count-options.ts';
import { type AdSearch, type AdSort, indexAd, searchAdIds } from './search.ts';
import type { AdRow, AdTables } from './tables.ts';

let db: Database;
let rows: AdRow[];

const many = 2600;

async function walk(search: Omit<AdSearch, 'words'> & { words?: string[] | null }, limit: number): Promise<AdRow[]> {
	const byId = new Map(rows.map((row) => [row.id, row]));
	const walked: AdRow[] = [];
	let cursor: string | undefined;
	do {
		const page = await searchAdIds(db, { words: ['lamp'], ...search }, { limit, cursor });
		expect(page.ids.length).toBeLessThanOrEqual(limit);
		walked.push(...page.ids.flatMap((id) => byId.get(id) ?? []));
		cursor = page.next_cursor ?? undefined;
	} while (cursor);
	return walked;
}

const ids = (some: readonly AdRow[]) => some.map(({ id }) => id);
const ascending = (some: readonly number[]) => some.toSorted((a, b) => a - b);

/** The ads outnumber a search window, which holds 1000 matches. */
describeOnBothEngines('ad search with many matches', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'a', 'a', 'a', 'a', 'user', 0)`.execute(db.kysely);
		await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
			created_at) values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`.execute(db.kysely);
		// Prices range from 5,000 to 16 million naira; most are about 5,000. Every tenth ad has no price.
		await sql`insert into ads (seller_id, format, category, condition, state, title, description, price_kobo, media_state, pictures, cover_id,
				score, created_at, updated_at)
			with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(many)})
			select 1, 'image', case n % 2 when 0 then 'Sportswear' else 'Motorcycles' end,
				case n % 4 when 0 then 'new' end, case n % 500 when 1 then 'Kano' else 'Lagos' end,
				case n % 3 when 0 then 'Lamp' when 1 then 'Lampshade' else 'Set' end, 'A lamp',
				case n % 10 when 0 then null when 1 then (n % 40 + 1) * 50000000 else 500000 + n % 50 end,
				'ready', 1, 1, (n * 7919) % 1000, (n * 7919) % 1000, 0 from numbers`.execute(db.kysely);
		rows = await db.tables<AdTables>().selectFrom('ads').selectAll().execute();
		await db.transaction(async (tx) => {
			for (const row of rows) await indexAd(tx, row);
		});
	});
	afterAll(() => db.close());

	describe.each(['best', 'trending', 'newest', 'cheapest', 'dearest'] satisfies AdSort[])('%s', (sort) => {
		test('lists each ad once across its pages', async () => {
			const walked = await walk({ sort }, 47);
			expect(walked).toHaveLength(many);
			expect(ascending(ids(walked))).toEqual(ascending(ids(rows)));
		});
	});

	test('orders `best` by match class', async () => {
		const titles = (await walk({ sort: 'best' }, 50)).map(({ title }) => title);
		expect(titles).toEqual(titles.toSorted());
	});

	test('orders by price, with ads without a price last', async () => {
		const steps = (some: readonly AdRow[]) => some.map(({ price_kobo }) => Math.log2(price_kobo ?? 0) * 8);
		for (const [sort, sign] of [
			['cheapest', 1],
			['dearest', -1],
		] as const) {
			const walked = await walk({ sort }, 50);
			const priced = walked.filter((row) => row.price_kobo !== null);
			expect(walked.slice(0, priced.length)).toEqual(priced);
			const along = steps(priced);
			// Prices in one narrow range can be out of order, because each window of 1000 ads is sorted separately.
			for (let at = 1; at < along.length; at++) {
				expect(sign * ((along[at] ?? 0) - (along[at - 1] ?? 0))).toBeGreaterThan(-1);
			}
		}
	});

	test('lists each ad of a combination of filters once across its pages', async () => {
		const walked = await walk({ words: null, category: 'Sportswear', state: 'Lagos', sort: 'trending' }, 47);
		const expected = rows.filter(({ category, state }) => category === 'Sportswear' && state === 'Lagos');
		expect(expected.length).toBeGreaterThan(1200);
		expect(ascending(ids(walked))).toEqual(ascending(ids(expected)));
	});

	test.each([
		['without a filter', { words: null }, { ads: 1000, image: 1000, new: 650, Lagos: 1000, Kano: 6 }],
		['with one filter', { words: null, category: 'Sportswear' }, { ads: 1000, image: 1000, new: 650, Lagos: 1000 }],
		['with words', { words: ['lamp'] }, { ads: 1000, image: 1000, new: 650, Lagos: 1000, Kano: 6 }],
		['with few ads', { words: null, state: 'Kano' } as const, { ads: 6, image: 6, Lagos: 1000, Kano: 6 }],
	])('stops counting at 1000 %s', async (_, search, expected) => {
		const { ads, options } = await countAdOptions(db, search);
		expect({ ads, ...Object.fromEntries(options.map(({ value, ads }) => [value, ads])) }).toEqual(expected);
	});

	test('filters by category and price range', async () => {
		const search = { category: 'Sportswear', minPrice: 500_010, maxPrice: 500_030, sort: 'newest' } as const;
		const walked = await walk(search, 50);
		const expected = rows.filter(
			({ category, price_kobo }) =>
				category === search.category &&
				price_kobo !== null &&
				price_kobo >= search.minPrice &&
				price_kobo <= search.maxPrice,
		);
		expect(expected.length).toBeGreaterThan(100);
		expect(ascending(ids(walked))).toEqual(ascending(ids(expected)));
	});
});
