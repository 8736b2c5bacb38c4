import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceUnavailableError } from './service-unavailable-error.ts';

/** Error when too many tasks wait in the queue, of one caller or in total. */
export class QueueFullError extends ServiceUnavailableError {}

export interface FairQueueLimits {
	concurrency: number;
	waitingPerCaller: number;
	/** Number of tasks that may wait in total. Beyond it, the longest queue loses its newest task, which may be the new one. */
	waiting: number;
	/** Long-term share of the time, 0 to 1, that one caller's tasks may use. */
	share: number;
	/** Milliseconds of work that a caller may do beyond its share before its next task is delayed. */
	burst: number;
}

/**
 * Runs tasks round-robin between callers, so that a caller with many tasks does not delay the others. The queue delays a caller that
 * exceeds its share of the time, which leaves time for work outside the queue.
 */
export interface FairQueue {
	/** Starts or queues a task. An abort of the signal removes the task from the queue. Throws `QueueFullError` if the queue is full. */
	add<Result>(caller: string, work: () => Promise<Result>, signal: AbortSignal | undefined): QueuedTask<Result>;
}

export interface QueuedTask<Result> {
	/** Result of the task. Rejects with `QueueFullError` if evicted, and with `ServiceUnavailableError` if all its callers left. */
	result: Promise<Result>;
	hasStarted(): boolean;
	/** Adds another caller that waits for this task. The task runs when the queue reaches any of its callers, and needs no more room. */
	join(caller: string, signal: AbortSignal | undefined): void;
}

interface Task {
	requests: Map<string, number>;
	run(): Promise<void>;
	reject(error: Error): void;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
	/** Waiting tasks by caller, oldest task first. The callers are in round-robin order. */
	const queues = new Map<string, Set<Task>>();
	/** Milliseconds of work that each caller has done beyond its share, as of the time `at`. */
	const debts = new Map<string, { work: number; at: number }>();
	let running = 0;
	let timer: NodeJS.Timeout | undefined;

	function getDebt(caller: string): number {
		const debt = debts.get(caller);
		return debt ? Math.max(0, debt.work - (performance.now() - debt.at) * limits.share) : 0;
	}

	function charge(caller: string, milliseconds: number): void {
		// A task costs at most the burst, because a longer task mostly waits without using the CPU.
		const work = Math.min(milliseconds, limits.burst);
		debts.set(caller, { work: getDebt(caller) + work, at: performance.now() });
		for (const other of debts.keys()) if (getDebt(other) === 0) debts.delete(other);
	}

	function enqueue(caller: string, task: Task): void {
		const ownTasks = queues.get(caller);
		if (!ownTasks?.has(task)) {
			const length = ownTasks?.size ?? 0;
			const hasRoom = length < limits.waitingPerCaller && countWaiting() < limits.waiting;
			// Joining a task that already waits for another caller needs no room in the queue.
			if (task.requests.size === 0 && !hasRoom) {
				if (length >= limits.waitingPerCaller) throw new QueueFullError('This caller has too many tasks waiting');
				evictFromLongest(length + 1);
			}
			if (task.requests.size === 0 || hasRoom) queues.set(caller, (ownTasks ?? new Set()).add(task));
		}
		task.requests.set(caller, (task.requests.get(caller) ?? 0) + 1);
	}

	function countWaiting(): number {
		let count = 0;
		for (const tasks of queues.values()) count += tasks.size;
		return count;
	}

	/** Evicts the newest task of the longest queue. Throws if no queue has more than `length` tasks: the caller's own and the new one. */
	function evictFromLongest(length: number): void {
		const [caller, tasks] = [...queues].reduce((longest, next) => (next[1].size > longest[1].size ? next : longest));
		const newest = [...tasks].at(-1);
		if (tasks.size <= length || !newest) throw new QueueFullError('Too many tasks are waiting');
		leave(caller, newest, new QueueFullError('Evicted in favor of another caller'));
	}

	function leave(caller: string, task: Task, reason: Error): void {
		dequeue(caller, task);
		task.requests.delete(caller);
		const others = [...task.requests.keys()];
		const [next] = others;
		if (next === undefined) task.reject(reason);
		// If the task waited only in the queue of the caller that left, it moves to the queue of another caller.
		else if (!others.some((other) => queues.get(other)?.has(task))) {
			queues.set(next, (queues.get(next) ?? new Set()).add(task));
		}
	}

	function dequeue(caller: string, task: Task): void {
		const tasks = queues.get(caller);
		tasks?.delete(task);
		if (tasks?.size === 0) queues.delete(caller);
	}

	function startNext(): void {
		clearTimeout(timer);
		while (running < limits.concurrency && queues.size > 0) {
			const caller = [...queues.keys()].find((caller) => getDebt(caller) < limits.burst);
			if (caller === undefined) {
				const minDebt = Math.min(...[...queues.keys()].map(getDebt));
				timer = setTimeout(startNext, (minDebt - limits.burst) / limits.share + 1);
				return;
			}
			void startFirst(caller);
		}
	}

	async function startFirst(caller: string): Promise<void> {
		const tasks = queues.get(caller);
		const [task] = tasks ?? [];
		if (!tasks || !task) return;
		// Moves the caller to the end of the round-robin order.
		queues.delete(caller);
		queues.set(caller, tasks);
		for (const waiting of task.requests.keys()) dequeue(waiting, task);
		running += 1;
		const startedAt = performance.now();
		await task.run();
		// The time is divided by the number of running tasks, because concurrent tasks share the CPU.
		charge(caller, (performance.now() - startedAt) / running);
		running -= 1;
		startNext();
	}

	return {
		add<Result>(caller: string, work: () => Promise<Result>, signal: AbortSignal | undefined) {
			const { promise, resolve, reject } = Promise.withResolvers<Result>();
			// The end of another task may start this one. It runs in the async context of its caller.
			const runWork = AsyncLocalStorage.bind(work);
			let started = false;
			const task: Task = {
				requests: new Map(),
				reject,
				async run() {
					started = true;
					try {
						resolve(await runWork());
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
				else leave(caller, task, new ServiceUnavailableError('All callers have left'));
			}
			join(caller, signal);
			startNext();
			return { result: promise, hasStarted: () => started, join };
		},
	};
}
