import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '../database/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export interface WorkOptions {
	/** How many run at once in this process. */
	concurrency: number;
	/** Milliseconds after which `signal` aborts and the try has failed; at most 23 hours. */
	timeout: number;
	/** Tries that may fail until the job is given up; 3 unless told. */
	tries?: number;
	/**
	 * Tries on top of those that may be interrupted, which says nothing against the job: its process died, another process took the job
	 * over, or `isInterruption` holds. They are limited because the job itself may be what ends the process. 10 unless told.
	 */
	interruptions?: number;
	/** True for what a try threw because of its surroundings, such as a full disk; always false unless told. */
	isInterruption?: (error: unknown) => boolean;
	/** Milliseconds before the second try, doubling from try to try up to an hour; 5000 unless told. */
	backOff?: number;
	/**
	 * Called once the job is given up, in a transaction of its own. The error is a `JobInterrupted` where the last try did not end, else
	 * what it threw, of which only `name` and `message` are certain. Where it throws it is called again later.
	 */
	onGivenUp?: (tx: Tx, data: JsonObject, error: Error) => Promise<void>;
}

export interface Job {
	/** Aborts when the job takes too long, when this process stops, or when another process has taken the job over. */
	signal: AbortSignal;
	/** 1 for the first try; interrupted ones are not counted. */
	attempt: number;
	lastAttempt: boolean;
}

/** How much there is to do. Sweeps are not counted. */
export interface JobFigures {
	waiting: number;
	running: number;
	/** Given up, and not tried anew since. */
	failed: number;
}

export interface AddOptions {
	/** Milliseconds. */
	delay?: number;
	/** Groups, such as accounts, take turns: many jobs of one group do not hold up the next job of another. Ungrouped jobs go first. */
	group?: string;
}

/** A job whose last try has failed. */
export interface FailedJob {
	id: string;
	name: string;
	tries: number;
	/** Milliseconds since 1970. */
	failedAt: number;
	/** What the last try failed with. */
	error: string;
}

/**
 * Work that outlives the request that asked for it. A job runs at least once: after a crash it runs again.
 * What `run` resolves with once its signal is aborted counts as not done.
 */
export interface Jobs {
	/** Queues a job in the transaction; the worker is woken after its commit. */
	add(tx: Tx, name: string, data: JsonObject, options?: AddOptions): Promise<void>;
	/** Declares the worker of a name, before `open` and `start`. Names are of letters, digits, `-`, `_` and `.`. */
	work(name: string, options: WorkOptions, run: (data: JsonObject, job: Job) => Promise<void>): void;
	/** Declares `run` to happen in one process at a time, at the start and then about every `every` milliseconds, at least 1000. */
	every(name: string, every: number, run: (signal: AbortSignal) => Promise<void>): void;
	figures(): Promise<JobFigures>;
	/** The last jobs that were given up, newest first; they are forgotten after some days. */
	failed(most: number): Promise<FailedJob[]>;
	/** Deletes what failed under this name with this data: it has been done since. */
	clearFailed(tx: Tx, name: string, data: JsonObject): Promise<void>;
	/** Tries a failed job anew; false where there is none. */
	retry(id: string): Promise<boolean>;
	/** Makes ready to add, which is all that a process without workers needs. Throws where the database does not answer. */
	open(): Promise<void>;
	/** Opens, and lets the workers begin. */
	start(): Promise<void>;
	/** Aborts running jobs, gives them back without counting a try, and waits for them to end. Before the database is closed. */
	stop(): Promise<void>;
	/** Waits until nothing is due or running: for tests. */
	idle(): Promise<void>;
}

export type JobsLogger = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export interface DeclaredWorker {
	name: string;
	concurrency: number;
	timeout: number;
	tries: number;
	interruptions: number;
	isInterruption: (error: unknown) => boolean;
	backOff: number;
	onGivenUp: WorkOptions['onGivenUp'];
	run: (data: JsonObject, job: Job) => Promise<void>;
}

export interface DeclaredSweep {
	name: string;
	every: number;
	run: (signal: AbortSignal) => Promise<void>;
}

export const longestBackOff = 3_600_000;
export const defaultTries = 3;
export const defaultInterruptions = 10;
export const defaultBackOff = 5000;

/** The last try did not end: its process died, or another one took the job over. */
export class JobInterrupted extends Error {
	override readonly name = 'JobInterrupted';
}

export function declare(name: string, options: WorkOptions, run: DeclaredWorker['run']): DeclaredWorker {
	const { concurrency, timeout, tries = defaultTries, interruptions = defaultInterruptions } = options;
	const { isInterruption = () => false, backOff = defaultBackOff, onGivenUp } = options;
	return { name, concurrency, timeout, tries, interruptions, isInterruption, backOff, onGivenUp, run };
}

export type Outcome = { is: 'done' } | { is: 'given back' } | { is: 'failed' | 'interrupted'; error: Error };

/** One try. Never throws. */
export async function tryOnce(
	worker: DeclaredWorker,
	data: JsonObject,
	attempt: number,
	{ stopping, lost }: { stopping: AbortSignal; lost?: AbortSignal },
): Promise<Outcome> {
	const late = AbortSignal.timeout(worker.timeout);
	const signal = AbortSignal.any(lost ? [stopping, late, lost] : [stopping, late]);
	try {
		signal.throwIfAborted();
		await worker.run(data, { signal, attempt, lastAttempt: attempt >= worker.tries });
		signal.throwIfAborted();
		return { is: 'done' };
	} catch (error) {
		if (stopping.aborted) return { is: 'given back' };
		if (lost?.aborted) {
			return { is: 'interrupted', error: new JobInterrupted('Another process took the job over', { cause: error }) };
		}
		if (late.aborted) {
			return { is: 'failed', error: new Error(`It took longer than ${worker.timeout} ms`, { cause: error }) };
		}
		const is = worker.isInterruption(error) ? 'interrupted' : 'failed';
		return { is, error: error instanceof Error ? error : new Error(String(error)) };
	}
}

export function logInterruption(logger: JobsLogger, { name }: DeclaredWorker, error: Error): void {
	logger.warn({ err: error, job: name }, 'A job was interrupted');
}

export function logFailure(logger: JobsLogger, worker: DeclaredWorker, attempt: number, error: Error): void {
	if (attempt < worker.tries) logger.warn({ err: error, job: worker.name, attempt }, 'A job failed and is tried again');
	else logger.error({ err: error, job: worker.name, attempt }, 'A job failed for the last time');
}
