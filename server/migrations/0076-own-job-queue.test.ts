import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { createJobQueue, readMovedJobs } from '../jobs/index.ts';
import { makeEmptyPostgres } from '../testing/database.ts';
import { ownJobQueue } from './0076-own-job-queue.ts';
import { migrations } from './index.ts';
import { createBossTable } from './testing/create-boss-table.ts';

async function openBefore(): Promise<Database> {
	const { postgresUrl, remove } = await makeEmptyPostgres();
	const db = openDatabase({ postgresUrl, file: '' });
	onTestFinished(async () => {
		await db.close();
		await remove();
	});
	await migrate(db, migrations.slice(0, migrations.indexOf(ownJobQueue)));
	return db;
}

const insert = (db: Database, name: string, data: object, columns: Record<string, string | number>) =>
	sql`
		insert into pgboss.job (name, data, ${sql.join(Object.keys(columns).map((column) => sql.id(column)))})
		values (${name}, ${JSON.stringify(data)}::jsonb, ${sql.join(Object.values(columns))})
	`.execute(db.kysely);

test.skipIf(inject('postgresUrl') === null)('moves the jobs of pg-boss', async () => {
	const db = await openBefore();
	await createBossTable(db.kysely);
	const start_after = '2026-01-01T00:00:00Z';
	const trace = { '#traceparent': 'x' };
	await insert(db, 'mail', { to: 'ada', ...trace }, { start_after });
	await insert(db, 'video', { id: 1, '#failures': 2 }, { start_after, state: 'retry', retry_count: 4 });
	await insert(db, 'video', { id: 2 }, { start_after, state: 'active', group_id: 'account:7', priority: -3 });
	await insert(db, 'video', { id: 3, '#failures': 1 }, { start_after, state: 'failed', completed_on: start_after });
	await insert(db, 'video/given-up', { id: 3, '#failures': 1 }, { start_after });
	const output = JSON.stringify({ message: 'no mail server' });
	await insert(
		db,
		'mail',
		{ to: 'obi', '#failures': 3, ...trace },
		{ state: 'failed', retry_count: 2, output, completed_on: start_after },
	);
	await insert(db, 'every/tidy', {}, { start_after });
	await insert(db, '__pgboss__maintenance', {}, { start_after });
	await insert(db, 'mail', { to: 'done' }, { state: 'completed' });
	await migrate(db, migrations);

	const at = Date.parse(start_after);
	const waiting = { run_at: at, group: null, turn: 0 };
	expect(await readMovedJobs(db)).toEqual({
		waiting: [
			{ ...waiting, name: 'mail', data: { to: 'ada' }, failures: 0 },
			{ ...waiting, name: 'video', data: { id: 1 }, failures: 2 },
			{ ...waiting, name: 'video', data: { id: 2 }, failures: 0, group: 'account:7', turn: 3 },
			{ ...waiting, name: 'video', data: { id: 3 }, failures: 1_000_000 },
		],
		failed: [{ name: 'mail', data: { to: 'obi' }, attempts: 3, error: 'no mail server', failed_at: at }],
	});
	const { rows } = await sql<{ attempts: number; data: string }>`select attempts, data from jobs order by id`.execute(
		db.kysely,
	);
	expect(rows.map(({ attempts }) => attempts)).toEqual([0, 4, 0, 1]);
	expect(JSON.parse(rows[0]?.data ?? '')).toEqual({ to: 'ada', ...trace });
	const { rows: schemas } = await sql`select from pg_namespace where nspname = 'pgboss'`.execute(db.kysely);
	expect(schemas).toEqual([]);
});

test.skipIf(inject('postgresUrl') === null)('moves a job that a running transaction is adding', async () => {
	const db = await openBefore();
	await createBossTable(db.kysely);
	const adding = Promise.withResolvers<void>();
	const added = Promise.withResolvers<void>();
	const transaction = db.kysely.transaction().execute(async (tx) => {
		await sql`insert into pgboss.job (name, data) values ('mail', '{"to":"ada"}')`.execute(tx);
		added.resolve();
		await adding.promise;
	});
	await added.promise;
	const migrating = migrate(db, migrations);
	const waits = sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`;
	await expect.poll(async () => (await waits.execute(db.kysely)).rows[0]?.waits).toBe(true);
	adding.resolve();
	await Promise.all([transaction, migrating]);
	expect((await readMovedJobs(db)).waiting.map(({ data }) => data)).toEqual([{ to: 'ada' }]);
});

test.skipIf(inject('postgresUrl') === null)('creates an empty queue where pg-boss never ran', async () => {
	const db = await openBefore();
	await migrate(db, migrations);
	const jobs = createJobQueue({ db, logger: console });
	expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
});
