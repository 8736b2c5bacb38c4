import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationContext } from '../database/index.ts';

/** Gives PostgreSQL the tables of jobs that SQLite has, and moves the jobs of pg-boss into them. */
export const ownJobQueue: Migration = {
	name: '0076-own-job-queue',
	async up(context) {
		const { db, engine, int } = context;
		if (engine === 'sqlite') {
			await db.schema.alterTable('jobs').addColumn('alive_at', int).execute();
			return;
		}
		await createTables(context);
		const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
		if (rows[0]?.exists) await moveJobs(db);
	},
};

async function createTables({ db, int, idType, id }: MigrationContext): Promise<void> {
	await db.schema
		.createTable('jobs')
		.addColumn('id', idType, id)
		.addColumn('name', 'text', (c) => c.notNull())
		.addColumn('data', 'text', (c) => c.notNull())
		.addColumn('run_at', int, (c) => c.notNull())
		.addColumn('attempts', int, (c) => c.notNull())
		.addColumn('running', int, (c) => c.notNull())
		.addColumn('failures', int, (c) => c.notNull().defaultTo(0))
		.addColumn('group_key', 'text')
		.addColumn('turn', int, (c) => c.notNull().defaultTo(0))
		.addColumn('alive_at', int)
		.execute();
	await db.schema.createIndex('jobs_due').on('jobs').columns(['name', 'running', 'run_at', 'id']).execute();
	await db.schema.createIndex('jobs_turn').on('jobs').columns(['name', 'running', 'turn', 'run_at', 'id']).execute();
	// One row for each schedule.
	await sql`create unique index jobs_schedule on jobs (name) where name like 'every/%'`.execute(db);
	await db.schema
		.createTable('failed_jobs')
		.addColumn('id', idType, id)
		.addColumn('name', 'text', (c) => c.notNull())
		.addColumn('data', 'text', (c) => c.notNull())
		.addColumn('attempts', int, (c) => c.notNull())
		.addColumn('error', 'text', (c) => c.notNull())
		.addColumn('failed_at', int, (c) => c.notNull())
		.execute();
}

async function moveJobs(db: Kysely<unknown>): Promise<void> {
	// Transactions that have added jobs end before the lock, so that their jobs are moved. Later ones wait, and fail without the table.
	await sql`lock table pgboss.job in access exclusive mode`.execute(db);
	const isJob = sql`name not like 'every/%' and name not like '__pgboss__%'`;
	// The last part of a name marks a copy of a job that failed for the last time. It counts as failed more often than any job may, so that the
	// next worker gives it up. The column of groups may be missing, because pg-boss adds columns at the start of a worker.
	const failures = sql`greatest(coalesce((data ->> '#failures')::bigint, 0), case when name like '%/given-up' then 1000000 else 0 end)`;
	await sql`
		insert into jobs (name, data, run_at, attempts, running, failures, group_key, turn)
		select regexp_replace(name, '/given-up$', ''), (data - '#failures')::text, (extract(epoch from start_after) * 1000)::bigint,
			greatest(retry_count, coalesce((data ->> '#failures')::bigint, 0)), 0, ${failures},
			to_jsonb(job) ->> 'group_id', -priority
		from pgboss.job where state in ('created', 'retry', 'active') and ${isJob} order by created_on
	`.execute(db);
	await sql`
		insert into failed_jobs (name, data, attempts, error, failed_at)
		select name, (data - '#failures' - '#traceparent')::text, retry_count + 1, coalesce(left(output ->> 'message', 500), ''),
			(extract(epoch from completed_on) * 1000)::bigint
		from pgboss.job where state = 'failed' and ${isJob} and name not like '%/given-up' and not exists (
			select from pgboss.job as copy
			where copy.name = job.name || '/given-up' and copy.data = job.data and copy.state in ('created', 'retry', 'active')
		) order by completed_on
	`.execute(db);
	await sql`drop schema pgboss cascade`.execute(db);
}
