import { type SqlBool, sql } from 'kysely';
import { describeError } from '../core/describe-connection-error.ts';
import type { Database, Tx } from '../database/index.ts';
import type { JobQueue, JsonObject, MovedFailedJob } from './jobs.ts';
import type { JobStore, JobTables } from './store.ts';

/** Milliseconds that a given-up job is stored. */
const retention = 14 * 86_400_000;

type Methods = 'listFailed' | 'clearFailed' | 'clearFailedOf' | 'listFailureTimes' | 'deleteFailed';

/** Jobs that were given up. */
export interface FailedJobs extends Pick<JobQueue, Methods> {
	add(tx: Tx, job: { name: string; data: JsonObject; attempts: number }, error: Error): Promise<void>;
	addMoved(tx: Tx, job: MovedFailedJob): Promise<void>;
	/** Deletes a failed job, or all of them with null, and returns them. */
	take(tx: Tx, id: string | null): Promise<{ name: string; data: string }[]>;
	count(): Promise<number>;
}

export function createFailedJobs(db: Database, time: JobStore['time']): FailedJobs {
	const [find, isSame] =
		db.engine === 'postgres'
			? // Jobs that were moved have their fields in another order.
				[sql`strpos`, (data: string) => sql<SqlBool>`data::jsonb = ${data}::jsonb`]
			: [sql`instr`, (data: string) => sql<SqlBool>`data = ${data}`];
	const select = () => db.tables<JobTables>().selectFrom('failed_jobs');
	const remove = (tx: Tx) => tx.tables<JobTables>().deleteFrom('failed_jobs');

	async function take(tx: Tx, id: string | null) {
		const query = id === null ? remove(tx) : remove(tx).where('id', '=', toId(id));
		return query.returning(['name', 'data']).execute();
	}

	return {
		async add(tx, { name, data, attempts }, error) {
			const text = describeError(error).slice(0, 500);
			const job = { name, data: JSON.stringify(data), attempts, error: text, failed_at: time() };
			await tx.tables<JobTables>().insertInto('failed_jobs').values(job).execute();
			await remove(tx).where('failed_at', '<', time(-retention)).execute();
		},
		async addMoved(tx, { data, ...job }) {
			const row = { ...job, data: JSON.stringify(data) };
			await tx.tables<JobTables>().insertInto('failed_jobs').values(row).execute();
		},
		take,
		async count() {
			const query = select().select(({ fn }) => fn.countAll<number>().as('count'));
			return (await query.executeTakeFirstOrThrow()).count;
		},
		async listFailed(limit) {
			const rows = await select().selectAll().orderBy('id', 'desc').limit(limit).execute();
			return rows.map(({ id, name, attempts, error, failed_at }) => ({
				id: String(id),
				name,
				tries: attempts,
				failedAt: failed_at,
				error,
			}));
		},
		async clearFailed(tx, { name, schema }, payload) {
			await remove(tx)
				.where('name', '=', name)
				.where(isSame(JSON.stringify(schema.parse(payload))))
				.execute();
		},
		async clearFailedOf(tx, email) {
			const text = email.toLowerCase();
			await remove(tx)
				.where(sql<SqlBool>`(${find}(lower(data), ${JSON.stringify(text)}) > 0 or ${find}(lower(error), ${text}) > 0)`)
				.execute();
		},
		async listFailureTimes(limit) {
			const rows = await select().select('failed_at').orderBy('id').limit(limit).execute();
			return rows.map((row) => row.failed_at);
		},
		deleteFailed: (id) => db.transaction(async (tx) => (await take(tx, id))[0]?.name ?? null),
	};
}

/** Returns the id of a failed job; 0, which no job has, for a text that is no id. */
function toId(text: string): number {
	const id = Number(text);
	return Number.isSafeInteger(id) ? id : 0;
}
