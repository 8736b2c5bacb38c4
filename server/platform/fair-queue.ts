import { Unavailable } from './unavailable.ts';

/** Too many tasks wait already, of this caller or of all. */
export class QueueFull extends Unavailable {}

export interface FairQueueLimits {
	/** How many tasks run at once. */
	concurrency: number;
	/** How many tasks may wait for one caller. */
	waitingPerCaller: number;
	/** How many may wait for all callers. Beyond it the caller with the longest line loses its newest task. */
	waiting: number;
	/** The part of the time, 0 to 1, that the tasks of one caller may take in the long run. */
	share: number;
	/** Milliseconds of work that a caller may have done beyond its share before its next task waits. */
	burst: number;
}

/**
 * Runs tasks in turns between callers: whoever has many waiting does not delay whoever has one. Whoever has used up its share of the
 * time waits, so that there is time left for what does not go through the queue.
 */
export interface FairQueue {
	/** Starts the task or puts it into the caller's line, which it leaves when the signal aborts. Throws `QueueFull` where there is no room. */
	add<Result>(caller: string, work: () => Promise<Result>, signal: AbortSignal | undefined): QueuedTask<Result>;
}

export interface QueuedTask<Result> {
	/** Rejects with `QueueFull` where the task lost its place, with `Unavailable` where everyone who waited for it has left. */
	result: Promise<Result>;
	hasStarted(): boolean;
	/** Lets another request wait for the task: it runs at the first turn of anyone who waits. Throws `QueueFull` as `add` does. */
	join(caller: string, signal: AbortSignal | undefined): void;
}

interface Task {
	/** The number of requests that wait, by caller. */
	requests: Map<string, number>;
	run(): Promise<void>;
	reject(error: Error): void;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
	/** What waits, oldest first, by caller; the callers in the order of their turns. */
	const queues = new Map<string, Set<Task>>();
	/** Milliseconds of work beyond its share that each caller had done at a time. */
	const debts = new Map<string, { work: number; at: number }>();
	let running = 0;
	let timer: NodeJS.Timeout | undefined;

	function getDebt(caller: string): number {
		const debt = debts.get(caller);
		return debt ? Math.max(0, debt.work - (performance.now() - debt.at) * limits.share) : 0;
	}

	function charge(caller: string, milliseconds: number): void {
		// What takes longer waits for something, and leaves the processor to others.
		const work = Math.min(milliseconds, limits.burst);
		debts.set(caller, { work: getDebt(caller) + work, at: performance.now() });
		for (const one of debts.keys()) if (getDebt(one) === 0) debts.delete(one);
	}

	function enqueue(caller: string, task: Task): void {
		const own = queues.get(caller);
		if (!own?.has(task)) {
			const length = own?.size ?? 0;
			const hasRoom = length < limits.waitingPerCaller && countWaiting() < limits.waiting;
			// What waits in another caller's line already costs nothing more.
			if (task.requests.size === 0 && !hasRoom) {
				if (length >= limits.waitingPerCaller) throw new QueueFull('This caller has too many tasks waiting');
				evictFromLongest(length + 1);
			}
			if (task.requests.size === 0 || hasRoom) queues.set(caller, (own ?? new Set()).add(task));
		}
		task.requests.set(caller, (task.requests.get(caller) ?? 0) + 1);
	}

	function countWaiting(): number {
		let count = 0;
		for (const line of queues.values()) count += line.size;
		return count;
	}

	/** Makes room for a line that will be `length` long, from one that is longer. */
	function evictFromLongest(length: number): void {
		const [caller, line] = [...queues].reduce((longest, next) => (next[1].size > longest[1].size ? next : longest));
		const newest = [...line].at(-1);
		if (line.size <= length || !newest) throw new QueueFull('Too many tasks wait');
		leave(caller, newest, new QueueFull('Other callers needed the place'));
	}

	function leave(caller: string, task: Task, reason: Error): void {
		dequeue(caller, task);
		task.requests.delete(caller);
		const others = [...task.requests.keys()];
		const [next] = others;
		if (next === undefined) task.reject(reason);
		// It may have waited in the line of the one who left alone.
		else if (!others.some((other) => queues.get(other)?.has(task))) {
			queues.set(next, (queues.get(next) ?? new Set()).add(task));
		}
	}

	function dequeue(caller: string, task: Task): void {
		const line = queues.get(caller);
		line?.delete(task);
		if (line?.size === 0) queues.delete(caller);
	}

	function startNext(): void {
		clearTimeout(timer);
		while (running < limits.concurrency && queues.size > 0) {
			const caller = [...queues.keys()].find((caller) => getDebt(caller) < limits.burst);
			if (caller === undefined) {
				const least = Math.min(...[...queues.keys()].map(getDebt));
				timer = setTimeout(startNext, (least - limits.burst) / limits.share + 1);
				return;
			}
			void startFirst(caller);
		}
	}

	async function startFirst(caller: string): Promise<void> {
		const line = queues.get(caller);
		const [task] = line ?? [];
		if (!line || !task) return;
		// The caller's next turn comes after everyone else's.
		queues.delete(caller);
		queues.set(caller, line);
		for (const waiting of task.requests.keys()) dequeue(waiting, task);
		running += 1;
		const startedAt = performance.now();
		await task.run();
		// Those that run at once share the processor.
		charge(caller, (performance.now() - startedAt) / running);
		running -= 1;
		startNext();
	}

	return {
		add<Result>(caller: string, work: () => Promise<Result>, signal: AbortSignal | undefined) {
			const { promise, resolve, reject } = Promise.withResolvers<Result>();
			let started = false;
			const task: Task = {
				requests: new Map(),
				reject,
				async run() {
					started = true;
					try {
						resolve(await work());
					} catch (error) {
						reject(error);
					}
				},
			};
			function join(caller: string, signal: AbortSignal | undefined): void {
				if (started) return;
				enqueue(caller, task);
				signal?.addEventListener('abort', () => abandon(caller), { once: true });
			}
			function abandon(caller: string): void {
				const others = (task.requests.get(caller) ?? 0) - 1;
				if (started || others < 0) return;
				if (others > 0) task.requests.set(caller, others);
				else leave(caller, task, new Unavailable('Nobody waits for this any more'));
			}
			join(caller, signal);
			startNext();
			return { result: promise, hasStarted: () => started, join };
		},
	};
}
