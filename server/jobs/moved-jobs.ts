import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { type JsonObject, type MovedFailedJob, type MovedJob, type MovedJobs, takeTrace } from './jobs.ts';

/** Field in a job's data for the number of failed tries, because pg-boss also counts interrupted tries. */
export const failuresKey = '#failures';

/** Queue of the jobs that were given up, and whose `onGivenUp` has not run yet. */
export const deadLetterName = (name: string) => `${name}/given-up`;

/** SQL condition that excludes schedules and pg-boss's internal jobs. */
const isJobOrDeadLetter = sql<boolean>`name not like 'every/%' and name not like '\_\_pgboss\_\_%'`;
/** SQL condition that also excludes dead letters. */
export const isOwnJob = sql<boolean>`${isJobOrDeadLetter} and name not like '%/given-up'`;

/**
 * Reads all jobs of a database, without schedules. A job that runs counts as one that waits. The order is the same on both engines: by time,
 * then by content.
 */
export async function readMovedJobs(db: Db): Promise<MovedJobs> {
	const { waiting, failed } = db.engine === 'sqlite' ? await readFromSqlite(db) : await readFromPostgres(db);
	return {
		waiting: sortByTimeAndContent(waiting.map(toMovedJob), ({ run_at }) => run_at),
		failed: sortByTimeAndContent(
			failed.map((job) => ({ ...job, data: toPayload(job.data) })),
			({ failed_at }) => failed_at,
		),
	};
}

async function readFromSqlite(db: Db): Promise<MovedJobs> {
	const waiting = await sql<Omit<MovedJob, 'data'> & { data: string }>`
		select name, data, run_at, failures, group_key as "group", turn from jobs order by id
	`.execute(db.tables());
	const failed = await sql<Omit<MovedFailedJob, 'data'> & { data: string }>`
		select name, data, attempts, error, failed_at from failed_jobs order by id
	`.execute(db.tables());
	const parse = <Job extends { data: string }>(job: Job) => ({ ...job, data: JSON.parse(job.data) as JsonObject });
	return { waiting: waiting.rows.map(parse), failed: failed.rows.map(parse) };
}

async function readFromPostgres(db: Db): Promise<MovedJobs> {
	const { rows } = await sql<{ exists: boolean }>`
		select to_regclass('pgboss.job') is not null as exists
	`.execute(db.tables());
	if (!rows[0]?.exists) return { waiting: [], failed: [] };
	// The next worker gives the job of a dead letter up again.
	const waiting = await sql<MovedJob>`
		select regexp_replace(name, '/given-up$', '') as name, data, (extract(epoch from start_after) * 1000)::bigint as run_at,
			0 as failures, group_id as "group", -priority as turn
		from pgboss.job where state in ('created', 'retry', 'active') and ${isJobOrDeadLetter}
	`.execute(db.tables());
	const failed = await sql<MovedFailedJob>`
		select name, data, retry_count + 1 as attempts, coalesce(left(output->>'message', 500), '') as error,
			(extract(epoch from completed_on) * 1000)::bigint as failed_at
		from pgboss.job where state = 'failed' and ${isOwnJob}
	`.execute(db.tables());
	return { waiting: waiting.rows, failed: failed.rows };
}

function toMovedJob(job: MovedJob): MovedJob {
	const failures = job.data[failuresKey];
	return { ...job, data: toPayload(job.data), failures: typeof failures === 'number' ? failures : job.failures };
}

function toPayload({ [failuresKey]: _, ...data }: JsonObject): JsonObject {
	return sortFields(takeTrace(data).payload) as JsonObject;
}

/** Sorts the fields of all objects in a value, because PostgreSQL does not keep their order. */
function sortFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortFields);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(fields.map(([name, field]) => [name, sortFields(field)]));
}

function sortByTimeAndContent<Job>(jobs: readonly Job[], getTime: (job: Job) => number): Job[] {
	return jobs
		.map((job) => ({ job, text: JSON.stringify(job) }))
		.sort((a, b) => getTime(a.job) - getTime(b.job) || (a.text < b.text ? -1 : 1))
		.map(({ job }) => job);
}
