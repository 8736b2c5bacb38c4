import { sql } from 'kysely';
import type { TestServer } from './start-server.ts';

export interface FailedJobSeed {
	/** Name of a job that the server handles. */
	name: string;
	data: object;
	error: string;
}

/** Inserts a job that has failed ten times. Returns the id of the job. */
export async function seedFailedJob({ db }: TestServer, { name, data, error }: FailedJobSeed): Promise<string> {
	const { rows } = await sql<{ id: number }>`
		insert into failed_jobs (name, data, attempts, error, failed_at)
		values (${name}, ${JSON.stringify(data)}, 10, ${error}, ${Date.now()}) returning id
	`.execute(db.kysely);
	return String(rows[0]?.id);
}
