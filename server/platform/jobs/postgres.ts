import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type ConnectionOptions, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, type Tx, translateConnectionLoss } from '../database/index.ts';
import {
	defaultBackOff,
	defaultInterruptions,
	defaultTries,
	type JobHandler,
	JobInterrupted,
	type JobStats,
	type Jobs,
	type JobsLogger,
	type JsonObject,
	logFailure,
	logInterruption,
	maxBackOff,
	runAttempt,
	type Schedule,
} from './jobs.ts';

/** Seconds after its last sign of life at which a process counts as dead; looked at every `superviseSeconds` seconds. */
const heartbeatSeconds = 20;
const superviseSeconds = 5;
/** Whoever waits is woken by a notification; retries and delays by these polls. */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
const yearSeconds = 31_536_000;
const daySeconds = 86_400;
/** Milliseconds in which one line about the queue's troubles is enough. */
const warningInterval = 10_000;

/** Where the data of a job that has failed before says how often: pg-boss counts interrupted tries, too. */
const failuresKey = '#failures';
const defaultLimit = defaultTries + defaultInterruptions;

const deadLetterName = (name: string) => `${name}/given-up`;
const scheduleName = (name: string) => `every/${name}`;
/** Jobs that were asked for, neither sweeps nor what follows a job that was given up. */
const isOwnJob = sql<boolean>`name not like 'every/%' and name not like '%/given-up' and name not like '\_\_pgboss\_\_%'`;

/** Jobs on PostgreSQL for any number of processes, kept by pg-boss in tables of its own. */
export function createPostgresJobs({ db, logger }: { db: Database; logger: JobsLogger }): Jobs {
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
		logger.warn({ err: error }, 'The job queue has trouble with its database and tries again');
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

	/** A queue that this process only adds to keeps the settings of the process that works on it. */
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
		// The worker ends the try itself; this is for one that does not answer any more.
		const expireInSeconds = Math.min(Math.ceil(timeout / 1000) + 300, daySeconds);
		const options = { ...queueDefaults, ...retryOptions(maxTries(worker), backOff), expireInSeconds };
		await boss.createQueue(name, options);
		await boss.updateQueue(name, { ...options, deadLetter });
	}

	async function runJob(worker: JobHandler, job: JobWithMetadata<JsonObject>): Promise<void> {
		const { data, failures } = readJob(job);
		const attempt = failures + 1;
		const outcome = await runAttempt(worker, data, attempt, { stopping, lost: job.signal });
		if (outcome.is === 'given back') return release(job);
		if (outcome.is === 'done') return;
		if (outcome.is === 'interrupted') logInterruption(logger, worker, outcome.error);
		else {
			await countFailure(worker, job, outcome.failures);
			logFailure(logger, worker, outcome.failures, outcome.error);
		}
		throw outcome.error;
	}

	/** Remembers that a try has failed, and leaves pg-boss no further one after the last. */
	async function countFailure({ tries }: JobHandler, job: JobWithMetadata<JsonObject>, failures: number) {
		const limit = failures >= tries ? sql`retry_count` : sql`greatest(retry_limit, retry_count + 1)`;
		await sql`
			update pgboss.job
			set data = data || jsonb_build_object(${failuresKey}::text, ${failures}::int), retry_limit = ${limit}
			where name = ${job.name} and id = ${job.id} and state = 'active' and retry_count = ${job.retryCount}
		`.execute(db.kysely);
	}

	/** The state fences pg-boss out, which would count a try or call the job done. */
	async function release({ name, id, retryCount }: JobWithMetadata<JsonObject>): Promise<void> {
		await sql`
			update pgboss.job
			set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
			where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
		`.execute(db.kysely);
	}

	async function giveUp(worker: JobHandler, job: JobWithMetadata<JsonObject>): Promise<void> {
		await db.transaction(async (tx) => {
			await worker.onGivenUp?.(tx, readJob(job).data, toError(job.sourceOutput));
			await boss.complete(job.name, job, null, { db: toBossConnection(tx) });
		});
	}

	async function runOnce({ name, run }: Schedule, lost: AbortSignal): Promise<void> {
		await run(AbortSignal.any([stopping, lost])).catch((error: unknown) => {
			if (!stopping.aborted) logger.error({ err: error, sweep: name }, 'A sweep failed');
		});
	}

	/** Every process asks for each turn; the database takes one a turn, and none while one is waiting or running. */
	async function tick({ name, every }: Schedule): Promise<void> {
		const singletonSeconds = Math.max(1, Math.round(every / 1000));
		const turn = singletonSeconds * 1000;
		while (!stopping.aborted) {
			await boss.send(scheduleName(name), {}, { singletonSeconds }).catch((error: unknown) => {
				if (!stopping.aborted) logger.warn({ err: error, sweep: name }, 'A sweep could not be queued');
			});
			// In the middle of the next turn, so that clocks need not agree to the second.
			const untilMiddle = turn - (Date.now() % turn) + turn / 2;
			await wait(untilMiddle, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	async function startWorkers(
		queue: string,
		concurrency: number,
		run: (job: JobWithMetadata<JsonObject>) => Promise<void>,
	) {
		workedQueues.push(queue);
		for (let place = 0; place < concurrency; place += 1) {
			const id = await boss.work<JsonObject>(queue, { ...polling, includeMetadata: true }, async ([job]) => {
				// Where there was a job there may be another: look again at once rather than at the next poll.
				boss.notifyWorker(id);
				if (job) await run(job as JobWithMetadata<JsonObject>);
			});
		}
	}

	/** The priority at which a job goes one after its group's last one in the queue, and not before that of the group whose turn it is. */
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
		async add(tx, { name, schema }, payload, { delay = 0, group } = {}) {
			await translateConnectionLoss(open());
			await translateConnectionLoss(ensureQueue(name));
			await boss.send(name, schema.parse(payload), {
				db: toBossConnection(tx),
				...(delay > 0 && { startAfter: delay / 1000 }),
				...(group !== undefined && { group: { id: group }, priority: await nextPriority(tx, name, group) }),
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
		async listFailed(most) {
			await open();
			const { rows } = await sql<{ id: string; name: string; tries: number; at: string; output: object | null }>`
				select id::text, name, retry_count + 1 as tries, output, (extract(epoch from completed_on) * 1000)::bigint as at
				from pgboss.job where state = 'failed' and ${isOwnJob}
				order by completed_on desc limit ${most}
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
				where name = ${name} and state = 'failed' and data - ${failuresKey}::text = ${JSON.stringify(schema.parse(payload))}::jsonb
			`.execute(tx.tables());
		},
		async retry(id) {
			if (!/^[0-9a-f-]{36}$/.test(id)) return false;
			await open();
			const { rows } = await sql<{ name: string }>`
				select name from pgboss.job where id = ${id}::uuid and state = 'failed' and ${isOwnJob}
			`.execute(db.kysely);
			const [job] = rows;
			if (!job) return false;
			const worker = workers.get(job.name);
			// `retry` itself allows one more.
			const further = (worker ? maxTries(worker) : defaultLimit) - 1;
			await sql`
				update pgboss.job set data = data - ${failuresKey}::text, retry_limit = retry_count + ${further}::int
				where name = ${job.name} and id = ${id}::uuid and state = 'failed'
			`.execute(db.kysely);
			await translateConnectionLoss(boss.retry(job.name, id));
			return true;
		},
		register: (handler) => void workers.set(handler.name, handler),
		schedule: (schedule) => void schedules.push(schedule),
		open,
		async start() {
			await open();
			for (const worker of workers.values()) {
				await startWorkers(worker.name, worker.concurrency, (job) => runJob(worker, job));
				if (worker.onGivenUp) await startWorkers(deadLetterName(worker.name), 1, (job) => giveUp(worker, job));
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
				await startWorkers(queue, 1, (job) => runOnce(schedule, job.signal));
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
				const { rows } = await sql<{ busy: boolean }>`
					select exists (
						select from pgboss.job
						where name in (${sql.join(workedQueues)})
						and (state = 'active' or state in ('created', 'retry') and start_after <= now())
					) as busy
				`.execute(db.kysely);
				if (!rows[0]?.busy) return;
				await wait(20);
			}
		},
	};
}

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

/** A job's data as it was added, and how many of its tries have failed. */
function readJob({ data: stored }: JobWithMetadata<JsonObject>): { data: JsonObject; failures: number } {
	const { [failuresKey]: failures = 0, ...data } = stored;
	return { data, failures: Number(failures) };
}

/** pg-boss's statements as part of the transaction. */
function toBossConnection(tx: Tx): NonNullable<ConnectionOptions['db']> {
	return {
		async executeSql(text, values = []) {
			const { rows } = await tx.tables().getExecutor().executeQuery(CompiledQuery.raw(text, values));
			return { rows };
		},
	};
}

/** What pg-boss keeps of the last failure: the error's fields, or its own reason under `value` where the try did not end. */
function toError(output: object | null): Error {
	const { message, name } = (output ?? {}) as { message?: unknown; name?: unknown };
	if (typeof message !== 'string') return new JobInterrupted('The program ended during the last try');
	return Object.assign(new Error(message), typeof name === 'string' && { name });
}
