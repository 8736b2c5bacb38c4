import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type ConnectionOptions, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Database, Tx } from '../database/index.ts';
import {
	type DeclaredSweep,
	type DeclaredWorker,
	declare,
	type JobFigures,
	type Jobs,
	type JobsLogger,
	type JsonObject,
	logFailure,
	longestBackOff,
	tryOnce,
} from './jobs.ts';

/** Seconds after its last sign of life at which a process counts as dead; looked at every `lookAfter` seconds. */
const heartbeatSeconds = 20;
const lookAfter = 5;
/** Whoever waits is woken by a notification; retries and delays by these polls. */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
const aYear = 31_536_000;
const aDay = 86_400;
/** Milliseconds in which one line about the queue's troubles is enough. */
const quiet = 10_000;

const givenUpOf = (name: string) => `${name}/given-up`;
const sweepOf = (name: string) => `every/${name}`;
/** Jobs that were asked for, neither sweeps nor what follows a job that was given up. */
const ours = sql<boolean>`name not like 'every/%' and name not like '%/given-up' and name not like '\_\_pgboss\_\_%'`;

/** Jobs on PostgreSQL for any number of processes, kept by pg-boss in tables of its own. */
export function createPostgresJobs({ db, logger }: { db: Database; logger: JobsLogger }): Jobs {
	if (db.postgresUrl === null) throw new Error('These jobs need PostgreSQL');
	const boss = new PgBoss({
		connectionString: db.postgresUrl,
		connectionTimeoutMillis: 5000,
		max: 4,
		useListenNotify: true,
		schedule: false,
		superviseIntervalSeconds: lookAfter,
		monitorIntervalSeconds: lookAfter,
		maintenanceIntervalSeconds: 3600,
	});
	let spoke = 0;
	boss.on('error', (error) => {
		if (stopping.aborted || Date.now() - spoke < quiet) return;
		spoke = Date.now();
		logger.warn({ err: error }, 'The job queue has trouble with its database and tries again');
	});
	boss.on('warning', ({ message, data }) => logger.warn({ data }, message));

	const workers = new Map<string, DeclaredWorker>();
	const sweeps: DeclaredSweep[] = [];
	const queues = new Map<string, Promise<void>>();
	const working: string[] = [];
	const ticking: Promise<void>[] = [];
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
		for (const name of workers.keys()) await queueOf(name);
	}

	/** A queue that this process only adds to keeps the settings of the process that works on it. */
	function queueOf(name: string): Promise<void> {
		let queue = queues.get(name);
		if (!queue) {
			const worker = workers.get(name);
			queue = worker ? createWorkedQueue(worker) : boss.createQueue(name, { ...common, ...retries(3, 5000) });
			queues.set(name, queue);
			queue.catch(() => queues.delete(name));
		}
		return queue;
	}

	async function createWorkedQueue({ name, tries, backOff, timeout, onGivenUp }: DeclaredWorker): Promise<void> {
		const deadLetter = onGivenUp ? givenUpOf(name) : null;
		if (deadLetter) await boss.createQueue(deadLetter, { ...common, ...retries(20, 5000), expireInSeconds: 300 });
		// The worker ends the try itself; this is for one that does not answer any more.
		const expireInSeconds = Math.min(Math.ceil(timeout / 1000) + 300, aDay);
		const options = { ...common, ...retries(tries, backOff), expireInSeconds };
		await boss.createQueue(name, options);
		await boss.updateQueue(name, { ...options, deadLetter });
	}

	async function runJob(worker: DeclaredWorker, job: JobWithMetadata<JsonObject>): Promise<void> {
		// A job that was given back keeps its number of tries left: both counts grew by one.
		const attempt = Math.max(1, worker.tries - (job.retryLimit - job.retryCount));
		const outcome = await tryOnce(worker, job.data, attempt, { stopping, lost: job.signal });
		if (outcome.is === 'given back') return giveBack(job);
		if (outcome.is === 'done') return;
		logFailure(logger, worker, attempt, outcome.error);
		throw outcome.error;
	}

	/** The state fences pg-boss out, which would count a try or call the job done. */
	async function giveBack({ name, id, retryCount }: JobWithMetadata<JsonObject>): Promise<void> {
		await sql`
			update pgboss.job
			set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
			where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}
		`.execute(db.kysely);
	}

	async function giveUp(worker: DeclaredWorker, job: JobWithMetadata<JsonObject>): Promise<void> {
		await db.transaction(async (tx) => {
			await worker.onGivenUp?.(tx, job.data, errorFrom(job.sourceOutput));
			await boss.complete(job.name, job, null, { db: inside(tx) });
		});
	}

	async function sweepOnce({ name, run }: DeclaredSweep, lost: AbortSignal): Promise<void> {
		await run(AbortSignal.any([stopping, lost])).catch((error: unknown) => {
			if (!stopping.aborted) logger.error({ err: error, sweep: name }, 'A sweep failed');
		});
	}

	/** Every process asks for each turn; the database takes one a turn, and none while one is waiting or running. */
	async function tick({ name, every }: DeclaredSweep): Promise<void> {
		const singletonSeconds = Math.max(1, Math.round(every / 1000));
		const turn = singletonSeconds * 1000;
		while (!stopping.aborted) {
			await boss.send(sweepOf(name), {}, { singletonSeconds }).catch((error: unknown) => {
				if (!stopping.aborted) logger.warn({ err: error, sweep: name }, 'A sweep could not be queued');
			});
			// In the middle of the next turn, so that clocks need not agree to the second.
			const untilMiddle = turn - (Date.now() % turn) + turn / 2;
			await wait(untilMiddle, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	async function workOn(queue: string, concurrency: number, run: (job: JobWithMetadata<JsonObject>) => Promise<void>) {
		working.push(queue);
		for (let place = 0; place < concurrency; place += 1) {
			const id = await boss.work<JsonObject>(queue, { ...polling, includeMetadata: true }, async ([job]) => {
				// Where there was a job there may be another: look again at once rather than at the next poll.
				boss.notifyWorker(id);
				if (job) await run(job as JobWithMetadata<JsonObject>);
			});
		}
	}

	return {
		async add(tx, name, data, { delay = 0 } = {}) {
			await open();
			await queueOf(name);
			await boss.send(name, data, { db: inside(tx), ...(delay > 0 && { startAfter: delay / 1000 }) });
		},
		async figures() {
			await open();
			const { rows } = await sql<JobFigures>`
				select count(*) filter (where state in ('created', 'retry')) as waiting,
					count(*) filter (where state = 'active') as running,
					count(*) filter (where state = 'failed') as failed
				from pgboss.job where state in ('created', 'retry', 'active', 'failed') and ${ours}
			`.execute(db.kysely);
			const { waiting = 0, running = 0, failed = 0 } = rows[0] ?? {};
			return { waiting, running, failed };
		},
		async failed(most) {
			await open();
			const { rows } = await sql<{ id: string; name: string; tries: number; at: string; output: object | null }>`
				select id::text, name, retry_count + 1 as tries, output, (extract(epoch from completed_on) * 1000)::bigint as at
				from pgboss.job where state = 'failed' and ${ours}
				order by completed_on desc limit ${most}
			`.execute(db.kysely);
			return rows.map(({ id, name, tries, at, output }) => ({
				id,
				name,
				tries,
				failedAt: Number(at),
				error: errorFrom(output).message.slice(0, 500),
			}));
		},
		async retry(id) {
			if (!/^[0-9a-f-]{36}$/.test(id)) return false;
			await open();
			const { rows } = await sql<{ name: string }>`
				select name from pgboss.job where id = ${id}::uuid and state = 'failed' and ${ours}
			`.execute(db.kysely);
			const [job] = rows;
			if (job) await boss.retry(job.name, id);
			return job !== undefined;
		},
		work: (name, options, run) => void workers.set(name, declare(name, options, run)),
		every: (name, every, run) => void sweeps.push({ name, every, run }),
		open,
		async start() {
			await open();
			for (const worker of workers.values()) {
				await workOn(worker.name, worker.concurrency, (job) => runJob(worker, job));
				if (worker.onGivenUp) await workOn(givenUpOf(worker.name), 1, (job) => giveUp(worker, job));
			}
			for (const sweep of sweeps) {
				const queue = sweepOf(sweep.name);
				await boss.createQueue(queue, {
					...common,
					policy: 'exclusive',
					retryLimit: 0,
					expireInSeconds: aDay,
					deleteAfterSeconds: aDay,
				});
				await workOn(queue, 1, (job) => sweepOnce(sweep, job.signal));
				ticking.push(tick(sweep));
			}
		},
		async stop() {
			stop.abort(new Error('The program is stopping'));
			await Promise.all(ticking);
			await Promise.all(working.map((queue) => boss.offWork(queue, { wait: true })));
			await boss.stop({ graceful: false });
		},
		async idle() {
			while (working.length > 0) {
				const { rows } = await sql<{ busy: boolean }>`
					select exists (
						select from pgboss.job
						where name in (${sql.join(working)})
						and (state = 'active' or state in ('created', 'retry') and start_after <= now())
					) as busy
				`.execute(db.kysely);
				if (!rows[0]?.busy) return;
				await wait(20);
			}
		},
	};
}

const common = { heartbeatSeconds, notify: true, retentionSeconds: aYear };

function retries(tries: number, backOff: number) {
	if (backOff === 0) return { retryLimit: tries - 1, retryDelay: 0, retryBackoff: false };
	return {
		retryLimit: tries - 1,
		retryDelay: Math.ceil(backOff / 1000),
		retryBackoff: true,
		retryDelayMax: longestBackOff / 1000,
	};
}

/** pg-boss's statements as part of the transaction. */
function inside(tx: Tx): NonNullable<ConnectionOptions['db']> {
	return {
		async executeSql(text, values = []) {
			const { rows } = await tx.tables().getExecutor().executeQuery(CompiledQuery.raw(text, values));
			return { rows };
		},
	};
}

/** What pg-boss keeps of the last failure: the error's fields, or the reason under `value` where the process had died. */
function errorFrom(output: object | null): Error {
	const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
	return new Error(String(message ?? value?.message ?? 'The last try did not end'));
}
