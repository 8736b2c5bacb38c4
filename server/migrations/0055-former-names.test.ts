import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { formerNames } from './0055-former-names.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to former names', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`drop index accounts_unreported_look_alike`.execute(db.kysely);
		for (const column of ['former_skeleton', 'former_since', 'unreported_look_alike']) {
			await sql`alter table accounts drop column ${sql.id(column)}`.execute(db.kysely);
		}
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, look_alike) values
			(1, 'ada', 'Ada', 'a', 'a', 'user', 0, 0), (2, 'bola', 'Аda', 'b', 'b', 'user', 0, 1)`.execute(db.kysely);
		await migrate(db, [...migrations, { ...formerNames, name: '9999-former-names-again' }]);
	});
	afterAll(() => db.close());

	test('marks the look-alikes that moderators do not know of', async () => {
		const query = sql<{ id: number }>`select id from accounts where unreported_look_alike = 1`;
		expect((await query.execute(db.kysely)).rows).toEqual([{ id: 2 }]);
	});
});
