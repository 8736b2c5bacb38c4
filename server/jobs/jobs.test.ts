import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { currentOperation, type Span } from '../core/operation.ts';
import type { Database } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import {
	createJobQueue,
	defineBatchJobHandler,
	defineJob,
	defineJobHandler,
	type Job,
	type JobDefinition,
	type JobQueue,
	type JsonObject,
} from './index.ts';
import type { AddJobOptions, JobOptions } from './jobs.ts';

let db: Database;
let clock: FakeClock;
let instances: JobQueue[] = [];
let logged: { level: 'warn' | 'error'; args: unknown }[] = [];

const logger = {
	warn: (...args: unknown[]) => void logged.push({ level: 'warn', args }),
	error: (...args: unknown[]) => void logged.push({ level: 'error', args }),
};

function createJobs(): JobQueue {
	const jobs = createJobQueue({ db, logger, clock });
	instances.push(jobs);
	return jobs;
}

const anyJob = (name: string, options: JobOptions = plain) => defineJob<JsonObject>(name, anything, options);

const add = (jobs: JobQueue, name: string, data: JsonObject = {}, options?: AddJobOptions) =>
	db.transaction((tx) => jobs.add(tx, anyJob(name), data, options));

type HandlerOptions = JobOptions & { onGivenUp?: Parameters<typeof defineJobHandler<JsonObject>>[2] };

/** Registers a job handler that accepts any payload. */
function register(
	jobs: JobQueue,
	name: string,
	{ onGivenUp, ...options }: HandlerOptions,
	run: (data: JsonObject, job: Job) => Promise<void>,
): void {
	jobs.register(defineJobHandler(anyJob(name, options), run, onGivenUp));
}

/** Makes delayed jobs due `ms` milliseconds earlier. */
async function passTime(ms: number): Promise<void> {
	if (db.engine === 'sqlite') clock.advance(ms);
	else await sql`update jobs set run_at = run_at - ${ms} where running = 0`.execute(db.kysely);
}

/** Sets the clock back. The clock of PostgreSQL cannot be set, so the times that it has stored move forward instead. */
async function turnClockBack(ms: number): Promise<void> {
	if (db.engine === 'sqlite') return clock.advance(-ms);
	await sql`update jobs set run_at = run_at + ${ms}, alive_at = alive_at + ${ms}`.execute(db.kysely);
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener('abort', () => reject(signal.reason));
	});
}

const anything = z.record(z.string(), z.json());
const plain = { concurrency: 1, timeout: 60_000, maxDelay: 3_600_000 };
const eager = { ...plain, backOff: 0 };

describeOnBothEngines('jobs', (engine) => {
	beforeEach(async () => {
		db = await openTestDatabase(engine);
		clock = createFakeClock();
		logged = [];
	});

	afterEach(async () => {
		for (const jobs of instances) await jobs.stop();
		instances = [];
		await db.close();
	});

	test('runs a job after its commit, with its data', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(
			jobs,
			'greet',
			plain,
			async (data, { attempt, lastAttempt }) => void ran.push({ data, attempt, lastAttempt }),
		);
		await jobs.start();
		await db.transaction(async (tx) => {
			await jobs.add(tx, anyJob('greet'), { name: 'Ada', ids: [1, 2], none: null });
			expect(ran).toEqual([]);
		});
		await jobs.whenIdle();
		expect(ran).toEqual([{ data: { name: 'Ada', ids: [1, 2], none: null }, attempt: 1, lastAttempt: false }]);
		expect(logged).toEqual([]);
	});

	test('adds several jobs at once', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'greet', plain, async (data) => void ran.push(data));
		await jobs.start();
		await db.transaction((tx) => jobs.addAll(tx, anyJob('greet'), []));
		await db.transaction((tx) => jobs.addAll(tx, anyJob('greet'), [{ name: 'Ada' }, { name: 'Obi' }]));
		await jobs.whenIdle();
		expect(ran).toHaveLength(2);
		expect(ran).toEqual(expect.arrayContaining([{ name: 'Ada' }, { name: 'Obi' }]));
	});

	test('adds no job if the transaction rolls back', async () => {
		let ran = 0;
		const jobs = createJobs();
		register(jobs, 'greet', plain, async () => void ran++);
		await jobs.start();
		const failed = db.transaction(async (tx) => {
			await jobs.add(tx, anyJob('greet'), {});
			throw new Error('no');
		});
		await expect(failed).rejects.toThrow('no');
		await jobs.whenIdle();
		expect(ran).toBe(0);
	});

	test('adds jobs in a process without workers, before any worker has started', async () => {
		const web = createJobs();
		await web.open();
		await add(web, 'greet', { from: 'web' });
		await web.whenIdle();

		const ran: unknown[] = [];
		const worker = createJobs();
		register(worker, 'greet', plain, async (data) => void ran.push(data));
		await worker.start();
		await worker.whenIdle();
		expect(ran).toEqual([{ from: 'web' }]);
	});

	test('retries a failing job, then gives it up in a transaction', async () => {
		const tries: Pick<Job, 'attempt' | 'lastAttempt'>[] = [];
		const jobs = createJobs();
		const onGivenUp = vi.fn(async (tx, data: JsonObject) => {
			await tx
				.tables()
				.insertInto('secrets')
				.values({ name: 'given up', value: String(data.id) })
				.execute();
		});
		register(jobs, 'fail', { ...eager, tries: 3, onGivenUp }, async (_, { attempt, lastAttempt }) => {
			tries.push({ attempt, lastAttempt });
			throw new Error('broken file');
		});
		await jobs.start();
		await add(jobs, 'fail', { id: 7 });
		await jobs.whenIdle();
		expect(tries).toEqual([
			{ attempt: 1, lastAttempt: false },
			{ attempt: 2, lastAttempt: false },
			{ attempt: 3, lastAttempt: true },
		]);
		expect(onGivenUp).toHaveBeenCalledOnce();
		expect(onGivenUp.mock.calls[0]?.[1]).toEqual({ id: 7 });
		expect(onGivenUp.mock.calls[0]?.at(2)).toMatchObject({ message: 'broken file' });
		const rows = await db
			.tables<{ secrets: { name: string; value: string } }>()
			.selectFrom('secrets')
			.selectAll()
			.execute();
		expect(rows).toEqual([{ name: 'given up', value: '7' }]);
		expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'error']);
	});

	test('lists given-up jobs and retries them on request', async () => {
		let broken = true;
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'fail', { ...eager, tries: 2 }, async (data) => {
			if (broken) throw new Error('broken file');
			ran.push(data);
		});
		register(jobs, 'never', plain, async () => {});
		await jobs.start();
		await add(jobs, 'fail', { id: 7 });
		await add(jobs, 'never', {}, { delay: 3_600_000 });
		await jobs.whenIdle();
		expect(await jobs.stats()).toEqual({ waiting: 1, running: 0, failed: 1 });
		const [job, ...others] = await jobs.listFailed(10);
		expect(others).toEqual([]);
		expect(job).toEqual({
			id: expect.any(String),
			name: 'fail',
			tries: 2,
			failedAt: expect.any(Number),
			error: 'broken file',
		});
		broken = false;
		expect(await jobs.retry(job?.id ?? '')).toBe(true);
		await jobs.whenIdle();
		expect(ran).toEqual([{ id: 7 }]);
		expect(await jobs.stats()).toEqual({ waiting: 1, running: 0, failed: 0 });
		expect(await jobs.retry(job?.id ?? '')).toBe(false);
		expect(await jobs.retry('nothing')).toBe(false);
	});

	test('retries all given-up jobs of all names with their full number of tries', async () => {
		let broken = true;
		const ran: unknown[] = [];
		const jobs = createJobs();
		for (const name of ['print', 'paint']) {
			register(jobs, name, { ...eager, tries: 2 }, async (data, { attempt }) => {
				if (broken) throw new Error('broken file');
				ran.push({ name, ...data, attempt });
			});
		}
		await jobs.start();
		expect(await jobs.retryAll()).toBe(0);
		await add(jobs, 'print', { id: 1 });
		await add(jobs, 'print', { id: 2 });
		await add(jobs, 'paint', { id: 3 });
		await jobs.whenIdle();
		expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 3 });
		broken = false;
		expect(await jobs.retryAll()).toBe(3);
		await jobs.whenIdle();
		expect(ran).toHaveLength(3);
		expect(ran).toEqual(
			expect.arrayContaining([
				{ name: 'print', id: 1, attempt: 1 },
				{ name: 'print', id: 2, attempt: 1 },
				{ name: 'paint', id: 3, attempt: 1 },
			]),
		);
		expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('lists when jobs were given up, oldest first, and deletes a failed job', async () => {
		const jobs = createJobs();
		register(jobs, 'fail', { ...eager, tries: 1 }, async () => {
			throw new Error('broken file');
		});
		await jobs.start();
		for (const id of [1, 2, 3]) {
			await add(jobs, 'fail', { id });
			await jobs.whenIdle();
		}
		const times = await jobs.listFailureTimes(2);
		expect(times).toHaveLength(2);
		const all = (await jobs.listFailed(10)).map(({ failedAt }) => failedAt).sort((a, b) => a - b);
		expect(times).toEqual(all.slice(0, 2));
		const [newest] = await jobs.listFailed(1);
		expect(await jobs.deleteFailed(newest?.id ?? '')).toBe('fail');
		expect(await jobs.deleteFailed(newest?.id ?? '')).toBeNull();
		expect(await jobs.deleteFailed('nothing')).toBeNull();
		expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 2 });
	});

	test('clears a failed job that was queued in a trace', async () => {
		const jobs = createJobs();
		register(jobs, 'clean', { ...eager, tries: 1 }, async () => {
			throw new Error('no');
		});
		await jobs.start();
		const span = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } as Span;
		span.startChild = () => ({ ...span, end: () => {} });
		await currentOperation.run({ name: 'POST /api/ads', span }, () => add(jobs, 'clean', { id: 1 }));
		await jobs.whenIdle();
		await db.transaction((tx) => jobs.clearFailed(tx, anyJob('clean'), { id: 2 }));
		expect(await jobs.stats()).toMatchObject({ failed: 1 });
		await db.transaction((tx) => jobs.clearFailed(tx, anyJob('clean'), { id: 1 }));
		expect(await jobs.stats()).toMatchObject({ failed: 0 });
	});

	test('rejects an invalid payload', async () => {
		const jobs = createJobs();
		const greet = defineJob('greet', z.object({ name: z.string() }), plain);
		await jobs.open();
		// @ts-expect-error -- a number is no name.
		const adding = db.transaction((tx) => jobs.add(tx, greet, { name: 7 }));
		await expect(adding).rejects.toMatchObject({ issues: [{ path: ['name'], expected: 'string' }] });
		expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('strips properties that the schema does not declare', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'greet', plain, async (data) => void ran.push(data));
		await jobs.start();
		const longer = { name: 'Ada', secret: 'x' };
		const greet = defineJob('greet', z.object({ name: z.string() }), plain);
		await db.transaction((tx) => jobs.add(tx, greet, longer));
		await jobs.whenIdle();
		expect(ran).toEqual([{ name: 'Ada' }]);
	});

	test('fails every try of an invalid queued payload without calling the handler', async () => {
		const handled = vi.fn(async () => {});
		const jobs = createJobs();
		const greet: JobDefinition<{ name: string }> = defineJob('greet', z.object({ name: z.string() }), {
			...eager,
			tries: 2,
		});
		jobs.register(defineJobHandler(greet, handled, handled));
		await jobs.start();
		await add(jobs, 'greet', { name: 7 });
		await vi.waitFor(async () => expect(await jobs.listFailed(10)).toHaveLength(1), { timeout: 30_000 });
		await jobs.whenIdle();
		const [failed] = await jobs.listFailed(10);
		expect(failed).toMatchObject({ name: 'greet', tries: 2, error: expect.stringContaining('The payload of greet') });
		expect(failed?.error).toContain('name');
		expect(handled).not.toHaveBeenCalled();
		expect(logged.map(({ level }) => level)).toEqual(['warn', 'error']);
	});

	test('waits for the back-off before the next try', async () => {
		let tries = 0;
		const jobs = createJobs();
		register(jobs, 'fail', { ...plain, backOff: 60_000 }, async () => {
			tries += 1;
			if (tries === 1) throw new Error('not yet');
		});
		await jobs.start();
		await add(jobs, 'fail');
		await jobs.whenIdle();
		expect(tries).toBe(1);
		await passTime(120_000);
		await jobs.whenIdle();
		expect(tries).toBe(2);
	});

	test('retries onGivenUp if it fails', async () => {
		let calls = 0;
		const jobs = createJobs();
		const onGivenUp = async () => {
			calls += 1;
			if (calls === 1) throw new Error('the row is locked');
		};
		register(jobs, 'fail', { ...plain, tries: 1, onGivenUp }, async () => {
			throw new Error('broken');
		});
		await jobs.start();
		await add(jobs, 'fail');
		await jobs.whenIdle();
		expect(calls).toBe(1);
		await passTime(60_000);
		await jobs.whenIdle();
		expect(calls).toBe(2);
		await passTime(3_600_000);
		await jobs.whenIdle();
		expect(calls).toBe(2);
	});

	test('aborts a job that exceeds its timeout and counts a failed try', async () => {
		const reasons: unknown[] = [];
		let lastError: Error | undefined;
		const jobs = createJobs();
		const onGivenUp = async (_tx: unknown, _data: unknown, error: Error) => {
			lastError = error;
		};
		register(jobs, 'slow', { ...eager, timeout: 30, tries: 2, onGivenUp }, async (_, { signal }) => {
			await aborted(signal).catch((reason) => reasons.push(reason.name));
		});
		await jobs.start();
		await add(jobs, 'slow');
		await jobs.whenIdle();
		expect(reasons).toEqual(['TimeoutError', 'TimeoutError']);
		expect(lastError?.message).toMatch(/longer than 30 ms/);
	});

	test('returns a running job to the queue on stop without counting a try', async () => {
		const attempts: number[] = [];
		const first = createJobs();
		const running = Promise.withResolvers<void>();
		register(first, 'long', { ...eager, tries: 1 }, async (_, { attempt, signal }) => {
			attempts.push(attempt);
			running.resolve();
			await aborted(signal);
		});
		await first.start();
		await add(first, 'long');
		await running.promise;
		await first.stop();

		let givenUp = 0;
		const second = createJobs();
		const onGivenUp = async () => void givenUp++;
		register(second, 'long', { ...eager, tries: 1, onGivenUp }, async (_, { attempt, lastAttempt }) => {
			attempts.push(attempt);
			expect(lastAttempt).toBe(true);
		});
		await second.start();
		await second.whenIdle();
		expect(attempts).toEqual([1, 1]);
		expect(givenUp).toBe(0);
		expect(logged).toEqual([]);
	});

	test('limits the number of concurrent jobs', async () => {
		let active = 0;
		let maxActive = 0;
		let ran = 0;
		const jobs = createJobs();
		const full = Promise.withResolvers<void>();
		register(jobs, 'narrow', { ...plain, concurrency: 3 }, async () => {
			active += 1;
			maxActive = Math.max(maxActive, active);
			if (active === 3) full.resolve();
			await full.promise;
			await sql`select 1`.execute(db.kysely);
			active -= 1;
			ran += 1;
		});
		await jobs.start();
		await db.transaction(async (tx) => {
			for (let number = 0; number < 10; number += 1) await jobs.add(tx, anyJob('narrow'), { number });
		});
		await jobs.whenIdle();
		expect({ maxActive, ran }).toEqual({ maxActive: 3, ran: 10 });
	});

	describe('batches', () => {
		const numbers = [1, 2, 3, 4, 5];

		/** Jobs that are queued in the same millisecond have no order. */
		async function waitForNextMillisecond() {
			const now = Date.now();
			while (Date.now() === now) await new Promise(setImmediate);
		}

		/** Registers a handler of batches, queues the numbers before it starts, and runs all jobs. */
		async function runInBatches(batchSize: number, run: (numbers: readonly unknown[]) => Promise<void>) {
			const jobs = createJobs();
			const definition = anyJob('count', { ...eager, tries: 2 });
			jobs.register(
				defineBatchJobHandler(definition, batchSize, (payloads) => run(payloads.map(({ number }) => number))),
			);
			await jobs.open();
			for (const number of numbers) {
				await db.transaction((tx) => jobs.add(tx, definition, { number }));
				await waitForNextMillisecond();
			}
			await jobs.start();
			await jobs.whenIdle();
			return jobs;
		}

		test('run waiting jobs together in their order', async () => {
			const batches: unknown[][] = [];
			const jobs = await runInBatches(3, async (batch) => void batches.push([...batch]));
			expect(batches).toEqual([
				[1, 2, 3],
				[4, 5],
			]);
			expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
		});

		test('run each job alone if they fail together, and retry only those that fail alone', async () => {
			const batches: unknown[][] = [];
			const jobs = await runInBatches(10, async (batch) => {
				batches.push([...batch]);
				if (batch.includes(3)) throw new Error('3 is invalid');
			});
			expect(batches).toEqual([numbers, [1], [2], [3], [4], [5], [3]]);
			expect(await jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 1 });
			expect(await jobs.listFailed(2)).toMatchObject([{ name: 'count', tries: 2, error: '3 is invalid' }]);
		});

		test('return all jobs to the queue on stop', async () => {
			const started = Promise.withResolvers<void>();
			const jobs = createJobs();
			const definition = anyJob('count');
			const stopped = Promise.withResolvers<void>();
			jobs.register(
				defineBatchJobHandler(definition, 10, async () => {
					started.resolve();
					await stopped.promise;
				}),
			);
			await jobs.open();
			await db.transaction((tx) => jobs.addAll(tx, definition, [{ number: 1 }, { number: 2 }]));
			await jobs.start();
			await started.promise;
			const stopping = jobs.stop();
			stopped.resolve();
			await stopping;
			instances = [];
			const later = createJobs();
			const batches: unknown[] = [];
			later.register(defineBatchJobHandler(definition, 10, async (payloads) => void batches.push(payloads)));
			await later.start();
			await later.whenIdle();
			expect(batches).toHaveLength(1);
			expect(batches[0]).toHaveLength(2);
		});
	});

	test('rejects a delay above the maximum of the job', async () => {
		const jobs = createJobs();
		await expect(add(jobs, 'later', {}, { delay: 3_600_001 })).rejects.toThrow('above its maxDelay');
	});

	test('tells how long the oldest due job waits, in processes without workers too', async () => {
		const jobs = createJobs();
		register(jobs, 'now', plain, async () => {});
		register(jobs, 'later', plain, async () => {});
		await jobs.open();
		expect(await jobs.oldestDueAge()).toBe(0);
		await add(jobs, 'later', {}, { delay: 60_000 });
		expect(await jobs.oldestDueAge()).toBe(0);
		await add(jobs, 'now');
		await passTime(30_000);
		const [least, most] = [30_000, engine === 'sqlite' ? 30_000 : 90_000];
		expect(await jobs.oldestDueAge()).toBeGreaterThanOrEqual(least);
		expect(await jobs.oldestDueAge()).toBeLessThanOrEqual(most);
	});

	test('does not count the jobs of a queue whose workers are busy', async () => {
		const jobs = createJobs();
		const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		register(jobs, 'encode', plain, () => {
			started.resolve();
			return end.promise;
		});
		await jobs.start();
		for (let number = 0; number < 2; number += 1) await add(jobs, 'encode', { number });
		await started.promise;
		await passTime(1_800_000);
		expect(await jobs.oldestDueAge()).toBe(0);
		if (engine === 'postgres') {
			// The process with the running job is dead.
			await sql`update jobs set alive_at = alive_at - 60000 where running = 1`.execute(db.kysely);
			expect(await jobs.oldestDueAge()).toBeGreaterThanOrEqual(1_800_000);
		}
		end.resolve();
		await jobs.whenIdle();
	});

	describe.each([
		['an hour', 3_600_000],
		['a day', 86_400_000],
		['ten days', 864_000_000],
	])('after the clock went back by %s', (_, gap) => {
		test('runs jobs that were added before, alone and in batches, and delayed ones that wait longer than they can', async () => {
			const ran: unknown[] = [];
			const adder = createJobs();
			const addJobs = async () => {
				for (const name of ['alone', 'batch', 'batch', 'later'])
					await db.transaction((tx) =>
						adder.add(
							tx,
							anyJob(name, { ...plain, maxDelay: name === 'later' ? plain.maxDelay : 0 }),
							{},
							{
								delay: name === 'later' ? 60_000 : 0,
							},
						),
					);
			};
			await addJobs();
			await turnClockBack(gap);
			const jobs = createJobs();
			const immediate = { ...plain, maxDelay: 0 };
			register(jobs, 'alone', immediate, async () => void ran.push('alone'));
			jobs.register(
				defineBatchJobHandler(anyJob('batch', immediate), 5, async (payloads) => void ran.push(payloads.length)),
			);
			register(jobs, 'later', plain, async () => void ran.push('later'));
			await jobs.start();
			await expect.poll(() => ran.length).toBe(3);
			expect(new Set(ran)).toEqual(new Set(['alone', 2, 'later']));
		});
	});

	test('runs a schedule again after the clock went back', async () => {
		let runs = 0;
		const create = () => {
			const jobs = createJobs();
			jobs.schedule({ name: 'sweep', every: 1000, run: async () => void runs++ });
			return jobs;
		};
		const first = create();
		await first.start();
		await expect.poll(() => runs).toBeGreaterThan(0);
		await first.stop();
		await turnClockBack(86_400_000);
		const before = runs;
		await create().start();
		await expect.poll(() => runs).toBeGreaterThan(before);
	});

	test('runs the retry of a job that failed before the clock went back', async () => {
		let tries = 0;
		const create = () => {
			const jobs = createJobs();
			register(jobs, 'retried', { ...plain, maxDelay: 0 }, async () => {
				tries += 1;
				if (tries === 1) throw new Error('try again');
			});
			return jobs;
		};
		const first = create();
		await first.start();
		await add(first, 'retried');
		await expect.poll(() => tries).toBe(1);
		await first.stop();
		await turnClockBack(86_400_000);
		await create().start();
		await expect.poll(() => tries).toBe(2);
	});

	test('delays a job', async () => {
		let ran = 0;
		const jobs = createJobs();
		register(jobs, 'later', plain, async () => void ran++);
		await jobs.start();
		await add(jobs, 'later', {}, { delay: 60_000 });
		await jobs.whenIdle();
		expect(ran).toBe(0);
		await passTime(60_000);
		await jobs.whenIdle();
		expect(ran).toBe(1);
	});

	test('wakes up for a short delay', async () => {
		const jobs = createJobs();
		const ran = Promise.withResolvers<object>();
		register(jobs, 'later', plain, async (data) => ran.resolve(data));
		await jobs.start();
		await add(jobs, 'later', { number: 7 }, { delay: 50 });
		clock.advance(50);
		expect(await ran.promise).toEqual({ number: 7 });
	});

	test('runs a job queued by a job', async () => {
		const ran: string[] = [];
		const jobs = createJobs();
		register(jobs, 'first', plain, async () => {
			ran.push('first');
			await add(jobs, 'second');
		});
		register(jobs, 'second', plain, async () => void ran.push('second'));
		await jobs.start();
		await add(jobs, 'first');
		await jobs.whenIdle();
		expect(ran).toEqual(['first', 'second']);
	});

	test('runs the job of a killed process again without counting a try, and gives it up after too many', async () => {
		const adder = createJobs();
		register(adder, 'mp4', { ...eager, tries: 1 }, async () => {});
		register(adder, 'crash', { ...eager, tries: 1, interruptions: 0, onGivenUp: async () => {} }, async () => {});
		await adder.open();
		await add(adder, 'mp4', { file: 'a' });
		await add(adder, 'crash', { file: 'b' });
		await killOnceBothRun();
		if (engine === 'postgres') {
			await sql`update jobs set alive_at = alive_at - 60000 where running = 1`.execute(db.kysely);
		}

		const attempts: number[] = [];
		const givenUp = Promise.withResolvers<[JsonObject, Error]>();
		const done = Promise.withResolvers<void>();
		const jobs = createJobs();
		register(jobs, 'mp4', { ...eager, tries: 1 }, async (_, { attempt }) => {
			attempts.push(attempt);
			done.resolve();
		});
		const onGivenUp = async (_tx: unknown, data: JsonObject, error: Error) => givenUp.resolve([data, error]);
		register(jobs, 'crash', { ...eager, tries: 1, interruptions: 0, onGivenUp }, async () => {
			throw new Error('This ran twice');
		});
		await jobs.start();
		await done.promise;
		expect(attempts).toEqual([1]);
		const [data, error] = await givenUp.promise;
		expect(data).toEqual({ file: 'b' });
		expect(error.name).toBe('JobInterruptedError');
	});

	test('counts no failure for an interruption, up to a limit', async () => {
		const tries: number[] = [];
		let lastError: Error | undefined;
		const jobs = createJobs();
		const onGivenUp = async (_tx: unknown, data: JsonObject, error: Error) => {
			expect(data).toEqual({ id: 7 });
			lastError = error;
		};
		const isInterruption = (error: unknown) => error instanceof RangeError;
		register(
			jobs,
			'mp4',
			{ ...eager, tries: 2, interruptions: 3, isInterruption, onGivenUp },
			async (_, { attempt }) => {
				tries.push(attempt);
				throw tries.length === 2 ? new TypeError('broken file') : new RangeError('no room');
			},
		);
		await jobs.start();
		await add(jobs, 'mp4', { id: 7 });
		await expect.poll(() => lastError).toMatchObject({ name: 'RangeError', message: 'no room' });
		await jobs.whenIdle();
		expect(tries).toEqual([1, 1, 2, 2, 2]);
		expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn']);

		// A retry that an administrator requests resets the number of tries.
		const [failed] = await jobs.listFailed(1);
		expect(await jobs.retry(failed?.id ?? '')).toBe(true);
		await expect.poll(() => tries.length).toBe(10);
		await jobs.whenIdle();
		expect(tries.slice(5)).toEqual([1, 1, 1, 1, 1]);
	});

	test('runs no interrupted try after the last failure', async () => {
		let ran = 0;
		let lastError: Error | undefined;
		const jobs = createJobs();
		const onGivenUp = async (_tx: unknown, _data: unknown, error: Error) => {
			lastError = error;
		};
		register(jobs, 'mp4', { ...eager, tries: 2, interruptions: 5, onGivenUp }, async () => {
			ran += 1;
			throw new TypeError('broken file');
		});
		await jobs.start();
		await add(jobs, 'mp4', { id: 7 });
		await jobs.whenIdle();
		expect(ran).toBe(2);
		expect(lastError).toMatchObject({ name: 'TypeError', message: 'broken file' });
	});

	test('alternates between groups regardless of their number of jobs', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'mp4', plain, async ({ file }) => void ran.push(file));
		await jobs.open();
		for (const file of ['a1', 'a2', 'a3', 'a4']) await add(jobs, 'mp4', { file }, { group: 'a' });
		for (const file of ['b1', 'b2']) await add(jobs, 'mp4', { file }, { group: 'b' });
		await add(jobs, 'mp4', { file: 'c1' }, { group: 'c' });
		await jobs.start();
		await jobs.whenIdle();
		expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
	});

	test('serves a late group next without delaying the jobs that wait', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'mp4', plain, async ({ file }) => {
			ran.push(file);
			if (file !== 'a2') return;
			for (const late of ['b1', 'b2']) await add(jobs, 'mp4', { file: late }, { group: 'b' });
		});
		await jobs.open();
		for (const file of ['a1', 'a2', 'a3', 'a4']) await add(jobs, 'mp4', { file }, { group: 'a' });
		await jobs.start();
		await jobs.whenIdle();
		expect(ran).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
	});

	test('ignores ungrouped and delayed jobs when it orders groups', async () => {
		const ran: unknown[] = [];
		const jobs = createJobs();
		register(jobs, 'mp4', plain, async ({ file }) => {
			ran.push(file);
			if (file === 'a3') await add(jobs, 'mp4', { file: 'own' });
			if (file === 'own') await add(jobs, 'mp4', { file: 'c1' }, { group: 'c' });
		});
		await jobs.open();
		for (const file of ['a1', 'a2', 'a3', 'a4']) await add(jobs, 'mp4', { file }, { group: 'a' });
		await add(jobs, 'mp4', { file: 'later' }, { group: 'd', delay: 3_600_000 });
		await jobs.start();
		await jobs.whenIdle();
		expect(ran).toEqual(['a1', 'a2', 'a3', 'own', 'a4', 'c1']);
	});

	test('runs a schedule at the start and repeatedly, one run at a time, and aborts it on stop', async () => {
		let runs = 0;
		let active = 0;
		let maxActive = 0;
		const third = Promise.withResolvers<AbortSignal>();
		const sweepers = engine === 'sqlite' ? [createJobs()] : [createJobs(), createJobs()];
		for (const jobs of sweepers) {
			const run = async (signal: AbortSignal) => {
				runs += 1;
				if (runs === 1) throw new Error('once');
				active += 1;
				maxActive = Math.max(maxActive, active);
				await sql`select 1`.execute(db.kysely);
				if (runs === 3) third.resolve(signal);
				if (runs >= 3) await aborted(signal);
				active -= 1;
			};
			jobs.schedule({ name: 'tidy', every: 1000, run });
			await jobs.start();
		}
		const signal = await third.promise;
		expect(signal.aborted).toBe(false);
		await Promise.all(sweepers.map((jobs) => jobs.stop()));
		expect(signal.aborted).toBe(true);
		expect({ runs, maxActive }).toEqual({ runs: 3, maxActive: 1 });
		expect(logged.map(({ level }) => level)).toEqual(['error']);
	});
});

describe.skipIf(inject('postgresUrl') === null)('jobs of several processes', () => {
	beforeEach(async () => {
		db = await openTestDatabase('postgres');
		logged = [];
	});

	afterEach(async () => {
		await Promise.all(instances.map((jobs) => jobs.stop()));
		instances = [];
		await db.close();
	});

	test('runs no job in two processes', async () => {
		const ran = new Map<unknown, number>();
		const pair = [createJobs(), createJobs()];
		const active = [0, 0];
		let maxActive = 0;
		for (const [index, jobs] of pair.entries()) {
			register(jobs, 'shared', { ...plain, concurrency: 3 }, async ({ number }) => {
				ran.set(number, (ran.get(number) ?? 0) + 1);
				active[index] = (active[index] ?? 0) + 1;
				maxActive = Math.max(maxActive, ...active);
				await sql`select pg_sleep(0.01)`.execute(db.kysely);
				active[index] -= 1;
			});
			await jobs.start();
		}
		await db.transaction(async (tx) => {
			for (let number = 0; number < 60; number += 1) await pair[0]?.add(tx, anyJob('shared'), { number });
		});
		await pair[0]?.whenIdle();
		expect([...ran.values()]).toEqual(Array(60).fill(1));
		expect(maxActive).toBeLessThanOrEqual(3);
	});

	test('wakes a worker from another process without a poll', async () => {
		const web = createJobs();
		const worker = createJobs();
		let ran = Promise.withResolvers<void>();
		register(worker, 'prompt', plain, async () => ran.resolve());
		// With fake timers, the worker's polls never run.
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		onTestFinished(() => void vi.useRealTimers());
		await worker.start();
		for (let round = 0; round < 3; round += 1) {
			ran = Promise.withResolvers();
			await add(web, 'prompt');
			await ran.promise;
		}
		vi.useRealTimers();
		await worker.whenIdle();
		expect(await worker.listFailed(1)).toEqual([]);
	});

	test('takes over the job of a process that shows no sign of life, and aborts it there', async () => {
		const [silent, other] = [createJobs(), createJobs()];
		const running = Promise.withResolvers<void>();
		const lost = Promise.withResolvers<void>();
		register(silent, 'mp4', eager, async (_, { signal }) => {
			running.resolve();
			await aborted(signal).finally(lost.resolve);
		});
		const attempts: number[] = [];
		const end = Promise.withResolvers<void>();
		register(other, 'mp4', eager, async (_, { attempt }) => {
			attempts.push(attempt);
			await end.promise;
		});
		await silent.start();
		await add(silent, 'mp4');
		await running.promise;
		await sql`update jobs set alive_at = alive_at - 60000`.execute(db.kysely);
		await other.start();
		await lost.promise;
		// The outcome of the first process has no effect on the job that the other one runs.
		await expect.poll(() => logged).toHaveLength(1);
		expect(await other.stats()).toEqual({ waiting: 0, running: 1, failed: 0 });
		end.resolve();
		await other.whenIdle();
		expect(attempts).toEqual([1]);
		expect(await other.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('survives a restart of PostgreSQL', async () => {
		const jobs = createJobs();
		let ran = 0;
		register(jobs, 'greet', plain, async () => void ran++);
		await jobs.start();
		await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
			db.kysely,
		);
		await vi.waitFor(() => add(jobs, 'greet'), { timeout: 30_000, interval: 50 });
		await vi.waitFor(() => expect(ran).toBe(1), { timeout: 30_000, interval: 50 });
	});
});

/** Starts a worker process whose jobs never end, and kills the process while both jobs run. */
async function killOnceBothRun(): Promise<void> {
	const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
	const script = `
		import { openDatabase } from ${moduleAt('../database/index.ts')};
		import { createJobQueue, defineJob, defineJobHandler } from ${moduleAt('./index.ts')};
		import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
		const [postgresUrl, file] = JSON.parse(process.argv[1]);
		const db = openDatabase({ postgresUrl, file });
		const jobs = createJobQueue({ db, logger: console });
		for (const [name, interruptions] of [['mp4', 1], ['crash', 0]]) {
			const job = defineJob(name, z.looseObject({}), { concurrency: 1, timeout: 60_000, backOff: 0, tries: 1, interruptions });
			const run = async () => {
				console.log('running');
				await new Promise(() => {});
			};
			jobs.register(defineJobHandler(job, run, async () => {}));
		}
		await jobs.start();
		setInterval(() => {}, 1000);
	`;
	const location = JSON.stringify([db.postgresUrl, db.engine === 'sqlite' ? await getFile(db) : '']);
	const child = spawn(process.execPath, ['--input-type=module', '-e', script, location], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	for (let running = 0; running < 2; running += 1) expect((await lines.next()).value).toBe('running');
	child.kill('SIGKILL');
	await once(child, 'exit');
}

async function getFile(database: Database): Promise<string> {
	const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.kysely);
	return rows[0]?.file ?? '';
}
