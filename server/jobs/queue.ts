import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, systemClock } from '../core/clock.ts';
import { isDiskFull } from '../core/disk-full-error.ts';
import { currentOperation, type Tracer } from '../core/operation.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { type Database, type Feed, listenToChannel, type Tx } from '../database/index.ts';
import { createFailedJobs } from './failed-jobs.ts';
import {
	type AttemptOutcome,
	addTrace,
	assertDelay,
	defineJob,
	defineJobHandler,
	type JobHandler,
	JobInterruptedError,
	type JobQueue,
	type JobsLogger,
	logFailure,
	logInterruption,
	maxBackOff,
	runAttempts,
	runTraced,
	type Schedule,
} from './jobs.ts';
import { type ClaimedJob, createJobStore } from './store.ts';

interface Worker extends JobHandler {
	/** Milliseconds after which the job runs again; null for a job that is removed when it is done. */
	every: number | null;
	running: Set<Promise<void>>;
	/** Promise of the running loop over due jobs. */
	polling: Promise<void> | undefined;
	/** Whether a job was queued while the loop was running, so that the loop must run again. */
	woken: boolean;
	timer: NodeJS.Timeout | undefined;
}

/** Channel of PostgreSQL on which processes hear the names of queued jobs. */
const channel = 'jobs';
/** Milliseconds between two signs of life of the processes that run jobs on PostgreSQL. */
const heartbeatInterval = 5000;
/** Milliseconds that a scheduled run may take on PostgreSQL, below the limit of `AbortSignal.timeout`. */
const maxScheduleTime = 82_800_000;
const errorDelay = 1000;
const maxTimerDelay = 3_600_000;
/** Number of failures of `onGivenUp` after which the job is deleted. */
const maxGiveUpTries = 20;

/**
 * Creates the job queue of a database. On PostgreSQL any number of processes share it: they hear of new jobs by notifications, and take over
 * the jobs of processes that died.
 */
export function createJobQueue(deps: {
	db: Database;
	logger: JobsLogger;
	clock?: Clock;
	tracer?: Tracer | null;
}): JobQueue {
	const { db, logger, clock = systemClock, tracer = null } = deps;
	const { postgresUrl } = db;
	const store = createJobStore(db, clock);
	const failed = createFailedJobs(db, store.time);
	const workers = new Map<string, Worker>();
	const schedules: Schedule[] = [];
	const runningSchedules = new Set<Promise<void>>();
	/** Jobs that run in this process. */
	const claimed = new Set<ClaimedJob>();
	const stop = new AbortController();
	const stopping = stop.signal;
	/** Aborts when the queue has stopped and no job runs in this process any more. */
	const end = new AbortController();
	let started = false;
	let feed: Feed | undefined;
	let maintaining: Promise<void> | undefined;

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
					for (let from = 0; from < jobs.length; from += worker.batchSize)
						runInBackground(worker, jobs.slice(from, from + worker.batchSize));
				}
				// At full concurrency, the next job that ends wakes the worker.
				if (worker.running.size < worker.concurrency) await wakeAtNext(worker);
			}
		} catch (error) {
			// All workers see an outage of the database at the same time.
			if (error instanceof ServiceUnavailableError) warnOfDatabase(error);
			else if (!stopping.aborted) logger.error({ err: error, job: worker.name }, 'The job queue cannot be read');
			worker.woken = false;
			wakeIn(worker, errorDelay);
		}
	}

	function runInBackground(worker: Worker, jobs: readonly ClaimedJob[]): void {
		const run = runJobs(worker, jobs).finally(() => {
			worker.running.delete(run);
			void wake(worker);
		});
		worker.running.add(run);
	}

	/** Claims as many due jobs as the worker may start. One statement for all of them costs one sync of the disk. */
	function claimNext({ name, batchSize, maxDelay, concurrency, running }: Worker): Promise<ClaimedJob[]> {
		return store.claim(name, maxDelay, batchSize * (concurrency - running.size));
	}

	async function wakeAtNext(worker: Worker): Promise<void> {
		const delay = await store.findNextDelay(worker.name);
		if (delay !== undefined) wakeIn(worker, delay);
	}

	const maxAttempts = (worker: Worker) => worker.tries + worker.interruptions;

	async function runJobs(worker: Worker, jobs: readonly ClaimedJob[]): Promise<void> {
		const hasEnded = (job: ClaimedJob) => job.failures >= worker.tries || job.attempts > maxAttempts(worker);
		const due = jobs.filter((job) => !hasEnded(job));
		for (const job of due) claimed.add(job);
		for (const job of jobs.filter(hasEnded)) {
			await giveUp(worker, job, new JobInterruptedError('The program ended during the last try'));
		}
		const attempts = due.map(({ data: payload, failures, lost, traceparent }) => ({
			payload,
			number: failures + 1,
			lost: lost.signal,
			traceparent,
		}));
		// The run of a schedule is a trace of its own.
		const outcomes = await runAttempts(worker, attempts, stopping, worker.every === null ? tracer : null);
		for (const job of due) claimed.delete(job);
		const done = due.filter((_, index) => outcomes[index]?.is === 'done');
		if (done.length > 0) await writeOutcome(worker, () => finish(worker, done));
		for (const [index, job] of due.entries()) await storeUnfinished(worker, job, outcomes[index] as AttemptOutcome);
	}

	/** Stores the outcome of a job that is not done. Ignores other jobs. */
	async function storeUnfinished(worker: Worker, job: ClaimedJob, outcome: AttemptOutcome): Promise<void> {
		if (outcome.is === 'done') return;
		if (outcome.is === 'given back') return writeOutcome(worker, () => store.release(job));
		const hasFailed = outcome.is === 'failed';
		if (hasFailed) logFailure(logger, worker, outcome.failures, outcome.error);
		else logInterruption(logger, worker, outcome.error);
		const current = hasFailed ? { ...job, failures: outcome.failures } : job;
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
				if ((await store.remove(tx, [job])) === 0) return;
				await worker.onGivenUp?.(tx, job.data, error);
				await failed.add(tx, { ...job, name: worker.name }, error);
			});
		} catch (failure) {
			logger.error({ err: failure, job: worker.name }, 'A job cannot be given up');
			const isLastTry = job.attempts >= maxAttempts(worker) + maxGiveUpTries;
			await writeOutcome(worker, () => (isLastTry ? store.remove(db, [job]) : reschedule(worker, job)));
		}
	}

	const finish = ({ every }: Worker, jobs: readonly ClaimedJob[]): Promise<unknown> =>
		every === null
			? db.statement((db) => store.remove(db, jobs))
			: Promise.all(jobs.map((job) => store.repeatIn(job, every)));

	const reschedule = ({ backOff }: Worker, job: ClaimedJob): Promise<unknown> =>
		store.retryIn(job, Math.min(backOff * 2 ** (job.attempts - 1), maxBackOff));

	const recover = () => store.recover((name) => workers.get(name)?.backOff ?? 0);

	/**
	 * Shows that this process is alive, takes over the jobs of dead ones, and looks for jobs of which no notification came. While the queue
	 * stops, it only shows that the jobs that still run are alive.
	 */
	async function maintain(): Promise<void> {
		for (;;) {
			await wait(heartbeatInterval, undefined, { signal: end.signal, ref: false }).catch(() => {});
			if (end.signal.aborted) return;
			try {
				for (const job of await store.keepAlive([...claimed])) job.lost.abort();
				if (!stopping.aborted) await recover();
			} catch (error) {
				warnOfDatabase(error);
			}
			await wakeWaiting().catch(warnOfDatabase);
		}
	}

	const warnOfDatabase = (error: unknown) =>
		logger.warn({ err: error }, 'The job queue has a database error and retries');

	function wakeAll(): void {
		for (const worker of workers.values()) void wake(worker);
	}

	/** Wakes the workers of which jobs wait. One query finds them, while each worker takes two to see that none waits. */
	async function wakeWaiting(): Promise<void> {
		for (const name of await store.listWaiting([...workers.keys()])) wakeByName(name);
	}

	function wakeByName(name: string): void {
		const worker = workers.get(name);
		if (worker) void wake(worker);
	}

	/** Wakes the workers of all processes after the commit. */
	async function announce(tx: Tx, name: string): Promise<void> {
		if (postgresUrl !== null) await sql`select pg_notify(${channel}, ${name})`.execute(tx.tables());
		tx.onCommit(() => wakeByName(name));
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
		wakeAll();
	}

	function runOnce(schedule: Schedule, signal: AbortSignal): Promise<void> {
		return runTraced(tracer, schedule, signal).catch((error: unknown) => {
			if (!stopping.aborted) logger.error({ err: error, sweep: schedule.name }, 'A scheduled run failed');
		});
	}

	/** Runs a schedule in the only process. */
	async function runSchedule(schedule: Schedule): Promise<void> {
		while (!stopping.aborted) {
			const turn = runOnce(schedule, stopping);
			runningSchedules.add(turn);
			await turn;
			runningSchedules.delete(turn);
			await wait(schedule.every, undefined, { signal: stopping, ref: false }).catch(() => {});
		}
	}

	/** Makes the handler of a schedule, which is a job that all processes share and that is never done. Returns the name of the job. */
	function shareSchedule(schedule: Schedule): string {
		const { every } = schedule;
		const options = { concurrency: 1, timeout: maxScheduleTime, tries: Number.POSITIVE_INFINITY };
		const definition = defineJob(`every/${schedule.name}`, z.object({}), {
			...options,
			backOff: every,
			maxDelay: every,
		});
		const handler = defineJobHandler(definition, (_, { signal }) => runOnce(schedule, signal));
		workers.set(handler.name, createWorker(handler, every));
		return handler.name;
	}

	/** Queues a failed job again, or all of them with null. Returns their number. */
	const requeue = (id: string | null) =>
		db.transaction(async (tx) => {
			const taken = await failed.take(tx, id);
			for (const { name, data } of taken) await store.add(tx, name, data, {});
			for (const name of new Set(taken.map((job) => job.name))) await announce(tx, name);
			return taken.length;
		});

	const { listFailed, clearFailed, clearFailedOf, listFailureTimes, deleteFailed } = failed;
	return {
		listFailed,
		clearFailed,
		clearFailedOf,
		listFailureTimes,
		deleteFailed,
		async add(tx, definition, payload, options = {}) {
			const { name, schema } = definition;
			assertDelay(definition, options.delay ?? 0);
			await store.add(tx, name, JSON.stringify(addTrace(schema.parse(payload))), options);
			await announce(tx, name);
		},
		async addAll(tx, { name, schema }, payloads) {
			if (payloads.length === 0) return;
			await store.addAll(
				tx,
				name,
				payloads.map((payload) => JSON.stringify(addTrace(schema.parse(payload)))),
			);
			await announce(tx, name);
		},
		addMoved: (jobs) =>
			db.transaction(async (tx) => {
				for (const job of jobs.waiting) await store.addMoved(tx, job);
				for (const job of jobs.failed) await failed.addMoved(tx, job);
			}),
		async stats() {
			const counts = await store.count();
			return { waiting: counts[0], running: counts[1], failed: await failed.count() };
		},
		oldestDueAge: () => store.getOldestDueAge([...workers.values()].filter(({ every }) => every === null)),
		retry: async (id) => (await requeue(id)) > 0,
		retryAll: () => requeue(null),
		register: (handler) => void workers.set(handler.name, createWorker(handler, null)),
		schedule: (schedule) => void schedules.push(schedule),
		open: () => db.check(),
		async start() {
			await recover().catch((error: unknown) => {
				if (!isDiskFull(error)) throw error;
				void recoverLater();
			});
			if (postgresUrl !== null) await store.addSchedules(schedules.map(shareSchedule));
			started = true;
			await wakeWaiting();
			if (postgresUrl === null) {
				for (const schedule of schedules) void runSchedule(schedule);
				return;
			}
			const onError = (error: Error) =>
				logger.warn({ err: error }, 'The job queue hears of no new jobs and reconnects');
			feed = listenToChannel(postgresUrl, channel, (name) => (name === '*' ? wakeAll() : wakeByName(name)), onError);
			maintaining = maintain();
		},
		async stop() {
			stop.abort(new Error('The program is stopping'));
			for (const worker of workers.values()) {
				clearTimeout(worker.timer);
				await worker.polling;
				await Promise.all(worker.running);
			}
			await Promise.all(runningSchedules);
			end.abort();
			await maintaining;
			await feed?.close();
		},
		async whenIdle() {
			while (started && !stopping.aborted) {
				await wakeWaiting();
				await Promise.all([...workers.values()].map(({ polling }) => polling));
				const running = [...workers.values()].flatMap((worker) => [...worker.running]);
				const isPolling = [...workers.values()].some(({ polling }) => polling);
				if (running.length > 0 || runningSchedules.size > 0 || isPolling) {
					// What ends may have added jobs.
					await Promise.all([...running, ...runningSchedules]);
					continue;
				}
				if (postgresUrl === null || !(await store.hasWork([...workers.keys()]))) return;
				await wait(20);
			}
		},
	};
}

function createWorker(handler: JobHandler, every: number | null): Worker {
	return { ...handler, every, running: new Set(), polling: undefined, woken: false, timer: undefined };
}
