import type { Clock } from '../core/clock.ts';
import type { Tracer } from '../core/operation.ts';
import type { Database } from '../database/index.ts';
import type { JobQueue, JobsLogger } from './jobs.ts';
import { createSqliteJobQueue } from './sqlite.ts';

/** Creates the job queue in a database. */
export async function createJobQueue(deps: {
	db: Database;
	logger: JobsLogger;
	clock: Clock;
	tracer: Tracer | null;
}): Promise<JobQueue> {
	if (deps.db.engine === 'sqlite') return createSqliteJobQueue(deps);
	// pg-boss takes memory and a part of the start, so it is loaded only with PostgreSQL.
	const { createPostgresJobQueue } = await import('./postgres.ts');
	return createPostgresJobQueue(deps);
}
