import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Tx } from '../database/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export interface JobOptions {
	/** Concurrent jobs per process. */
	concurrency: number;
	/** Milliseconds until `signal` aborts and the try counts as failed; at most 23 hours. */
	timeout: number;
	/** Failed tries until the job is given up; 3 by default. */
	tries?: number;
	/**
	 * Interrupted tries allowed in addition to `tries`: the process died, another process took the job over, or `isInterruption` returned
	 * true. Limited, because the job itself may crash the process. 10 by default.
	 */
	interruptions?: number;
	/** Whether an error comes from the environment, such as a full disk, and not from the job. False by default. */
	isInterruption?: (error: unknown) => boolean;
	/** Milliseconds before the second try; doubles with each try, up to an hour. 5000 by default. */
	backOff?: number;
}

/** Name, payload schema and retry policy of a job, shared by those who add it and those who handle it. */
export interface JobDefinition<Payload extends JsonObject> extends Required<JobOptions> {
	name: string;
	schema: z.ZodType<Payload>;
}

export interface JobHandler extends Required<JobOptions> {
	name: string;
	/** Throws before it does any work if the payload is invalid. */
	run: (payload: JsonObject, job: Job) => Promise<void>;
	/** Null if giving up has no effect. */
	onGivenUp: ((tx: Tx, payload: JsonObject, error: Error) => Promise<void>) | null;
}

/** Recurring work of one process at a time: at the start, then about every `every` milliseconds (at least 1000). */
export interface Schedule {
	name: string;
	every: number;
	run: (signal: AbortSignal) => Promise<void>;
}

export interface Job {
	/** Aborts at the timeout, when this process stops, or when another process takes the job over. */
	signal: AbortSignal;
	/** Starts at 1; does not count interrupted tries. */
	attempt: number;
	lastAttempt: boolean;
}

/** Size of the queue, without schedules. */
export interface JobStats {
	waiting: number;
	running: number;
	/** Given up and not retried since. */
	failed: number;
}

export interface AddOptions {
	/** Milliseconds. */
	delay?: number;
	/** Groups, such as accounts, alternate, so that one with many jobs does not delay the others. Ungrouped jobs run first. */
	group?: string;
}

export interface FailedJob {
	id: string;
	name: string;
	tries: number;
	/** Milliseconds since 1970. */
	failedAt: number;
	/** Error message of the last try. */
	error: string;
}

/**
 * Persistent job queue. A job runs at least once: after a crash it runs again. If `run` resolves after its signal aborted, the job counts
 * as not done.
 */
export interface JobQueue {
	/**
	 * Queues a job in the transaction and wakes the worker after the commit. Strips properties that the schema does not declare. Throws if
	 * the payload is invalid.
	 */
	add<Payload extends JsonObject>(
		tx: Tx,
		definition: JobDefinition<Payload>,
		payload: Payload,
		options?: AddOptions,
	): Promise<void>;
	/** Registers a handler; call it before `open` and `start`. */
	register(handler: JobHandler): void;
	/** Registers a schedule; call it before `start`. */
	schedule(schedule: Schedule): void;
	stats(): Promise<JobStats>;
	/** The latest given-up jobs, newest first; they are deleted after 14 days. */
	listFailed(limit: number): Promise<FailedJob[]>;
	/** Deletes failed jobs with this payload, for work that has been done since. */
	clearFailed<Payload extends JsonObject>(tx: Tx, definition: JobDefinition<Payload>, payload: Payload): Promise<void>;
	/** Retries a failed job; false if there is none with this id. */
	retry(id: string): Promise<boolean>;
	/** Prepares for adding jobs; a process without workers needs nothing else. Throws if the database does not respond. */
	open(): Promise<void>;
	/** Calls `open` and starts the workers. */
	start(): Promise<void>;
	/** Aborts running jobs, returns them to the queue without counting a try, and waits for them to end. Call it before the database closes. */
	stop(): Promise<void>;
	/** Waits until no job is due or running; for tests. */
	whenIdle(): Promise<void>;
}

export type JobsLogger = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export const maxBackOff = 3_600_000;
export const defaultTries = 3;
export const defaultInterruptions = 10;
export const defaultBackOff = 5000;

/** The last try did not end: its process died, or another process took the job over. */
export class JobInterruptedError extends Error {
	override readonly name = 'JobInterruptedError';
}

/**
 * Defines a job. Names contain letters, digits, `-`, `_` and `.`. Queued jobs outlive a release: never change a name, and accept every
 * payload that was ever queued under it.
 */
export function defineJob<Payload extends JsonObject>(
	name: string,
	schema: z.ZodType<Payload>,
	options: JobOptions,
): JobDefinition<Payload> {
	return {
		name,
		schema,
		tries: defaultTries,
		interruptions: defaultInterruptions,
		isInterruption: () => false,
		backOff: defaultBackOff,
		...options,
	};
}

/**
 * Handles a job. An invalid payload is an ordinary failed try, because a process of a newer version may accept it.
 * `onGivenUp` runs in its own transaction once the job is given up, unless the payload is invalid, and again later if it throws. Its error
 * is a `JobInterruptedError` if the last try did not end, otherwise the error thrown, with at least `name` and `message`.
 */
export function handleJob<Payload extends JsonObject>(
	{ schema, ...definition }: JobDefinition<Payload>,
	run: (payload: Payload, job: Job) => Promise<void>,
	onGivenUp?: (tx: Tx, payload: Payload, error: Error) => Promise<void>,
): JobHandler {
	return {
		...definition,
		async run(payload, job) {
			const { success, data, error } = schema.safeParse(payload);
			if (!success) throw new Error(`The payload of ${definition.name}: ${z.prettifyError(error)}`);
			await run(data, job);
		},
		onGivenUp:
			onGivenUp === undefined
				? null
				: async (tx, payload, error) => {
						const parsed = schema.safeParse(payload);
						if (parsed.success) await onGivenUp(tx, parsed.data, error);
					},
	};
}

export type Outcome =
	| { is: 'done' }
	| { is: 'given back' }
	| { is: 'interrupted'; error: Error }
	/** `failures`: number of failed tries. */
	| { is: 'failed'; error: Error; failures: number };

/** Runs one try; never throws. */
export async function runAttempt(
	handler: JobHandler,
	payload: JsonObject,
	attempt: number,
	{ stopping, lost }: { stopping: AbortSignal; lost?: AbortSignal },
): Promise<Outcome> {
	const timeout = AbortSignal.timeout(handler.timeout);
	const signal = AbortSignal.any(lost ? [stopping, timeout, lost] : [stopping, timeout]);
	try {
		signal.throwIfAborted();
		await handler.run(payload, { signal, attempt, lastAttempt: attempt >= handler.tries });
		signal.throwIfAborted();
		return { is: 'done' };
	} catch (thrown) {
		if (stopping.aborted) return { is: 'given back' };
		if (lost?.aborted) {
			return {
				is: 'interrupted',
				error: new JobInterruptedError('Another process took the job over', { cause: thrown }),
			};
		}
		if (timeout.aborted) {
			const error = new Error(`It took longer than ${handler.timeout} ms`, { cause: thrown });
			return { is: 'failed', error, failures: attempt };
		}
		const error = thrown instanceof Error ? thrown : new Error(String(thrown));
		if (handler.isInterruption(thrown)) return { is: 'interrupted', error };
		return { is: 'failed', error, failures: attempt };
	}
}

export function logInterruption(logger: JobsLogger, { name }: JobHandler, error: Error): void {
	logger.warn({ err: error, job: name }, 'A job was interrupted');
}

export function logFailure(logger: JobsLogger, { name, tries }: JobHandler, failures: number, error: Error): void {
	if (failures < tries) logger.warn({ err: error, job: name, attempt: failures }, 'A job failed and will be retried');
	else logger.error({ err: error, job: name, attempt: failures }, 'A job failed for the last time');
}
