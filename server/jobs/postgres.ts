import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type ConnectionOptions, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Tracer } from '../core/operation.ts';
import { type Database, prepareOnce, type Tx, translateConnectionLoss } from '../database/index.ts';
import {
	type Attempt,
	type AttemptOutcome,
	addTrace,
	assertDelay,
	defaultBackOff,
	defaultMaxInterruptions,
	defaultTries,
	type JobHandler,
	JobInterruptedError,
	type JobQueue,
	type JobStats,
	type JobsLogger,
	type JsonObject,
	logFailure,
	logInterruption,
	maxBackOff,
	runAttempts,
	runTraced,
	type Schedule,
	takeTrace,
	traceKey,
} from './jobs.ts';
import { deadLetterName, failuresKey, isOwnJob } from './moved-jobs.ts';

/** Seconds without a heartbeat after which a process counts as dead. pg-boss checks this every `superviseSeconds`. */
const heartbeatSeconds = 20;
const superviseSeconds = 5;
/** Notifications wake waiting workers. Polls find retries and delayed jobs. */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
/** Milliseconds between two corrections of times that a wrong clock has stored. */
const correctionInterval = 60_000;
const yearSeconds = 31_536_000;
const daySeconds = 86_400;
/** Minimum milliseconds between two logged errors of the queue. */
const warningInterval = 10_000;

type BossJob = JobWithMetadata<JsonObject>;

const defaultLimit = defaultTries + defaultMaxInterruptions;

const scheduleName = (name: string) => `every/${name}`;

/** Creates a job queue on PostgreSQL for any number of processes. pg-boss stores it in its own tables. */
export function createPostgresJobQueue({
	db,
	logger,
	tracer = null,
}: {
	db: Database;
	logger: JobsLogger;
	tracer?: Tracer | null;
}): JobQueue {
	if (db.postgresUrl === null) throw new Error('These jobs need PostgreSQL');
	const boss = new PgBoss({
		connectionString: db.postgresUrl,
		connectionTimeoutMillis: 5000,
		max: 4,
		useListenNotify: true,
		schedule: false,
		superviseIntervalSeconds: superviseSeconds,
		monitorIntervalSeconds: superviseSeconds,
		maintenanceIntervalSeconds: 3600,
	});
	let lastWarning = 0;
	boss.on('error', (error) => {
		if (stopping.aborted || Date.now() - lastWarning < warningInterval) return;
		lastWarning = Date.now();
		logger.warn({ err: error }, 'The job queue has a database error and retries');
	});
	boss.on('warning', ({ message, data }) => logger.warn({ data }, message));

	const workers = new Map<string, JobHandler>();
	const schedules: Schedule[] = [];
	const queues = new Map<string, Promise<void>>();
	const workedQueues: string[] = [];
	const ticks: Promise<void>[] = [];
	const stop = new AbortController();
	const stopping = stop.signal;
	let opening: Promise<void> | undefined;

	function open(): Promise<void> {
		opening ??= openNow().catch((error: unknown) => {
			opening = undefined;
			throw error;
		});
		return opening;
	}

	async function openNow(): Promise<void> {
		await boss.start();
		for (const name of workers.keys()) await ensureQueue(name);
	}

	/** Creates a queue in pg-boss if it does not exist. Does not overwrite the settings of a queue that only another process works on. */
	function ensureQueue(name: string): Promise<void> {
		let queue = queues.get(name);
		if (!queue) {
			const worker = workers.get(name);
			queue = worker
				? createWorkerQueue(worker)
				: boss.createQueue(name, { ...queueDefaults, ...retryOptions(defaultLimit, defaultBackOff) });
			queues.set(name, queue);
			queue.catch(() => queues.delete(name));
		}
		return queue;
	}

	async function createWorkerQueue(worker: JobHandler): Promise<void> {
		const { name, backOff, timeout, onGivenUp } = worker;
		const deadLetter = onGivenUp ? deadLetterName(name) : null;
		if (deadLetter)
			await boss.createQueue(deadLetter, { ...queueDefaults, ...retryOptions(20, 5000), expireInSeconds: 300 });
		// The worker enforces the job's timeout. pg-boss's limit is longer and covers a worker that hangs.
		const expireInSeconds = Math.min(Math.ceil(timeout / 1000) + 300, daySeconds);
		const options = { ...queueDefaults, ...retryOptions(maxTries(worker), backOff), expireInSeconds };
		await boss.createQueue(name, options);
		await boss.updateQueue(name, { ...options, deadLetter });
	}

	async function runJobs(worker: JobHandler, jobs: readonly BossJob[]): Promise<JobResult[]> {
		const attempts = jobs.map((job): Attempt => {
			const { payload, failures, traceparent } = readJob(job);
			return { payload, number: failures + 1, lost: job.signal, traceparent };
		});
		const outcomes = await runAttempts(worker, attempts, stopping, tracer);
		return Promise.all(
			jobs.map(async (job, index): Promise<JobResult> => {
				const outcome = outcomes[index] as AttemptOutcome;
				// pg-boss completes only jobs that are still running, so not those that are given back.
				if (outcome.is === 'given back') await release(job);
				if (outcome.is === 'given back' || outcome.is === 'done') return { id: job.id, status: 'completed' };
				if (outcome.is === 'interrupted') logInterruption(logger, worker, outcome.error);
				else {
					await countFailure(worker, job, outcome.failures);
					logFailure(logger, worker, outcome.failures, outcome.error);
				}
				return { id: job.id, status: 'failed', output: outcome.error };
			}),
		);
	}

	/** Stores the number of failed tries of a job. After the last one, prevents pg-boss from retrying. */
	async function countFailure({ tries }: JobHandler, job: BossJob, failures: number) {
		const limit = failures >= tries ? sql`retry_count` : sql`greatest(retry_limit, retry_count + 1)`;
		await sql`
			update pgboss.job
			set data = data || jsonb_build_object(${failuresKey}::text, ${failures}::int), retry_limit = ${limit}
			where name = ${job.name} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}
		`.execute(db.kysely);
	}

	/** Returns a running job to the queue without an outcome. Raises `retry_limit`, because pg-boss counts the interrupted try. */
	async function release({ name, id, retryCount }: BossJob): Promise<void> {
		await sql`
			update pgboss.job
			set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
			where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
		`.execute(db.kysely);
	}

	async function giveUp(worker: JobHandler, job: BossJob): Promise<void> {
		await db.transaction(async (tx) => {
			await worker.onGivenUp?.(tx, readJob(job).payload, toError(job.sourceOutput));
			await boss.complete(job.name, job, null, { db: toBossConnection(tx) });
		});
	}

	async function runOnce(schedule: Schedule, lost: AbortSignal): Promise<void> {
		await runTraced(tracer, schedule, AbortSignal.any([stopping, lost])).catch((error: unknown) => {
			if (!stopping.aborted) logger.error({ err: error, sweep: schedule.name }, 'A scheduled run failed');
		});
	}

	/**
	 * Corrects times that are in the future because the clock of the database was ahead. Jobs that wait longer than they can are due, running
	 * ones count their time without a heartbeat from now on, schedules have not run yet, and pg-boss looks after its queues again.
	 */
	async function correctTimes(): Promise<void> {
		const delays = JSON.stringify(
			Object.fromEntries([...workers.values()].map(({ name, maxDelay }) => [name, maxDelay])),
		);
		const longest = sql`coalesce((${delays}::jsonb ->> name)::float8, ${maxBackOff})`;
		await sql`
			update pgboss.job set start_after = now()
			where state < 'active' and start_after > now() and ${isOwnJob} and start_after > now() + interval '1 ms' *
				case when retry_count = 0 then ${longest} else greatest(${longest}, ${maxBackOff}) end
		`.execute(db.kysely);
		await sql`
			update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
			where state = 'active' and greatest(started_on, heartbeat_on) > now() + interval '1 minute'
		`.execute(db.kysely);
		await sql`
			delete from pgboss.job
			where name like 'every/%' and state = 'completed' and singleton_on > now() at time zone 'UTC' + interval '1 minute'
		`.execute(db.kysely);
		await sql`
			update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
				maintain_on = least(maintain_on, now())
			where greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '1 minute'
		`.execute(db.kysely);
	}

	async function correctTimesRepeatedly(): Promise<void> {
		while (!stopping.aborted) {
			await correctTimes().catch((error: unknown) => {
				if (!stopping.aborted) logger.warn({ err: error }, 'The times of jobs could not be corrected');
			});
			await wait(correctionInterval, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	/** Queues the runs of a schedule. Every process sends one job per interval, and pg-boss accepts one unless one is queued or running. */
	async function tick({ name, every }: Schedule): Promise<void> {
		const singletonSeconds = Math.max(1, Math.round(every / 1000));
		const interval = singletonSeconds * 1000;
		while (!stopping.aborted) {
			await boss.send(scheduleName(name), {}, { singletonSeconds }).catch((error: unknown) => {
				if (!stopping.aborted) logger.warn({ err: error, sweep: name }, 'A scheduled run could not be queued');
			});
			// The next job is sent in the middle of the next interval, which tolerates clock differences between processes.
			const untilMiddle = interval - (Date.now() % interval) + interval / 2;
			await wait(untilMiddle, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	async function startWorkers(
		queue: string,
		{ concurrency, batchSize }: Pick<JobHandler, 'concurrency' | 'batchSize'>,
		run: (jobs: readonly BossJob[]) => Promise<JobResult[]>,
	) {
		workedQueues.push(queue);
		const options = { ...polling, batchSize, includeMetadata: true, perJobResults: true } as const;
		for (let index = 0; index < concurrency; index += 1) {
			const id = await boss.work<JsonObject, unknown, typeof options>(queue, options, async (jobs) => {
				// After a batch, the worker looks for the next one immediately instead of at its next poll.
				boss.notifyWorker(id);
				return run(jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime()));
			});
		}
	}

	/** Retries the failed jobs that meet a condition. Returns their number. */
	async function retryWhere(condition: RawBuilder<unknown>): Promise<number> {
		await open();
		return db.transaction(async (tx) => {
			const failed = sql`state = 'failed' and ${isOwnJob} and ${condition}`;
			const { rows: names } = await sql<{ name: string }>`
				select distinct name from pgboss.job where ${failed} order by name
			`.execute(tx.tables());
			let retried = 0;
			for (const { name } of names) {
				const worker = workers.get(name);
				// `boss.retry` raises the limit by one itself, so only the further tries are added.
				const addedTries = (worker ? maxTries(worker) : defaultLimit) - 1;
				const { rows } = await sql<{ id: string }>`
					update pgboss.job set data = data - ${failuresKey}::text, retry_limit = retry_count + ${addedTries}::int
					where name = ${name} and ${failed} returning id::text
				`.execute(tx.tables());
				const ids = rows.map(({ id }) => id);
				await boss.retry(name, ids, { db: toBossConnection(tx) });
				retried += rows.length;
			}
			return retried;
		});
	}

	/** Returns the priority of a new job: one below its group's last job, but at most the highest of all running and due jobs. */
	async function nextPriority(tx: Tx, name: string, group: string): Promise<number> {
		const { rows } = await sql<{ priority: number }>`
			select least(
				0,
				max(priority) filter (where state = 'active' or start_after <= now()),
				min(priority) filter (where group_id = ${group}) - 1
			) as priority
			from pgboss.job where name = ${name} and state < 'completed' and group_id is not null
		`.execute(tx.tables());
		return rows[0]?.priority ?? 0;
	}

	return {
		async add(tx, definition, payload, { delay = 0, group } = {}) {
			assertDelay(definition, delay);
			const { name, schema } = definition;
			await translateConnectionLoss(open());
			await translateConnectionLoss(ensureQueue(name));
			await boss.send(name, addTrace(schema.parse(payload)), {
				db: toBossConnection(tx),
				...(delay > 0 && { startAfter: delay / 1000 }),
				...(group !== undefined && { group: { id: group }, priority: await nextPriority(tx, name, group) }),
			});
		},
		async addAll(tx, { name, schema }, payloads) {
			if (payloads.length === 0) return;
			await translateConnectionLoss(open());
			await translateConnectionLoss(ensureQueue(name));
			const data = payloads.map((payload) => ({ data: addTrace(schema.parse(payload)) }));
			await boss.insert(name, data, { db: toBossConnection(tx) });
		},
		async addMoved({ waiting, failed }) {
			await open();
			for (const name of new Set([...waiting, ...failed].map((job) => job.name))) await ensureQueue(name);
			await db.transaction(async (tx) => {
				const connection = { db: toBossConnection(tx) };
				for (const { name, data, run_at, failures, group, turn } of waiting) {
					const job = {
						data: failures > 0 ? { ...data, [failuresKey]: failures } : data,
						startAfter: new Date(run_at),
						priority: -turn,
						...(group !== null && { group: { id: group } }),
					};
					await boss.insert(name, [job], connection);
				}
				for (const { name, data, attempts, error, failed_at } of failed) {
					const id = randomUUID();
					await boss.insert(name, [{ id, data }], connection);
					await sql`
						update pgboss.job
						set state = 'failed', retry_count = ${attempts - 1}::int, completed_on = to_timestamp(${failed_at / 1000}::float8),
							output = jsonb_build_object('message', ${error}::text)
						where name = ${name} and id = ${id}::uuid
					`.execute(tx.tables());
				}
			});
		},
		async stats() {
			await open();
			const { rows } = await sql<JobStats>`
				select count(*) filter (where state in ('created', 'retry')) as waiting,
					count(*) filter (where state = 'active') as running,
					count(*) filter (where state = 'failed') as failed
				from pgboss.job where state in ('created', 'retry', 'active', 'failed') and ${isOwnJob}
			`.execute(db.kysely);
			const { waiting = 0, running = 0, failed = 0 } = rows[0] ?? {};
			return { waiting, running, failed };
		},
		async oldestDueAge() {
			await open();
			// The index of waiting jobs contains no others.
			const { rows } = await sql<{ age: number | null }>`
				select extract(epoch from clock_timestamp() - min(start_after))::float8 * 1000 as age
				from pgboss.job where state < 'active' and not blocked and start_after <= now() and ${isOwnJob}
					and name not in (
						select name from pgboss.job
						where state = 'active' and coalesce(heartbeat_on, started_on) > now() - interval '1 second' * ${heartbeatSeconds}
					)
			`.execute(db.kysely);
			return Math.max(0, Math.round(rows[0]?.age ?? 0));
		},
		async listFailed(limit) {
			await open();
			const { rows } = await sql<{ id: string; name: string; tries: number; at: string; output: object | null }>`
				select id::text, name, retry_count + 1 as tries, output, (extract(epoch from completed_on) * 1000)::bigint as at
				from pgboss.job where state = 'failed' and ${isOwnJob}
				order by completed_on desc limit ${limit}
			`.execute(db.kysely);
			return rows.map(({ id, name, tries, at, output }) => ({
				id,
				name,
				tries,
				failedAt: Number(at),
				error: toError(output).message.slice(0, 500),
			}));
		},
		async clearFailed(tx, { name, schema }, payload) {
			await translateConnectionLoss(open());
			await sql`
				delete from pgboss.job
				where name = ${name} and state = 'failed' and data - ${failuresKey}::text - ${traceKey}::text = ${JSON.stringify(schema.parse(payload))}::jsonb
			`.execute(tx.tables());
		},
		async clearFailedOf(tx, email) {
			await translateConnectionLoss(open());
			const text = email.toLowerCase();
			await sql`
				delete from pgboss.job
				where state = 'failed' and ${isOwnJob}
					and (strpos(lower(data::text), ${JSON.stringify(text)}) > 0 or strpos(lower(output::text), ${text}) > 0)
			`.execute(tx.tables());
		},
		async listFailureTimes(limit) {
			await open();
			const { rows } = await sql<{ at: string }>`
				select (extract(epoch from completed_on) * 1000)::bigint as at
				from pgboss.job where state = 'failed' and ${isOwnJob}
				order by completed_on limit ${limit}
			`.execute(db.kysely);
			return rows.map((row) => Number(row.at));
		},
		async deleteFailed(id) {
			if (!jobIdPattern.test(id)) return null;
			await open();
			const { rows } = await sql<{ name: string }>`
				delete from pgboss.job where id = ${id}::uuid and state = 'failed' and ${isOwnJob} returning name
			`.execute(db.kysely);
			return rows[0]?.name ?? null;
		},
		async retry(id) {
			return jobIdPattern.test(id) && (await retryWhere(sql`id = ${id}::uuid`)) > 0;
		},
		retryAll: () => retryWhere(sql`true`),
		register: (handler) => void workers.set(handler.name, handler),
		schedule: (schedule) => void schedules.push(schedule),
		open,
		async start() {
			await open();
			ticks.push(correctTimesRepeatedly());
			for (const worker of workers.values()) {
				await startWorkers(worker.name, worker, (jobs) => runJobs(worker, jobs));
				if (worker.onGivenUp) {
					await startWorkers(deadLetterName(worker.name), oneAtATime, (jobs) =>
						runEach(jobs, (job) => giveUp(worker, job)),
					);
				}
			}
			for (const schedule of schedules) {
				const queue = scheduleName(schedule.name);
				await boss.createQueue(queue, {
					...queueDefaults,
					policy: 'exclusive',
					retryLimit: 0,
					expireInSeconds: daySeconds,
					deleteAfterSeconds: daySeconds,
				});
				await startWorkers(queue, oneAtATime, (jobs) => runEach(jobs, ({ signal }) => runOnce(schedule, signal)));
				ticks.push(tick(schedule));
			}
		},
		async stop() {
			stop.abort(new Error('The program is stopping'));
			await Promise.all(ticks);
			await Promise.all(workedQueues.map((queue) => boss.offWork(queue, { wait: true })));
			await boss.stop({ graceful: false });
		},
		async whenIdle() {
			while (workedQueues.length > 0) {
				// `now()` may be older than the `start_after` of a job that another connection adds while this statement begins.
				const { rows } = await sql<{ busy: boolean }>`
					select exists (
						select from pgboss.job
						where name in (${sql.join(workedQueues)})
						and (state = 'active' or state in ('created', 'retry') and start_after <= clock_timestamp())
					) as busy
				`.execute(db.kysely);
				if (!rows[0]?.busy) return;
				await wait(20);
			}
		},
	};
}

const oneAtATime = { concurrency: 1, batchSize: 1 };

async function runEach(jobs: readonly BossJob[], run: (job: BossJob) => Promise<void>): Promise<JobResult[]> {
	for (const job of jobs) await run(job);
	return jobs.map(({ id }) => ({ id, status: 'completed' }));
}

const jobIdPattern = /^[0-9a-f-]{36}$/;
const queueDefaults = { heartbeatSeconds, notify: true, retentionSeconds: yearSeconds };

function retryOptions(tries: number, backOff: number) {
	if (backOff === 0) return { retryLimit: tries - 1, retryDelay: 0, retryBackoff: false };
	return {
		retryLimit: tries - 1,
		retryDelay: Math.ceil(backOff / 1000),
		retryBackoff: true,
		retryDelayMax: maxBackOff / 1000,
	};
}

const maxTries = ({ tries, interruptions }: JobHandler) => tries + interruptions;

/** Returns the payload of a job, its number of failed tries, and the position in the trace of the request that queued it. */
function readJob({ data }: BossJob): ReturnType<typeof takeTrace> & { failures: number } {
	const { [failuresKey]: failures = 0, ...others } = data;
	return { ...takeTrace(others), failures: Number(failures) };
}

/** Lets pg-boss run its statements in a transaction. */
function toBossConnection(tx: Tx): NonNullable<ConnectionOptions['db']> {
	return {
		async executeSql(text, values = []) {
			prepareOnce(text);
			const { rows } = await tx.tables().getExecutor().executeQuery(CompiledQuery.raw(text, values));
			return { rows };
		},
	};
}

/** Returns the error of a job's last try. pg-boss stores the error's fields, or its own reason under `value` if the try did not end. */
function toError(output: object | null): Error {
	const { message, name } = (output ?? {}) as { message?: unknown; name?: unknown };
	if (typeof message !== 'string') return new JobInterruptedError('The program ended during the last try');
	return Object.assign(new Error(message), typeof name === 'string' && { name });
}
