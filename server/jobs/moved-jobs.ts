import type { Db } from '../database/index.ts';
import { type MovedJobs, takeTrace } from './jobs.ts';
import { isNoSchedule, type JobTables } from './store.ts';

/** Reads all jobs of a database in their order, without schedules. A job that runs counts as one that waits. */
export async function readMovedJobs(db: Db): Promise<MovedJobs> {
	const tables = db.tables<JobTables>();
	const waiting = await tables
		.selectFrom('jobs')
		.select(['name', 'data', 'run_at', 'failures', 'group_key as group', 'turn'])
		.where(isNoSchedule)
		.orderBy('id')
		.execute();
	const failed = await tables
		.selectFrom('failed_jobs')
		.select(['name', 'data', 'attempts', 'error', 'failed_at'])
		.orderBy('id')
		.execute();
	const parse = <Job extends { data: string }>(job: Job) => ({ ...job, data: takeTrace(JSON.parse(job.data)).payload });
	return { waiting: waiting.map(parse), failed: failed.map(parse) };
}
