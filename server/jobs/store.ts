import { type ExpressionBuilder, type Generated, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import { type Database, type Db, type QueryMethods, runCompiled, selectFromJson, type Tx } from '../database/index.ts';
import { type AddJobOptions, type JsonObject, type MovedJob, maxBackOff, takeTrace } from './jobs.ts';

export interface JobTables {
	jobs: {
		id: Generated<number>;
		name: string;
		data: string;
		run_at: number;
		/** Number of all tries, including the running try and interrupted tries. */
		attempts: number;
		failures: Generated<number>;
		running: number;
		/** Latest time at which the process that runs the job was alive. Only PostgreSQL has several processes that need it. */
		alive_at: number | null;
		group_key: string | null;
		/** Order between groups: due jobs with a lower turn run first. */
		turn: Generated<number>;
	};
	failed_jobs: {
		id: Generated<number>;
		name: string;
		data: string;
		attempts: number;
		error: string;
		failed_at: number;
	};
}

export interface ClaimedJob {
	id: number;
	data: JsonObject;
	/** Position in the trace of the request that queued the job. */
	traceparent: string | undefined;
	/** Number of all tries, including this one and interrupted ones. */
	attempts: number;
	failures: number;
	/** Aborts when another process has taken the job over. */
	lost: AbortController;
}

/** Milliseconds without a sign of life after which a process counts as dead. */
const maxSilence = 20_000;
/** Milliseconds by which a time may be later than the statement that reads it, because the statement began before. */
const clockTolerance = 10_000;
/** Maximum milliseconds until a job runs again after a crash of the process. */
const maxRecoveryDelay = 60_000;
export const isNoSchedule = sql<SqlBool>`name not like 'every/%'`;

/** Rows of the jobs that wait or run. A write of a claimed job has no effect once another process has claimed the job. */
export interface JobStore {
	/** Returns the time in `offset` milliseconds as an SQL expression: on PostgreSQL by the clock of the database, which all processes share. */
	time(offset?: number): RawBuilder<number>;
	add(tx: Tx, name: string, data: string, options: AddJobOptions): Promise<void>;
	addAll(tx: Tx, name: string, data: readonly string[]): Promise<void>;
	addMoved(tx: Tx, job: MovedJob): Promise<void>;
	/** Adds the rows of schedules unless they exist, and makes them due. Only on PostgreSQL. */
	addSchedules(names: readonly string[]): Promise<void>;
	/** Claims up to `limit` due jobs in the order in which they were added. */
	claim(name: string, maxDelay: number, limit: number): Promise<ClaimedJob[]>;
	/** Returns the milliseconds until the next job is due; undefined if no job waits. */
	findNextDelay(name: string): Promise<number | undefined>;
	/** Lists those of the names of which a job waits, due or not. */
	listWaiting(names: readonly string[]): Promise<string[]>;
	/** Returns whether a job of one of these names is due or runs in any process. */
	hasWork(names: readonly string[]): Promise<boolean>;
	/** Returns the number of deleted jobs. */
	remove(db: Db, jobs: readonly ClaimedJob[]): Promise<number>;
	/** Returns a job to the queue without counting the try. */
	release(job: ClaimedJob): Promise<unknown>;
	/** Returns a job to the queue for its next try. */
	retryIn(job: ClaimedJob, delay: number): Promise<unknown>;
	/** Returns the job of a schedule to the queue for its next run. Its tries go on, because their number tells who has claimed it. */
	repeatIn(job: ClaimedJob, delay: number): Promise<unknown>;
	/** Stores that the process of these jobs is alive. Returns those that another process has taken over. */
	keepAlive(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]>;
	/** Requeues the jobs of dead processes: twice without delay, then with a growing delay, because a job may crash the process. */
	recover(getBackOff: (name: string) => number): Promise<void>;
	/** Returns the number of jobs that wait (0) and that run (1), without schedules. */
	count(): Promise<Record<0 | 1, number>>;
	/** Returns how long the job waits that has been due for longest, of the names of which fewer than `concurrency` jobs run. */
	getOldestDueAge(queues: readonly { name: string; concurrency: number }[]): Promise<number>;
}

/**
 * Creates the store of a database. On SQLite, one process owns the file, so a job marked as running at the start belongs to a dead process. On
 * PostgreSQL, each process shows that it is alive.
 */
export function createJobStore(db: Database, clock: Clock): JobStore {
	const isShared = db.engine === 'postgres';
	const jobs = () => db.tables<Pick<JobTables, 'jobs'>>();

	const time = (offset = 0) => toTime(toTimeParameter(offset));
	const toTime = (parameter: number) =>
		isShared ? sql<number>`((extract(epoch from now()) * 1000)::bigint + ${parameter})` : sql<number>`${parameter}`;
	const toTimeParameter = (offset: number) => Math.ceil(isShared ? offset : clock.now() + offset);

	const isClaimed = (claimed: readonly ClaimedJob[]) => (eb: ExpressionBuilder<JobTables, 'jobs'>) =>
		eb.or(claimed.map(({ id, attempts }) => eb.and({ id, attempts })));

	const isAlive = isShared ? () => sql<SqlBool>`alive_at > ${time(-maxSilence)}` : () => sql<SqlBool>`1 = 1`;

	/**
	 * Condition for jobs that may run. A job whose time is further away than its longest delay was stored while the clock was ahead, and is due.
	 * After its first try, the longest delay is the longest back-off.
	 */
	function isDue(maxDelay: number) {
		const first = maxDelay + clockTolerance;
		const later = Math.max(maxDelay, maxBackOff) + clockTolerance;
		return sql<SqlBool>`(run_at <= ${time()} or run_at > ${time(later)} or (attempts = 0 and run_at > ${time(first)}))`;
	}

	/** Returns the turn of a new job: one after its group's last job, but at least the lowest turn of all running and due jobs. */
	async function nextTurn(tx: Tx, name: string, group: string): Promise<number> {
		const { least, own } = await tx
			.tables<JobTables>()
			.selectFrom('jobs')
			.select([
				// Jobs that wait for a retry do not count as due.
				sql<number | null>`min(case when running = 1 or run_at <= ${time()} then turn end)`.as('least'),
				sql<number | null>`max(case when group_key = ${group} then turn + 1 end)`.as('own'),
			])
			.where('name', '=', name)
			.where('group_key', 'is not', null)
			.executeTakeFirstOrThrow();
		return Math.max(least ?? 0, own ?? 0);
	}

	const requeue = (job: ClaimedJob, columns: { run_at?: RawBuilder<number>; attempts?: number; failures?: number }) =>
		jobs()
			.updateTable('jobs')
			.set({ ...columns, running: 0 })
			.where(isClaimed([job]))
			.execute();

	return {
		time,
		async add(tx, name, data, { delay = 0, group }) {
			const turn = group === undefined ? 0 : await nextTurn(tx, name, group);
			const job = { name, data, time: toTimeParameter(delay), group_key: group ?? null, turn };
			await runCompiled(tx, 'insert job', job, ({ time, ...values }) =>
				tx
					.tables<JobTables>()
					.insertInto('jobs')
					.values({ ...values, run_at: toTime(time), attempts: 0, running: 0 }),
			);
		},
		async addAll(tx, name, data) {
			const rows = JSON.stringify(data.map((text) => ({ data: text })));
			await sql`
				insert into jobs (name, data, run_at, attempts, running)
				select ${name}, data, ${time()}, 0, 0 from (${selectFromJson(tx, rows, { data: 'text' })}) as added
			`.execute(tx.tables());
		},
		async addMoved(tx, { data, group, ...job }) {
			const row = { ...job, data: JSON.stringify(data), group_key: group, attempts: job.failures, running: 0 };
			await tx.tables<JobTables>().insertInto('jobs').values(row).execute();
		},
		async addSchedules(names) {
			await sql`
				insert into jobs (name, data, run_at, attempts, running)
				select name, '{}', ${time()}, 0, 0 from unnest(${names}::text[]) as name order by name
				on conflict (name) where name like 'every/%' do update set run_at = least(jobs.run_at, excluded.run_at)
			`.execute(db.tables());
		},
		async claim(name, maxDelay, limit) {
			const rows = await db.statement((db) =>
				db
					.tables<JobTables>()
					// PostgreSQL runs a locking query in WITH once, but one in a condition perhaps for each row.
					.with('due', (query) =>
						query
							.selectFrom('jobs')
							.select('id')
							.where('name', '=', name)
							.where('running', '=', 0)
							.where(isDue(maxDelay))
							.orderBy('turn')
							.orderBy('run_at')
							.orderBy('id')
							.limit(limit)
							.$if(isShared, (due) => due.forUpdate().skipLocked()),
					)
					.updateTable('jobs')
					.set({ running: 1, attempts: sql<number>`attempts + 1`, alive_at: time() })
					.where('id', 'in', (query) => query.selectFrom('due').select('id'))
					.returning(['id', 'data', 'attempts', 'failures'])
					.execute(),
			);
			return rows
				.map(({ data, ...row }) => {
					const { payload, traceparent } = takeTrace(JSON.parse(data));
					return { ...row, data: payload, traceparent, lost: new AbortController() };
				})
				.sort((a, b) => a.id - b.id);
		},
		async findNextDelay(name) {
			const query = jobs().selectFrom('jobs').where('name', '=', name).where('running', '=', 0);
			const delay = sql<number>`run_at - ${time()}`.as('delay');
			return (await query.select(delay).orderBy('run_at').limit(1).executeTakeFirst())?.delay;
		},
		async listWaiting(names) {
			// Looks into the index once per name, because `distinct` would read all waiting jobs.
			const given = selectFromJson(db, JSON.stringify(names.map((name) => ({ name }))), { name: 'text' });
			const query = sql<{ name: string }>`
				select name from (${given}) as given
				where exists (select 1 from jobs where jobs.name = given.name and running = 0)
			`;
			return (await query.execute(db.tables())).rows.map(({ name }) => name);
		},
		async hasWork(names) {
			const query = jobs().selectFrom('jobs').select('id').where('name', 'in', names);
			const work = query.where((eb) => eb.or([eb('running', '=', 1), eb('run_at', '<=', time())]));
			return (await work.executeTakeFirst()) !== undefined;
		},
		async remove(db, claimed) {
			const query = db.tables<JobTables>().deleteFrom('jobs').where(isClaimed(claimed));
			return Number((await query.executeTakeFirst()).numDeletedRows);
		},
		release: (job) => requeue(job, { attempts: job.attempts - 1 }),
		retryIn: (job, delay) => requeue(job, { failures: job.failures, run_at: time(delay) }),
		repeatIn: (job, delay) => requeue(job, { failures: 0, run_at: time(delay) }),
		async keepAlive(claimed) {
			// These writes use the connection of short reads, because they must not wait for transactions.
			const short = db.shortReads as QueryMethods<JobTables>;
			const update = () => short.updateTable('jobs').set({ alive_at: time() });
			// The clock of the database was ahead when these were stored.
			await update().where('alive_at', '>', time(60_000)).execute();
			if (claimed.length === 0) return [];
			const alive = await update().where(isClaimed(claimed)).returning('id').execute();
			return claimed.filter(({ id }) => !alive.some((job) => job.id === id));
		},
		async recover(getBackOff) {
			const running = jobs().selectFrom('jobs').select(['id', 'name', 'attempts']).where('running', '=', 1);
			const dead = running.$if(isShared, (query) => query.where('alive_at', '<', time(-maxSilence)));
			for (const { id, name, attempts } of await dead.execute()) {
				const pause = attempts > 2 ? Math.min(getBackOff(name) * 2 ** (attempts - 3), maxRecoveryDelay) : 0;
				await jobs()
					.updateTable('jobs')
					.set({ running: 0, run_at: time(pause) })
					.where((eb) => eb.and({ id, attempts, running: 1 }))
					.execute();
			}
		},
		async count() {
			const rows = await jobs()
				.selectFrom('jobs')
				.select(({ fn }) => ['running', fn.countAll<number>().as('count')])
				.where(isNoSchedule)
				.groupBy('running')
				.execute();
			return { 0: 0, 1: 0, ...Object.fromEntries(rows.map(({ running, count }) => [running, count])) };
		},
		async getOldestDueAge(workers) {
			const rowsOfQueues = workers.map(({ name, concurrency }) => ({ name, concurrency }));
			const queues = selectFromJson(db, JSON.stringify(rowsOfQueues), { name: 'text', concurrency: 'bigint' });
			// One look-up in the index of each job's name, however many jobs wait.
			const { rows } = await sql<{ age: number | null }>`
				select max((select ${time()} - run_at from jobs where name = queue.name and running = 0 order by run_at limit 1)) as age
				from (${queues}) as queue
				where (select count(*) from jobs where name = queue.name and running = 1 and ${isAlive()}) < queue.concurrency
			`.execute(db.tables());
			return Math.max(0, rows[0]?.age ?? 0);
		},
	};
}
