import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { namesAsRead } from './0056-names-as-read.ts';
import { migrations } from './index.ts';

let db: Database;

describeOnBothEngines('the migration to names as they read', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at, name_skeleton, name_since) values
			(1, 'bisi', 'Bisi', 'a', 'a', 'user', 0, 'blsl', 1), (2, 'b', 'ʙɪꜱɪ', 'b', 'b', 'user', 0, 'ʙlsl', 2),
			(3, 'ada', 'Ada', 'c', 'c', 'user', 0, 'ada', 3), (4, 'boss', 'Ada', 'd', 'd', 'admin', 0, 'ada', 4)`.execute(
			db.kysely,
		);
		await migrate(db, [...migrations, { ...namesAsRead, name: '9999-names-as-read-again' }]);
	});
	afterAll(() => db.close());

	test('compares names in other letters, and marks the accounts for the job that shows them to moderators', async () => {
		const query = sql`select id, name_skeleton, look_alike, unreported_look_alike from accounts order by id`;
		const row = (id: number, name_skeleton: string, look_alike: number, unreported_look_alike = 1) => ({
			...{ id, name_skeleton, look_alike, unreported_look_alike },
		});
		expect((await query.execute(db.kysely)).rows).toEqual([
			row(1, 'blsl', 0),
			row(2, 'blsl', 1),
			row(3, 'ada', 0),
			row(4, 'ada', 0, 0),
		]);
	});
});
