import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Tx } from '../database/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export interface JobOptions {
	/** How many run at once in a process. */
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
}

/** What a job is called, what it carries, and how it is tried. Those who add it and those who handle it share this. */
export interface JobDefinition<Payload extends JsonObject> extends Required<JobOptions> {
	name: string;
	schema: z.ZodType<Payload>;
}

/** How a process runs the jobs of one definition. */
export interface JobHandler extends Required<JobOptions> {
	name: string;
	/** Throws before anything is done where the payload does not parse. */
	run: (payload: JsonObject, job: Job) => Promise<void>;
	/** Null where nothing follows from giving up. */
	onGivenUp: ((tx: Tx, payload: JsonObject, error: Error) => Promise<void>) | null;
}

/** Work that one process at a time does at the start, and then about every `every` milliseconds; at least 1000. */
export interface Schedule {
	name: string;
	every: number;
	run: (signal: AbortSignal) => Promise<void>;
}

export interface Job {
	/** Aborts when the job takes too long, when this process stops, or when another process has taken the job over. */
	signal: AbortSignal;
	/** 1 for the first try; interrupted ones are not counted. */
	attempt: number;
	lastAttempt: boolean;
}

/** How much there is to do. Sweeps are not counted. */
export interface JobStats {
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
	/**
	 * Queues a job in the transaction; the worker is woken after its commit. Only what the schema names is queued. Throws where the payload
	 * does not parse.
	 */
	add<Payload extends JsonObject>(
		tx: Tx,
		definition: JobDefinition<Payload>,
		payload: Payload,
		options?: AddOptions,
	): Promise<void>;
	/** Declares who handles a job, before `open` and `start`. */
	register(handler: JobHandler): void;
	/** Declares a schedule, before `start`. */
	schedule(schedule: Schedule): void;
	stats(): Promise<JobStats>;
	/** The last jobs that were given up, newest first; they are forgotten after some days. */
	listFailed(most: number): Promise<FailedJob[]>;
	/** Deletes what failed with this payload: it has been done since. */
	clearFailed<Payload extends JsonObject>(tx: Tx, definition: JobDefinition<Payload>, payload: Payload): Promise<void>;
	/** Tries a failed job anew; false where there is none. */
	retry(id: string): Promise<boolean>;
	/** Makes ready to add, which is all that a process without workers needs. Throws where the database does not answer. */
	open(): Promise<void>;
	/** Opens, and lets the workers begin. */
	start(): Promise<void>;
	/** Aborts running jobs, gives them back without counting a try, and waits for them to end. Before the database is closed. */
	stop(): Promise<void>;
	/** Waits until nothing is due or running: for tests. */
	whenIdle(): Promise<void>;
}

export type JobsLogger = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export const maxBackOff = 3_600_000;
export const defaultTries = 3;
export const defaultInterruptions = 10;
export const defaultBackOff = 5000;

/** The last try did not end: its process died, or another one took the job over. */
export class JobInterrupted extends Error {
	override readonly name = 'JobInterrupted';
}

/**
 * Defines a job. Names are of letters, digits, `-`, `_` and `.`. Jobs that are queued outlive the program: a name stays, and whatever was
 * ever queued under it must parse.
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
 * Handles a job. A payload that does not parse is a failed try like any other: a process of a newer version may understand it. `onGivenUp` is called once the job is given up, in a transaction of its own, unless the payload does not parse. Its error
 * is a `JobInterrupted` where the last try did not end, else what it threw, of which only `name` and `message` are certain. Where it
 * throws it is called again later.
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
	/** `failures` counts the tries that have failed. */
	| { is: 'failed'; error: Error; failures: number };

/** One try. Never throws. */
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
			return { is: 'interrupted', error: new JobInterrupted('Another process took the job over', { cause: thrown }) };
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
	if (failures < tries) logger.warn({ err: error, job: name, attempt: failures }, 'A job failed and is tried again');
	else logger.error({ err: error, job: name, attempt: failures }, 'A job failed for the last time');
}
