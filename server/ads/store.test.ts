import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categories } from '../../contract/market-settings/categories.ts';
import { createContentStore } from '../content/store.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { getQueryPlan } from '../testing/query-plan.ts';
import { toDeliveryOptions } from './delivery.ts';
import * as store from './store.ts';
import type { AdTables } from './tables.ts';

let db: Database;

async function fill(): Promise<void> {
	const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 4000)`;
	await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
		${numbers} select n, 'a' || n, 'a', 'a', 'a' || n, 'user', 0 from numbers where n <= 200`.execute(db.kysely);
	await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes, created_at)
		${numbers} select n, 'p' || n, 1, 'image', 'ready', 'public', 'c' || n, 's' || n, 'f', 1, 0 from numbers`.execute(
		db.kysely,
	);
	const category = sql.join(
		categories.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
		sql` `,
	);
	await sql`insert into ads (seller_id, format, category, condition, negotiable, delivery, state, lga, title, description,
			media_state, pictures, cover_id, hidden_at, score, created_at, updated_at)
		${numbers} select n % 200 + 1, case n % 3 when 0 then 'video' else 'image' end,
			case n % ${sql.lit(categories.length)} ${category} end,
			case n % 5 when 0 then 'new' when 1 then 'foreign_used' end, case n % 4 when 0 then 1 else 0 end, n % 16,
			case n % 3 when 0 then 'Lagos' when 1 then 'Oyo' end, case n % 9 when 0 then 'Ikeja' when 1 then 'Ido' end,
			't', 'd', 'ready', 1, n, case n % 10 when 0 then 1 end, (n * 7919) % 1000, 0, 0 from numbers`.execute(db.kysely);
	// As in production, PostgreSQL has planner statistics and SQLite has none.
	if (db.engine === 'postgres') await sql`analyze`.execute(db.kysely);
}

describeOnBothEngines('ad lists', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await fill();
	});
	afterAll(() => db.close());

	describe.each([
		['trending', 'ads_trending', {}],
		['one category', 'ads_trending_category', { category: categories[2] }],
		['one format', 'ads_trending_format', { format: 'video' }],
		['one condition', 'ads_trending_condition', { condition: 'new' }],
		['a negotiable price', 'ads_trending_negotiable', { negotiable: true }],
		['pickup', 'ads_trending_pickup', { delivery: 'pickup' }],
		['delivery within the state', 'ads_trending_within_state', { delivery: 'within_state' }],
		['delivery nationwide', 'ads_trending_nationwide', { delivery: 'nationwide' }],
		['pay on delivery', 'ads_trending_pay_on_delivery', { delivery: 'pay_on_delivery' }],
		['one state', 'ads_trending_state', { state: 'Lagos' }],
		['one area', 'ads_trending_lga', { state: 'Lagos', lga: 'Ikeja' }],
	] as const)('%s', (_, index, filter) => {
		test.each([
			['the first page', null],
			['a page in the middle', [500, 100]],
		])('%s is one index scan', async (_, after) => {
			const plan = await getQueryPlan(db, (db) => store.listTrendingAdScores(db, filter, after, 21));
			expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
			expect(plan).not.toMatch(/sort|temp b-tree|seq scan|bitmap|scan ads(?! using)/i);
		});

		test('lists only ads that match, of which there are some', async () => {
			const listed = await store.listTrendingAdScores(db, filter, null, 4000);
			const rows = await db.tables<AdTables>().selectFrom('ads').selectAll().where('visible', '=', 1).execute();
			const matches = rows.filter((row) =>
				Object.entries(filter).every(([name, value]) =>
					name === 'delivery'
						? (toDeliveryOptions(row.delivery) as string[]).includes(value)
						: row[name as keyof typeof row] === (value === true ? 1 : value),
				),
			);
			expect(matches.length).toBeGreaterThan(50);
			expect(listed.map(({ id }) => id).sort()).toEqual(matches.map(({ id }) => id).sort());
		});
	});

	test.each([
		['the published ads of a seller', 'ads_seller_shown', { variety: 'image' }],
		['all ads of a seller', 'ads_seller', { withHidden: true }],
		['one format of a seller', 'ads_seller', { variety: 'video', withHidden: true }],
	] as const)('%s is one index scan', async (_, index, filter) => {
		for (const below of [null, 2000]) {
			const plan = await getQueryPlan(db, (db) =>
				createContentStore('ads').newestIds(db, { ownerId: 7, ...filter }, below, 21),
			);
			expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
			expect(plan).not.toMatch(/temp b-tree|seq scan|scan ads(?! using)/i);
			if (engine === 'sqlite') expect(plan).not.toMatch(/sort/i);
		}
	});

	test('ads from the future are found by a walk through the index of scores', async () => {
		const find = (db: Db) => createContentStore('ads').resetFutureTimes(db as Tx, 990, 990, 10);
		const plan = await getQueryPlan(db, find);
		expect(plan).toContain('ads_trending');
		expect(plan).not.toMatch(/seq scan|scan ads(?! using)/i);
	});

	test('paging by key lists every ad once, including equal scores', async () => {
		const walked: { id: number; score: number }[] = [];
		let after: number[] | null = null;
		for (;;) {
			const keys = await store.listTrendingAdScores(db, {}, after, 97);
			walked.push(...keys);
			const last = keys.at(-1);
			if (!last) break;
			after = [last.score, last.id];
		}
		expect(walked).toHaveLength(3600);
		expect(new Set(walked.map(({ id }) => id)).size).toBe(3600);
		const sorted = walked.toSorted((a, b) => b.score - a.score || b.id - a.id);
		expect(walked).toEqual(sorted);
	});

	test('lists the newest ads in one walk from the newest', async () => {
		const plan = await getQueryPlan(db, (db) => store.listNewestAdIds(db, 50));
		expect(plan).toMatch(engine === 'postgres' ? /index (only )?scan backward using ads_pkey/i : /scan ads/i);
		expect(plan).not.toMatch(/temp b-tree|seq scan|bitmap|\bsort\b/i);
		const ids = await store.listNewestAdIds(db, 50);
		expect(ids).toHaveLength(50);
		expect(ids).toEqual(ids.toSorted((a, b) => b - a));
	});

	test.each([
		['ads for sale per category', 'ads_seller_for_sale_category', store.countSellerAdsByCategory],
		['sold ads', 'ads_seller_sold', store.countSoldAds],
	])('counts the %s of a seller in one index scan', async (_, index, count) => {
		const plan = await getQueryPlan(db, (db) => count(db, 7));
		expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
		expect(plan).not.toMatch(/temp b-tree|seq scan|scan ads(?! using)/i);
	});

	describe('candidates for ranking', () => {
		const sellerIds = Array.from({ length: 150 }, (_, index) => index + 1);

		test.each([
			['the most trending', 'ads_trending', (db: Db) => store.listTrendingAds(db, 300)],
			[
				'the most trending of each category',
				'ads_trending_category',
				(db: Db) => store.listTrendingAdsOfEach(db, categories.slice(0, 6), 10),
			],
			[
				'the newest of each seller',
				'ads_seller_for_sale',
				(db: Db) => store.listNewestAdsOfEach(db, sellerIds, 3, 100),
			],
		] as const)('%s come from index scans', async (_, index, list) => {
			const plan = await getQueryPlan(db, list);
			expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
			expect(plan).not.toMatch(/seq scan|bitmap|scan ads(?! using)/i);
		});

		test('are for sale, as many as wanted of each category or seller, the best first', async () => {
			const rows = await db
				.tables<AdTables>()
				.selectFrom('ads')
				.selectAll()
				.where('visible', '=', 1)
				.where('sold_at', 'is', null)
				.execute();
			const byScore = rows.toSorted((a, b) => b.score - a.score || b.id - a.id);
			const best = (category: string) => byScore.filter((ad) => ad.category === category).slice(0, 10);
			const wanted = categories.slice(0, 6);
			const ids = (ads: readonly { id: number }[]) => ads.map(({ id }) => id);
			expect(ids(await store.listTrendingAds(db, 300))).toEqual(ids(byScore.slice(0, 300)));
			expect(ids(await store.listTrendingAdsOfEach(db, wanted, 10)).sort()).toEqual(ids(wanted.flatMap(best)).sort());
			const newest = (sellerId: number) =>
				rows
					.filter(({ seller_id }) => seller_id === sellerId)
					.sort((a, b) => b.created_at - a.created_at || b.id - a.id)
					.slice(0, 3);
			const ofSellers = sellerIds.flatMap(newest).sort((a, b) => b.created_at - a.created_at || b.id - a.id);
			const listed = await store.listNewestAdsOfEach(db, sellerIds, 3, 100);
			expect(ids(listed)).toEqual(ids(ofSellers.slice(0, 100)));
			expect(listed[0]).toMatchObject({ renewed_at: null, ranked_likes: 0, seller_id: expect.any(Number) });
			expect(await store.listNewestAdsOfEach(db, [], 3, 100)).toEqual([]);
		});
	});

	describe('of a seller with many ads', () => {
		beforeAll(async () => {
			await sql`update ads set seller_id = 7 where id % 3 = 0`.execute(db.kysely);
			await sql`update ads set category = ${categories[2]} where seller_id = 7 and id % 2 = 0`.execute(db.kysely);
			if (engine === 'postgres') await sql`analyze ads`.execute(db.kysely);
		});

		describe.each([
			['what a seller has for sale', 'ads_seller_for_sale', undefined],
			['one category of a seller', 'ads_seller_for_sale_category', categories[2]],
		])('%s', (_, index, category) => {
			test.each([
				['the first page', null],
				['a page in the middle', [500, 100]],
			])('%s is one index scan', async (_, after) => {
				const filter = { sellerId: 7, category };
				const plan = await getQueryPlan(db, (db) => store.listSellerAdKeys(db, filter, after, 21));
				expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
				expect(plan).not.toMatch(/sort|temp b-tree|seq scan|bitmap|scan ads(?! using)/i);
			});
		});
	});
});
