import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { lookAlikes } from './0053-look-alikes.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to look-alikes', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`drop index accounts_name_skeleton`.execute(db.kysely);
		for (const column of ['name_skeleton', 'name_since', 'look_alike']) {
			await sql`alter table accounts drop column ${sql.id(column)}`.execute(db.kysely);
		}
		const account = (id: number, name: string, created: number, business: number | null, suspended: number | null) =>
			sql`(${id}, ${`u${id}`}, ${name}, ${`e${id}`}, ${`e${id}`}, 'user', ${created},
				${business === null ? sql`null` : business}, ${suspended === null ? sql`null` : suspended})`;
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, business_verified_at,
			suspended_at) values ${sql.join([
				account(1, 'Bisi', 5, null, null),
				account(2, 'Вisi', 4, null, null),
				account(3, 'Kano Leather', 1, null, null),
				account(4, 'KANO LEATHER', 2, 9, null),
				account(5, 'Gone', 1, null, 3),
				account(6, 'Gone', 2, null, null),
				account(7, 'Ada', 2, null, null),
			])}`.execute(db.kysely);
		await migrate(db, [...migrations, { ...lookAlikes, name: '9999-look-alikes-again' }]);
	});
	afterAll(() => db.close());

	test('marks all accounts with a name except the one with the best right to it', async () => {
		const { rows } = await sql<{ id: number }>`select id from accounts where look_alike = 1 order by id`.execute(
			db.kysely,
		);
		expect(rows.map(({ id }) => id)).toEqual([1, 3]);
		const names = await sql`select name_skeleton, name_since from accounts where id in (1, 7) order by id`.execute(
			db.kysely,
		);
		expect(names.rows).toEqual([
			{ name_skeleton: 'blsl', name_since: 5 },
			{ name_skeleton: 'ada', name_since: 2 },
		]);
	});
});
