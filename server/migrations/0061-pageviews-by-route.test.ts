import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { pageviewsByRoute } from './0061-pageviews-by-route.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to pageviews by route', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`insert into page_days (day, route, path, views) values
			(1, 'ad', '', 1), (1, 'ad', '/ads/7/lamp', 2), (1, 'ad', '/ads/8/fan', 3), (2, 'ad', '/ads/7/lamp', 4)`.execute(
			db.kysely,
		);
		await migrate(db, [...migrations, { ...pageviewsByRoute, name: '9999-pageviews-by-route-again' }]);
	});
	afterAll(() => db.close());

	test('adds up the pageviews of each route and removes the paths', async () => {
		const { rows } = await sql`select day, route, path, views from page_days order by day`.execute(db.kysely);
		expect(rows).toEqual([
			{ day: 1, route: 'ad', path: '', views: 6 },
			{ day: 2, route: 'ad', path: '', views: 4 },
		]);
	});
});
