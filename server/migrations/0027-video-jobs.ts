import { type Kysely, sql } from 'kysely';
import type { Migration } from '../database/index.ts';

export const videoJobs: Migration = {
	name: '0027-video-jobs',
	async up({ db, engine, int }) {
		await db.schema
			.createIndex('media_account_unattached')
			.on('media')
			.columns(['account_id', 'attached_at', 'created_at'])
			.execute();
		await db.schema.dropIndex('media_account').execute();

		if (engine === 'postgres') return clearFinishedOnPostgres(db);
		await db.schema
			.alterTable('jobs')
			// Tries that failed; `attempts` counts interrupted ones, too.
			.addColumn('failures', int, (c) => c.notNull().defaultTo(0))
			.execute();
		await db.schema.alterTable('jobs').addColumn('group_key', 'text').execute();
		await db.schema
			.alterTable('jobs')
			.addColumn('turn', int, (c) => c.notNull().defaultTo(0))
			.execute();
		await db.schema.createIndex('jobs_turn').on('jobs').columns(['name', 'running', 'turn', 'run_at', 'id']).execute();
		await sql`
			delete from failed_jobs
			where ${finished(sql`json_extract(data, '$.media_id')`, sql`error`)}
		`.execute(db);
	},
};

/** A video's job that failed after its work was done: killed before it was marked as done, it then missed the original. */
function finished(mediaId: ReturnType<typeof sql>, error: ReturnType<typeof sql>) {
	return sql`exists (select 1 from media where media.id = ${mediaId} and media.state = 'ready') and (
		name = 'media.transcode'
		or name = 'media.further-renditions' and ${error} like '%There is no file media/%/original%'
	)`;
}

async function clearFinishedOnPostgres(db: Kysely<unknown>): Promise<void> {
	const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
	if (!rows[0]?.exists) return;
	await sql`
		delete from pgboss.job
		where state = 'failed' and ${finished(sql`(data ->> 'media_id')::bigint`, sql`output ->> 'message'`)}
	`.execute(db);
}
