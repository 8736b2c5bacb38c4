import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toFacets } from '../ads/filter.ts';
import type { AdRow, AdTables } from '../ads/tables.ts';
import { type Database, migrate } from '../database/index.ts';
import { openSearchIndex } from '../search/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { shop } from './0034-shop.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to shops', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		for (const name of ['ads_seller_for_sale', 'ads_seller_for_sale_category', 'ads_seller_sold']) {
			await sql`drop index ${sql.id(name)}`.execute(db.kysely);
		}
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'ada', 'Ada', 'a', 'a', 'user', 0), (2, 'bola', 'Bola', 'b', 'b', 'user', 0)`.execute(db.kysely);
		await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
			created_at) values (1, 'p', 1, 'image', 'ready', 'public', 'c', 's', 'f', 1, 0)`.execute(db.kysely);
		const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1100)`;
		await sql`insert into ads (seller_id, format, category, title, description, condition, negotiable, delivery, state, lga,
				place, price_kobo, media_state, pictures, cover_id, hidden_at, sold_at, score, created_at, updated_at)
			${numbers} select 1 + n % 2, 'image', 'Sportswear', 'Lamp', 'd', case n % 3 when 0 then 'new' end, n % 2, n % 16,
				case n % 5 when 0 then 'Kano' end, case n % 5 when 0 then 'Dala' end, 'Ọjà', case n % 7 when 0 then 5000 end,
				'ready', 1, 1, case when n > 1050 then 1 end, case when n > 1000 then 1 end, 0, 0, 0 from numbers`.execute(
			db.kysely,
		);
		await migrate(db, [...migrations, { ...shop, name: '9999-shop-again' }]);
	});
	afterAll(() => db.close());

	test('finds the ads for sale of each seller by words and all facets', async () => {
		const index = openSearchIndex('ads');
		const find = (ad: AdRow) => {
			const facets = toFacets(ad).map(({ name, value }) => ({ name, anyOf: [value] }));
			return index.findNewest(db, { words: ['lamp'], class: 'title', facets }, 2000);
		};
		const ads = await db.tables<AdTables>().selectFrom('ads').selectAll().orderBy('id').execute();
		for (const ad of ads.slice(900, 1000)) expect(await find(ad)).toContain(ad.id);
		for (const ad of ads.slice(1000)) expect(await find(ad)).not.toContain(ad.id);
		const facets = [{ name: 'seller', anyOf: ['2'] }];
		const found = await index.findNewest(db, { words: ['lamp'], class: 'any', facets }, 2000);
		expect(found).toEqual(ads.flatMap(({ id }) => (id <= 1000 && id % 2 === 1 ? [id] : [])).reverse());
	});
});
