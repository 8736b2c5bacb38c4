import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFairQueue, QueueFullError } from './fair-queue.ts';
import { ServiceUnavailableError } from './service-unavailable-error.ts';

const defaultLimits = { concurrency: 1, waitingPerCaller: 100, waiting: 1000, share: 1, burst: 60_000 };

/** Creates a queue whose tasks run until `end()` is called. `started` lists the tasks in the order of their start. */
function createObservedQueue(limits = defaultLimits) {
	const queue = createFairQueue(limits);
	const started: string[] = [];
	const resolvers: (() => void)[] = [];
	return {
		started,
		add: (caller: string, name = caller, signal?: AbortSignal) =>
			queue.add(
				caller,
				() => {
					started.push(name);
					return new Promise<string>((resolve) => resolvers.push(() => resolve(name)));
				},
				signal,
			),
		/** Ends the task that has run the longest. */
		async end() {
			resolvers.shift()?.();
			await new Promise(setImmediate);
		},
	};
}

describe('scheduling', () => {
	test('alternates between callers regardless of their number of tasks', async () => {
		const { add, end, started } = createObservedQueue();
		for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name.slice(0, 1), name);
		for (let count = 0; count < 7; count += 1) await end();
		expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
	});

	test('limits the number of concurrent tasks', async () => {
		const { add, end, started } = createObservedQueue({ ...defaultLimits, concurrency: 2 });
		for (const caller of ['a', 'b', 'c', 'd']) void add(caller);
		expect(started).toEqual(['a', 'b']);
		await end();
		expect(started).toEqual(['a', 'b', 'c']);
	});

	test('puts a new caller behind at most one task of each other caller', async () => {
		const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('end'));
		const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
			const { add, end, started } = createObservedQueue();
			for (const [index, step] of steps.entries()) step === 'end' ? await end() : void add(step, `${step}${index}`);
			void add('newcomer');
			const before = started.length;
			while (!started.includes('newcomer')) await end();
			const between = started.slice(before, -1).map((name) => name[0]);
			expect(new Set(between).size).toBe(between.length);
		});
		await fc.assert(property, { numRuns: 100 });
	});

	test('frees its slot when a task fails', async () => {
		const queue = createFairQueue(defaultLimits);
		const failed = queue.add('a', () => Promise.reject(new Error('broken')), undefined);
		const next = queue.add('a', async () => 'next', undefined);
		await expect(failed.result).rejects.toThrow('broken');
		await expect(next.result).resolves.toBe('next');
	});
});

describe('shared task', () => {
	test('runs once, at the first turn of any of its callers', async () => {
		const { add, end, started } = createObservedQueue();
		for (const name of ['running', 'a1', 'a2']) void add('a', name);
		const shared = add('a', 'shared');
		void add('b', 'b1');
		shared.join('c', undefined);
		for (let count = 0; count < 6; count += 1) await end();
		expect(started).toEqual(['running', 'a1', 'b1', 'shared', 'a2']);
		await expect(shared.result).resolves.toBe('shared');
	});

	test('leaves the queue when all its callers have disconnected', async () => {
		const { add, end, started } = createObservedQueue();
		void add('a', 'running');
		const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
		const shared = add('a', 'shared', first.signal);
		shared.join('a', second.signal);
		shared.join('b', third.signal);
		void add('b', 'last');
		const outcome = shared.result.catch((error: unknown) => error);
		first.abort();
		third.abort();
		await end();
		expect(started).toEqual(['running', 'shared']);
		second.abort();
		await end();
		await expect(outcome).resolves.toBe('shared');
		expect(started).toEqual(['running', 'shared', 'last']);

		const alone = new AbortController();
		const abandoned = add('a', 'left', alone.signal).result.catch((error: unknown) => error);
		alone.abort();
		await end();
		await expect(abandoned).resolves.toBeInstanceOf(ServiceUnavailableError);
		expect(started).not.toContain('left');
	});
});

test('lets a caller with a full queue join a task and keep it when the other caller leaves', async () => {
	const { add, end, started } = createObservedQueue({ ...defaultLimits, waitingPerCaller: 1 });
	void add('a', 'running');
	void add('a', 'a1');
	const other = new AbortController();
	const shared = add('b', 'shared', other.signal);
	shared.join('a', undefined);
	expect(() => add('a', 'a2')).toThrow(QueueFullError);
	other.abort();
	for (let count = 0; count < 3; count += 1) await end();
	await expect(shared.result).resolves.toBe('shared');
	expect(started).toEqual(['running', 'a1', 'shared']);
});

describe('time share', () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
	afterEach(() => void vi.useRealTimers());

	test('delays a caller beyond its share and burst, but no others', async () => {
		const { add, end, started } = createObservedQueue({ ...defaultLimits, share: 0.25, burst: 100 });
		for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
		for (let count = 0; count < 2; count += 1) {
			vi.advanceTimersByTime(80);
			await end();
		}
		// Caller a has worked for 160 ms. Its share earned 20 ms during the second task, which leaves a debt of 140 ms. The debt exceeds
		// the burst by 40 ms, and a share of 0.25 takes 160 ms to pay that back.
		expect(started).toEqual(['a1', 'a2']);
		void add('b', 'b1');
		await end();
		expect(started).toEqual(['a1', 'a2', 'b1']);
		vi.advanceTimersByTime(159);
		expect(started).toHaveLength(3);
		vi.advanceTimersByTime(3);
		expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
	});
});

describe('capacity', () => {
	const limits = { ...defaultLimits, waitingPerCaller: 3, waiting: 4 };

	test('limits the tasks that wait per caller', () => {
		const { add } = createObservedQueue(limits);
		for (let count = 0; count < 4; count += 1) void add('a');
		expect(() => add('a')).toThrow(QueueFullError);
		expect(() => add('b')).not.toThrow();
	});

	test('evicts the newest task of the longest queue in favor of a shorter one', async () => {
		const { add, end, started } = createObservedQueue(limits);
		for (const name of ['running', 'a1']) void add('a', name);
		const evicted = ['a2', 'a3'].map((name) => add('a', name).result.catch((error: unknown) => error));
		for (const name of ['b1', 'c1', 'd1']) void add(name.slice(0, 1), name);
		for (const outcome of evicted) await expect(outcome).resolves.toBeInstanceOf(QueueFullError);
		expect(() => add('e')).toThrow(QueueFullError);
		for (let count = 0; count < 5; count += 1) await end();
		expect(started).toEqual(['running', 'a1', 'b1', 'c1', 'd1']);
	});
});
