import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { getQueryPlan } from '../testing/query-plan.ts';
import * as store from './store.ts';

let db: Database;

describeOnBothEngines('the list of reviews', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 60000)`;
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			${numbers} select n, 'a' || n, 'a', 'a', 'a' || n, 'user', 0 from numbers where n <= 200`.execute(db.kysely);
		await sql`insert into reviews (seller_id, buyer_id, ad_title, stars, text, created_at, hidden_at)
			${numbers} select n % 200 + 1, n % 150 + 1, 't', n % 5 + 1, '', n, case n % 100 when 0 then 1 end
			from numbers`.execute(db.kysely);
		if (engine === 'postgres') await sql`analyze`.execute(db.kysely);
	});
	afterAll(() => db.close());

	test.each([
		['the first page', null],
		['a page in the middle', 30000],
	])('reads %s in one index walk', async (_, below) => {
		const plan = await getQueryPlan(db, (db) => store.listSellerReviews(db, 7, below, 21));
		expect(plan).toMatch(/\breviews_seller\b/);
		expect(plan).not.toMatch(/sort|temp b-tree|seq scan|bitmap|scan reviews(?! using)/i);
	});
});
