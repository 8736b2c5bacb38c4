import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { describeOnBothEngines, makeEmptyPostgres, type TestDatabase } from '../testing/database.ts';
import { migrations } from './index.ts';

let db: Database;
let postgres: TestDatabase | null = null;

describeOnBothEngines('the migration to kept removed items', (engine) => {
	beforeAll(async () => {
		if (engine === 'postgres') postgres = await makeEmptyPostgres();
		db = openDatabase({ postgresUrl: postgres?.postgresUrl ?? null, file: ':memory:' });
		const before = migrations.slice(
			0,
			migrations.findIndex(({ name }) => name === '0074-kept-removed-items'),
		);
		await migrate(db, before);
		for (const statement of [
			sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
				values (1, 'ada', '', 'ada@example.com', 'ada@example.com', 'user', 0)`,
			sql`insert into cases (id, kind, target_id, owner_id, title, state, opened_at, latest_at)
				values (1, 'ad', 9, 1, 'Lamp', 'open', 0, 0)`,
			sql`insert into decisions (id, kind, target_kind, target_id, title, owner_id, reason, created_at, lifted_at) values
				(3, 'suspend', 'account', 1, 'Ada', 1, 'Scam.', 0, null), (4, 'hide', 'ad', 2, 'Fan', 1, 'Scam.', 0, 1)`,
			sql`insert into removed_items (id, decision_id, kind, target_id, owner_id, pictures, text_signature, created_at) values
				(5, 3, 'account', 1, 1, '[]', '', 0), (6, 3, 'ad', 2, 1, '[]', '', 0), (7, 4, 'ad', 2, 1, '[]', '', 0)`,
			sql`insert into flags (id, case_id, kind, target_id, reason, note, decision_id, state, created_at) values
				(1, 1, 'ad', 9, 'removed_before', 'Same text as in decision 3', 3, 'open', 0),
				(2, 1, 'ad', 9, 'removed_before', 'Same text as in decision 4', 4, 'open', 0),
				(3, 1, 'ad', 9, 'payment_first', 'pay first', null, 'open', 0)`,
		])
			await statement.execute(db.kysely);
		await migrate(db, migrations);
	});
	afterAll(async () => {
		await db.close();
		await postgres?.remove();
		postgres = null;
	});

	test('names the removed item of each signal, unless it is deleted', async () => {
		const { rows } = await sql`select note, removed_item_id from flags order by id`.execute(db.kysely);
		expect(rows).toEqual([
			{ note: 'Same text', removed_item_id: 5 },
			{ note: 'Same text as in decision 4', removed_item_id: null },
			{ note: 'pay first', removed_item_id: null },
		]);
	});
});
