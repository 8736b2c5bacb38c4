import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { moderation } from './0019-moderation.ts';
import { migrations } from './index.ts';

let folder: string;
let db: Database;

/** Opens a database that has no tables. */
async function openEmpty(engine: 'sqlite' | 'postgres'): Promise<Database> {
	if (engine === 'sqlite') return openDatabase({ postgresUrl: null, file: join(folder, 'empty.sqlite') });
	const opened = await openTestDatabase(engine);
	await sql`drop schema public cascade`.execute(opened.kysely);
	await sql`create schema public`.execute(opened.kysely);
	return opened;
}

describeOnBothEngines('the migration to cases', (engine) => {
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-migration-'));
		db = await openEmpty(engine);
		await migrate(db, migrations.slice(0, migrations.indexOf(moderation)));
		await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
			values (1, 'a', 'A', 'a', 'a', 'user', 0), (2, 'b', 'B', 'b', 'b', 'user', 0), (3, 'c', 'C', 'c', 'c', 'user', 0)`.execute(
			db.kysely,
		);
		await sql`insert into reports (account_id, kind, target_id, owner_id, reason, note, state, created_at)
			values (2, 'ad', 7, 1, 'scam', '', 'open', 10), (2, 'post', 7, 1, 'spam', '', 'open', 20),
				(3, 'ad', 7, 1, 'scam', '', 'open', 30)`.execute(db.kysely);
		await migrate(db, migrations);
	});
	afterAll(async () => {
		await db.close();
		await rm(folder, { recursive: true, force: true });
	});

	test('what was reported before waits in one case for each thing', async () => {
		const { rows } = await sql`select cases.kind, cases.target_id, cases.latest_at, reports.account_id
			from reports inner join cases on cases.id = reports.case_id where cases.state = 'open'
			order by cases.id, reports.id`.execute(db.kysely);
		expect(rows).toEqual([
			{ kind: 'ad', target_id: 7, latest_at: 30, account_id: 2 },
			{ kind: 'ad', target_id: 7, latest_at: 30, account_id: 3 },
			{ kind: 'post', target_id: 7, latest_at: 20, account_id: 2 },
		]);
	});

	test('the same can be reported again once it is decided, and not before', async () => {
		const again = () =>
			sql`insert into reports (account_id, kind, target_id, owner_id, reason, note, state, created_at)
				values (2, 'ad', 7, 1, 'scam', '', 'open', 40)`.execute(db.kysely);
		await expect(again()).rejects.toThrow(/unique/i);
		await sql`update reports set state = 'decided' where account_id = 2`.execute(db.kysely);
		await again();
	});
});
