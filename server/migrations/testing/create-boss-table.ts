import { type Kysely, sql } from 'kysely';

/** Creates the table in which pg-boss stored jobs before migration 0076, with the columns that migrations read. */
export async function createBossTable(db: Kysely<unknown>): Promise<void> {
	await sql`create schema pgboss`.execute(db);
	await sql`
		create table pgboss.job (
			id uuid primary key default gen_random_uuid(),
			name text not null,
			data jsonb,
			state text not null default 'created',
			priority integer not null default 0,
			retry_count integer not null default 0,
			group_id text,
			output jsonb,
			start_after timestamptz not null default now(),
			created_on timestamptz not null default clock_timestamp(),
			completed_on timestamptz
		)
	`.execute(db);
}
