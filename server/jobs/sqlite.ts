import { setTimeout as wait } from 'node:timers/promises';
import { type AliasableExpression, type Generated, type SqlBool, sql } from 'kysely';
import { type Clock, systemClock } from '../core/clock.ts';
import { describeError } from '../core/describe-connection-error.ts';
import { isDiskFull } from '../core/disk-full-error.ts';
import { currentOperation, type Tracer } from '../core/operation.ts';
import { type Database, runCompiled, type Tx } from '../database/index.ts';
import {
	type AddJobOptions,
	type AttemptOutcome,
	addTrace,
	assertDelay,
	type JobHandler,
	JobInterruptedError,
	type JobQueue,
	type JobsLogger,
	type JsonObject,
	logFailure,
	logInterruption,
	maxBackOff,
	runAttempts,
	runTraced,
	type Schedule,
	takeTrace,
} from './jobs.ts';

interface JobTables {
	jobs: {
		id: Generated<number>;
		name: string;
		data: string;
		run_at: number;
		/** Number of all tries, including the running try and interrupted tries. */
		attempts: number;
		failures: number;
		running: number;
		group_key: string | null;
		/** Order between groups: due jobs with a lower turn run first. */
		turn: number;
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

interface ClaimedJob {
	id: number;
	data: JsonObject;
	/** Position in the trace of the request that queued the job. */
	traceparent: string | undefined;
	/** Number of all tries, including this one and interrupted ones. */
	attempts: number;
	failures: number;
}

interface Worker extends JobHandler {
	running: Set<Promise<void>>;
	/** Promise of the running loop over due jobs. */
	polling: Promise<void> | undefined;
	/** Whether a job was queued while the loop was running, so that the loop must run again. */
	woken: boolean;
	timer: NodeJS.Timeout | undefined;
}

const errorDelay = 1000;
/** Milliseconds that a given-up job is stored. */
const failedRetention = 14 * 86_400_000;
const maxTimerDelay = 3_600_000;
/** Maximum milliseconds until a job runs again after a crash of the process. */
const maxRecoveryDelay = 60_000;
/** Number of failures of `onGivenUp` after which the job is deleted. */
const maxGiveUpTries = 20;

/** Creates a job queue on SQLite. One process owns the file, so a job marked as running at the start belongs to a dead process. */
export function createSqliteJobQueue(deps: {
	db: Database;
	logger: JobsLogger;
	clock?: Clock;
	tracer?: Tracer | null;
}): JobQueue {
	const { db, logger, clock = systemClock, tracer = null } = deps;
	const workers = new Map<string, Worker>();
	const schedules: Schedule[] = [];
	const runningSchedules = new Set<Promise<void>>();
	const stop = new AbortController();
	const stopping = stop.signal;
	let started = false;

	function wake(worker: Worker): Promise<void> {
		if (!started || stopping.aborted) return Promise.resolve();
		worker.woken = true;
		// The loop outlives the request that wakes it.
		worker.polling ??= currentOperation.run({ name: 'job queue' }, runDue, worker).finally(() => {
			worker.polling = undefined;
			// A job may have been queued after the loop looked for the last time.
			if (worker.woken) void wake(worker);
		});
		return worker.polling;
	}

	function wakeIn(worker: Worker, ms: number): void {
		clearTimeout(worker.timer);
		if (stopping.aborted) return;
		worker.timer = setTimeout(() => void wake(worker), Math.min(Math.max(ms, 0), maxTimerDelay)).unref();
	}

	async function runDue(worker: Worker): Promise<void> {
		try {
			while (worker.woken && !stopping.aborted) {
				worker.woken = false;
				while (worker.running.size < worker.concurrency && !stopping.aborted) {
					const jobs = await claimNext(worker);
					if (jobs.length === 0) break;
					const run = runJobs(worker, jobs).finally(() => {
						worker.running.delete(run);
						void wake(worker);
					});
					worker.running.add(run);
				}
				// At full concurrency, the next job that ends wakes the worker.
				if (worker.running.size < worker.concurrency) await wakeAtNext(worker);
			}
		} catch (error) {
			logger.error({ err: error, job: worker.name }, 'The job queue cannot be read');
			worker.woken = false;
			wakeIn(worker, errorDelay);
		}
	}

	/**
	 * Condition for jobs that may run. A job that waits longer than it can was stored while the clock was ahead, and is due: before its first
	 * try beyond its longest delay, later beyond the longest back-off.
	 */
	const isDue = (maxDelay: number) => {
		const now = clock.now();
		const longest = sql`case when attempts = 0 then ${maxDelay} else ${Math.max(maxDelay, maxBackOff)} end`;
		return sql<SqlBool>`(run_at <= ${now} or run_at > ${now} + ${longest})`;
	};

	async function claimNext({ name, batchSize, maxDelay }: Worker): Promise<ClaimedJob[]> {
		const rows = await db.statement((at) =>
			at
				.tables<JobTables>()
				.updateTable('jobs')
				.set({ running: 1, attempts: sql<number>`attempts + 1` })
				.where('id', 'in', (query) =>
					query
						.selectFrom('jobs')
						.select('id')
						.where('name', '=', name)
						.where('running', '=', 0)
						.where(isDue(maxDelay))
						.orderBy('turn')
						.orderBy('run_at')
						.orderBy('id')
						.limit(batchSize),
				)
				.returning(['id', 'data', 'attempts', 'failures'])
				.execute(),
		);
		return rows
			.map(({ data, ...row }) => {
				const { payload, traceparent } = takeTrace(JSON.parse(data));
				return { ...row, data: payload, traceparent };
			})
			.sort((a, b) => a.id - b.id);
	}

	async function wakeAtNext(worker: Worker): Promise<void> {
		const next = await db
			.tables<JobTables>()
			.selectFrom('jobs')
			.select('run_at')
			.where('name', '=', worker.name)
			.where('running', '=', 0)
			.orderBy('run_at')
			.limit(1)
			.executeTakeFirst();
		if (next) wakeIn(worker, next.run_at - clock.now());
	}

	const maxAttempts = (worker: Worker) => worker.tries + worker.interruptions;

	async function runJobs(worker: Worker, jobs: readonly ClaimedJob[]): Promise<void> {
		const hasEnded = (job: ClaimedJob) => job.failures >= worker.tries || job.attempts > maxAttempts(worker);
		for (const job of jobs.filter(hasEnded)) {
			await giveUp(worker, job, new JobInterruptedError('The program ended during the last try'));
		}
		const due = jobs.filter((job) => !hasEnded(job));
		const attempts = due.map(({ data: payload, failures, traceparent }) => ({
			payload,
			number: failures + 1,
			traceparent,
		}));
		const outcomes = await runAttempts(worker, attempts, stopping, tracer);
		const done = due.filter((_, index) => outcomes[index]?.is === 'done');
		if (done.length > 0) await writeOutcome(worker, () => remove(done));
		for (const [index, job] of due.entries()) await storeUnfinished(worker, job, outcomes[index] as AttemptOutcome);
	}

	/** Stores the outcome of a job that is not done. Ignores other jobs. */
	async function storeUnfinished(worker: Worker, job: ClaimedJob, outcome: AttemptOutcome): Promise<void> {
		if (outcome.is === 'done') return;
		if (outcome.is === 'given back') return writeOutcome(worker, () => release(job));
		const failed = outcome.is === 'failed';
		if (failed) logFailure(logger, worker, outcome.failures, outcome.error);
		else logInterruption(logger, worker, outcome.error);
		const current = failed ? { ...job, failures: outcome.failures } : job;
		if (current.failures >= worker.tries || current.attempts >= maxAttempts(worker))
			return giveUp(worker, current, outcome.error);
		return writeOutcome(worker, () => reschedule(worker, current));
	}

	/**
	 * Stores the outcome of a job. Retries, because the disk may be full for a while. If the process stops before the outcome is stored,
	 * the next start recovers the job as after a crash.
	 */
	async function writeOutcome(worker: Worker, write: () => Promise<unknown>): Promise<void> {
		for (;;) {
			try {
				await write();
				return;
			} catch (error) {
				logger.error({ err: error, job: worker.name }, 'The outcome of a job cannot be stored');
				if (stopping.aborted) return;
				await wait(errorDelay, undefined, { ref: false });
			}
		}
	}

	async function giveUp(worker: Worker, job: ClaimedJob, error: Error): Promise<void> {
		try {
			await db.transaction(async (tx) => {
				await worker.onGivenUp?.(tx, job.data, error);
				await insertFailed(tx, worker, job, error);
				await tx.tables<JobTables>().deleteFrom('jobs').where('id', '=', job.id).execute();
			});
		} catch (failure) {
			logger.error({ err: failure, job: worker.name }, 'A job cannot be given up');
			const isLastTry = job.attempts >= maxAttempts(worker) + maxGiveUpTries;
			await writeOutcome(worker, () => (isLastTry ? remove([job]) : reschedule(worker, job)));
		}
	}

	async function insertFailed(tx: Tx, { name }: Worker, { data, attempts }: ClaimedJob, error: Error): Promise<void> {
		const failed_at = clock.now();
		const tables = tx.tables<JobTables>();
		await tables
			.insertInto('failed_jobs')
			.values({ name, data: JSON.stringify(data), attempts, error: describeError(error).slice(0, 500), failed_at })
			.execute();
		await tables
			.deleteFrom('failed_jobs')
			.where('failed_at', '<', failed_at - failedRetention)
			.execute();
	}

	const remove = (jobs: readonly ClaimedJob[]) => {
		const ids = jobs.map(({ id }) => id);
		return db.statement((at) => at.tables<JobTables>().deleteFrom('jobs').where('id', 'in', ids).execute());
	};

	const release = (job: ClaimedJob) =>
		db
			.tables<JobTables>()
			.updateTable('jobs')
			.set({ running: 0, attempts: job.attempts - 1 })
			.where('id', '=', job.id)
			.executeTakeFirst();

	const reschedule = (worker: Worker, job: ClaimedJob) =>
		db
			.tables<JobTables>()
			.updateTable('jobs')
			.set({
				running: 0,
				failures: job.failures,
				run_at: clock.now() + Math.min(worker.backOff * 2 ** (job.attempts - 1), maxBackOff),
			})
			.where('id', '=', job.id)
			.executeTakeFirst();

	/** Requeues the jobs of a dead process: twice without delay, then with a growing delay, because a job may crash the process. */
	async function recover(): Promise<void> {
		const interrupted = db
			.tables<JobTables>()
			.selectFrom('jobs')
			.select(['id', 'name', 'attempts'])
			.where('running', '=', 1);
		for (const { id, name, attempts } of await interrupted.execute()) {
			const backOff = workers.get(name)?.backOff ?? 0;
			const pause = attempts > 2 ? Math.min(backOff * 2 ** (attempts - 3), maxRecoveryDelay) : 0;
			await db
				.tables<JobTables>()
				.updateTable('jobs')
				.set({ running: 0, run_at: clock.now() + pause })
				.where('id', '=', id)
				.execute();
		}
	}

	/** Requeues the jobs of a dead process as soon as the disk has room for it. */
	async function recoverLater(): Promise<void> {
		let isDone = false;
		while (!isDone && !stopping.aborted) {
			await wait(errorDelay, undefined, { signal: stopping, ref: false }).catch(() => {});
			isDone = await recover().then(
				() => true,
				() => false,
			);
		}
		for (const worker of workers.values()) void wake(worker);
	}

	async function runSchedule(schedule: Schedule): Promise<void> {
		const { name, every } = schedule;
		while (!stopping.aborted) {
			const turn = runTraced(tracer, schedule, stopping).catch((error: unknown) => {
				if (!stopping.aborted) logger.error({ err: error, sweep: name }, 'A scheduled run failed');
			});
			runningSchedules.add(turn);
			await turn;
			runningSchedules.delete(turn);
			await wait(every, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	async function insert(tx: Tx, name: string, data: string, { delay = 0, group }: AddJobOptions): Promise<void> {
		const turn = group === undefined ? 0 : await nextTurn(tx, name, group);
		const job = { name, data, run_at: clock.now() + delay, group_key: group ?? null, turn };
		await runCompiled(tx, 'insert job', job, (values) =>
			tx
				.tables<JobTables>()
				.insertInto('jobs')
				.values({ ...values, attempts: 0, failures: 0, running: 0 }),
		);
		tx.onCommit(() => {
			const worker = workers.get(name);
			if (worker) void wake(worker);
		});
	}

	/** Queues a failed job again, or all of them with null. Returns their number. */
	const requeue = (id: number | null) =>
		db.transaction(async (tx) => {
			const failed = await tx
				.tables<JobTables>()
				.deleteFrom('failed_jobs')
				.$if(id !== null, (query) => query.where('id', '=', id))
				.returning(['name', 'data'])
				.execute();
			for (const { name, data } of failed) await insert(tx, name, data, {});
			return failed.length;
		});

	/** Returns the turn of a new job: one after its group's last job, but at least the lowest turn of all running and due jobs. */
	async function nextTurn(tx: Tx, name: string, group: string): Promise<number> {
		const { least, own } = await tx
			.tables<JobTables>()
			.selectFrom('jobs')
			.select([
				// Jobs that wait for a retry do not count as due.
				sql<number | null>`min(case when running = 1 or run_at <= ${clock.now()} then turn end)`.as('least'),
				sql<number | null>`max(case when group_key = ${group} then turn + 1 end)`.as('own'),
			])
			.where('name', '=', name)
			.where('group_key', 'is not', null)
			.executeTakeFirstOrThrow();
		return Math.max(least ?? 0, own ?? 0);
	}

	return {
		async add(tx, definition, payload, options = {}) {
			assertDelay(definition, options.delay ?? 0);
			await insert(tx, definition.name, JSON.stringify(addTrace(definition.schema.parse(payload))), options);
		},
		async addAll(tx, { name, schema }, payloads) {
			for (const payload of payloads) await insert(tx, name, JSON.stringify(addTrace(schema.parse(payload))), {});
		},
		addMoved: ({ waiting, failed }) =>
			db.transaction(async (tx) => {
				const tables = tx.tables<JobTables>();
				for (const { data, group, ...job } of waiting) {
					const row = { ...job, data: JSON.stringify(data), group_key: group, attempts: job.failures, running: 0 };
					await tables.insertInto('jobs').values(row).execute();
				}
				for (const { data, ...job } of failed) {
					await tables
						.insertInto('failed_jobs')
						.values({ ...job, data: JSON.stringify(data) })
						.execute();
				}
			}),
		async stats() {
			const tables = db.tables<JobTables>();
			const count = ({ fn }: { fn: { countAll<T>(): AliasableExpression<T> } }) => fn.countAll<number>().as('count');
			const rows = await tables
				.selectFrom('jobs')
				.select((eb) => ['running', count(eb)])
				.groupBy('running')
				.execute();
			const { count: failed } = await tables.selectFrom('failed_jobs').select(count).executeTakeFirstOrThrow();
			const countByState = (running: number) => rows.find((row) => row.running === running)?.count ?? 0;
			return { waiting: countByState(0), running: countByState(1), failed };
		},
		async oldestDueAge() {
			const now = clock.now();
			const idle = [...workers.values()].filter(({ running, concurrency }) => running.size < concurrency);
			// One look-up in the index of each job's name, however many jobs wait.
			const { rows } = await sql<{ since: number | null }>`
				select min((select run_at from jobs where name = value and running = 0 order by run_at limit 1)) as since
				from json_each(${JSON.stringify(idle.map(({ name }) => name))})
			`.execute(db.kysely);
			return Math.max(0, now - (rows[0]?.since ?? now));
		},
		async listFailed(limit) {
			const rows = await db
				.tables<JobTables>()
				.selectFrom('failed_jobs')
				.select(['id', 'name', 'attempts', 'error', 'failed_at'])
				.orderBy('id', 'desc')
				.limit(limit)
				.execute();
			return rows.map(({ id, name, attempts, error, failed_at }) => ({
				id: String(id),
				name,
				tries: attempts,
				failedAt: failed_at,
				error,
			}));
		},
		async clearFailed(tx, { name, schema }, payload) {
			await tx
				.tables<JobTables>()
				.deleteFrom('failed_jobs')
				.where('name', '=', name)
				.where('data', '=', JSON.stringify(schema.parse(payload)))
				.execute();
		},
		async clearFailedOf(tx, email) {
			const text = email.toLowerCase();
			await tx
				.tables<JobTables>()
				.deleteFrom('failed_jobs')
				.where(sql<SqlBool>`(instr(lower(data), ${JSON.stringify(text)}) > 0 or instr(lower(error), ${text}) > 0)`)
				.execute();
		},
		async listFailureTimes(limit) {
			const rows = await db
				.tables<JobTables>()
				.selectFrom('failed_jobs')
				.select('failed_at')
				.orderBy('id')
				.limit(limit)
				.execute();
			return rows.map((row) => row.failed_at);
		},
		deleteFailed: (id) =>
			db.transaction(async (tx) => {
				const query = tx.tables<JobTables>().deleteFrom('failed_jobs').where('id', '=', Number(id)).returning('name');
				return (await query.executeTakeFirst())?.name ?? null;
			}),
		retry: async (id) => (await requeue(Number(id))) > 0,
		retryAll: () => requeue(null),
		register: (handler) =>
			void workers.set(handler.name, {
				...handler,
				running: new Set(),
				polling: undefined,
				woken: false,
				timer: undefined,
			}),
		schedule: (schedule) => void schedules.push(schedule),
		async open() {},
		async start() {
			await recover().catch((error: unknown) => {
				if (!isDiskFull(error)) throw error;
				void recoverLater();
			});
			started = true;
			for (const worker of workers.values()) void wake(worker);
			for (const schedule of schedules) void runSchedule(schedule);
		},
		async stop() {
			stop.abort(new Error('The program is stopping'));
			for (const worker of workers.values()) {
				clearTimeout(worker.timer);
				await worker.polling;
				await Promise.all(worker.running);
			}
			await Promise.all(runningSchedules);
		},
		async whenIdle() {
			for (;;) {
				await Promise.all([...workers.values()].map(wake));
				const running = [...workers.values()].flatMap((worker) => [...worker.running]);
				const isPolling = [...workers.values()].some(({ polling }) => polling);
				if (running.length === 0 && runningSchedules.size === 0 && !isPolling) return;
				await Promise.all([...running, ...runningSchedules]);
			}
		},
	};
}
