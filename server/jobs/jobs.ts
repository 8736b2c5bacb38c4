import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { currentOperation, runInSpan, type Tracer } from '../core/operation.ts';
import type { Tx } from '../database/index.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export interface JobOptions {
	/** Maximum number of concurrent jobs of this name per process. */
	concurrency: number;
	/** Milliseconds until the job's signal aborts and the try counts as failed; at most 23 hours. */
	timeout: number;
	/** Number of failed tries after which the job is given up; 3 by default. */
	tries?: number;
	/**
	 * Number of interrupted tries that are allowed in addition to `tries`; 10 by default. A try is interrupted if the process dies, if
	 * another process takes the job over, or if `isInterruption` returns true. The number is limited, because the job itself may crash the
	 * process.
	 */
	interruptions?: number;
	/** Returns whether an error comes from the environment, such as a full disk, and not from the job. By default, no error does. */
	isInterruption?: (error: unknown) => boolean;
	/** Milliseconds before the second try; 5000 by default. The delay doubles with each further try, up to an hour. */
	backOff?: number;
	/**
	 * Longest delay in milliseconds with which the job is added; 0 by default. A job that waits longer was added while the clock was wrong,
	 * and runs at once.
	 */
	maxDelay?: number;
}

/** Name, payload schema and retry policy of a job, shared by the code that adds the job and the code that handles it. */
export interface JobDefinition<Payload extends JsonObject> extends Required<JobOptions> {
	name: string;
	schema: z.ZodType<Payload>;
}

export interface JobHandler extends Required<JobOptions> {
	name: string;
	/** Maximum number of waiting jobs that run together. */
	batchSize: number;
	/** Runs one try of a job, or of several jobs together. Throws before it does any work if a payload is invalid. */
	run: (payloads: readonly JsonObject[], job: Job) => Promise<void>;
	/** Runs when the job is given up; null if nothing has to be done then. */
	onGivenUp: ((tx: Tx, payload: JsonObject, error: Error) => Promise<void>) | null;
}

/** Recurring work of one process at a time. It runs at the start and then about every `every` milliseconds (at least 1000). */
export interface Schedule {
	name: string;
	every: number;
	run: (signal: AbortSignal) => Promise<void>;
}

export interface Job {
	/** Signal that aborts at the timeout, when this process stops, or when another process takes the job over. */
	signal: AbortSignal;
	/** Number of this try, starting at 1. Interrupted tries do not count. */
	attempt: number;
	lastAttempt: boolean;
}

/** Number of jobs by state, without schedules. */
export interface JobStats {
	waiting: number;
	running: number;
	/** Number of jobs that were given up and not retried since. */
	failed: number;
}

export interface AddJobOptions {
	/** Milliseconds until the job may run, at most the job's `maxDelay`. */
	delay?: number;
	/** Group of the job, such as an account. Groups alternate, so that none delays the others. Jobs without a group run first. */
	group?: string;
}

export interface FailedJob {
	id: string;
	name: string;
	tries: number;
	/** Time when the job was given up, in milliseconds since 1970. */
	failedAt: number;
	/** Error message of the last try. */
	error: string;
}

/** Job that waits or runs, in a form that both engines have. */
export interface MovedJob {
	name: string;
	/** Payload without the position in a trace. */
	data: JsonObject;
	/** Time from which the job may run, in milliseconds since 1970. */
	run_at: number;
	/** Number of failed tries. */
	failures: number;
	group: string | null;
	/** Order between groups: due jobs with a lower turn run first. */
	turn: number;
}

/** Job that was given up. */
export interface MovedFailedJob {
	name: string;
	data: JsonObject;
	attempts: number;
	error: string;
	/** Time when it was given up, in milliseconds since 1970. */
	failed_at: number;
}

/** All jobs of a queue. A market has few at a time, so that they fit into memory. */
export interface MovedJobs {
	waiting: MovedJob[];
	failed: MovedFailedJob[];
}

/** Persistent job queue. A job runs again after a crash. If `run` resolves after the job's signal aborted, the job counts as not done. */
export interface JobQueue {
	/**
	 * Queues a job in the transaction. Wakes the worker after the commit. Strips properties that the payload's schema does not declare.
	 * Throws if the payload is invalid.
	 */
	add<Payload extends JsonObject>(
		tx: Tx,
		definition: JobDefinition<Payload>,
		payload: Payload,
		options?: AddJobOptions,
	): Promise<void>;
	/** Queues several jobs with one statement, like `add` without options. */
	addAll<Payload extends JsonObject>(
		tx: Tx,
		definition: JobDefinition<Payload>,
		payloads: readonly Payload[],
	): Promise<void>;
	/** Adds the jobs of another queue in one transaction. An import calls it before any worker starts. */
	addMoved(jobs: MovedJobs): Promise<void>;
	/** Registers a job handler. Call it before `open` and `start`. */
	register(handler: JobHandler): void;
	/** Registers a schedule. Call it before `start`. */
	schedule(schedule: Schedule): void;
	stats(): Promise<JobStats>;
	/**
	 * Returns the milliseconds since which the job waits that has been due for longest; 0 if no job is due. Leaves out the jobs of queues whose
	 * workers are busy: those have their turn.
	 */
	oldestDueAge(): Promise<number>;
	/** Lists the jobs that were given up last, newest first. Such jobs are deleted after 14 days. */
	listFailed(limit: number): Promise<FailedJob[]>;
	/** Deletes failed jobs with this payload, because their work has been done since. */
	clearFailed<Payload extends JsonObject>(tx: Tx, definition: JobDefinition<Payload>, payload: Payload): Promise<void>;
	/** Deletes failed jobs whose payload or error names this email address, in any case. */
	clearFailedOf(tx: Tx, email: string): Promise<void>;
	/** Lists the times at which jobs were given up, oldest first. */
	listFailureTimes(limit: number): Promise<number[]>;
	/** Deletes a failed job. Returns the job's name, or null if no failed job has this id. */
	deleteFailed(id: string): Promise<string | null>;
	/** Retries a failed job. Returns false if no failed job has this id. */
	retry(id: string): Promise<boolean>;
	/** Retries all failed jobs. Returns their number. */
	retryAll(): Promise<number>;
	/** Throws if the database does not respond. A process without workers calls only this. */
	open(): Promise<void>;
	/** Takes over the jobs of dead processes and starts the workers. */
	start(): Promise<void>;
	/** Aborts running jobs, returns them to the queue without counting a try, and waits. Call it before the database closes. */
	stop(): Promise<void>;
	/** Waits until no job is due or running. Only tests use it. */
	whenIdle(): Promise<void>;
}

/** Field in a job's data for the position in the trace of the request that queued it. */
const traceKey = '#traceparent';

/** Adds the current position in a trace to the data of a job, if there is one. */
export function addTrace(data: JsonObject): JsonObject {
	const span = currentOperation.getStore()?.span;
	return span ? { ...data, [traceKey]: span.traceparent } : data;
}

/** Splits the data of a job into its payload and the position in the trace that `addTrace` added. */
export function takeTrace({ [traceKey]: traceparent, ...payload }: JsonObject): {
	payload: JsonObject;
	traceparent: string | undefined;
} {
	return { payload, traceparent: typeof traceparent === 'string' ? traceparent : undefined };
}

/** Throws for a delay beyond the job's maximum, because such a job would run at once. */
export function assertDelay({ name, maxDelay }: { name: string; maxDelay: number }, delay: number): void {
	if (delay > maxDelay) throw new RangeError(`${name} is added with a delay of ${delay} ms, above its maxDelay`);
}

export type JobsLogger = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export const maxBackOff = 3_600_000;
const defaultTries = 3;
const defaultMaxInterruptions = 10;
const defaultBackOff = 5000;

/** Error of a job whose last try did not end: its process died, or another process took the job over. */
export class JobInterruptedError extends Error {
	override readonly name = 'JobInterruptedError';
}

/**
 * Defines a job. The name contains letters, digits, `-`, `_` and `.`. Queued jobs outlive a release, so a name must never change, and the
 * schema must accept every payload that was ever queued under the name.
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
		interruptions: defaultMaxInterruptions,
		isInterruption: () => false,
		backOff: defaultBackOff,
		maxDelay: 0,
		...options,
	};
}

/**
 * Creates the handler of a job. An invalid payload counts as an ordinary failed try, because a process of a newer version may accept it.
 * `onGivenUp` runs in its own transaction once the job is given up, unless the payload is invalid. If it throws, it runs again later. Its
 * `error` is a `JobInterruptedError` if the last try did not end, otherwise the error that was thrown, with at least `name` and `message`.
 */
export function defineJobHandler<Payload extends JsonObject>(
	definition: JobDefinition<Payload>,
	run: (payload: Payload, job: Job) => Promise<void>,
	onGivenUp?: (tx: Tx, payload: Payload, error: Error) => Promise<void>,
): JobHandler {
	const { schema, ...options } = definition;
	return {
		...options,
		batchSize: 1,
		async run(payloads, job) {
			for (const payload of payloads) await run(parsePayload(definition, payload), job);
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

/**
 * Creates a handler that runs up to `batchSize` waiting jobs together. `run` gets their payloads in the order in which the jobs became due, to
 * the millisecond. It must do all of its work in one transaction: if it throws, each of the jobs runs alone, so that only those that fail alone
 * are retried. A crash of the process interrupts all jobs of the batch, so this is for work that does not leave the database.
 */
export function defineBatchJobHandler<Payload extends JsonObject>(
	definition: JobDefinition<Payload>,
	batchSize: number,
	run: (payloads: readonly Payload[], job: Job) => Promise<void>,
): JobHandler {
	const { schema: _, ...options } = definition;
	return {
		...options,
		batchSize,
		run: async (payloads, job) =>
			run(
				payloads.map((payload) => parsePayload(definition, payload)),
				job,
			),
		onGivenUp: null,
	};
}

function parsePayload<Payload extends JsonObject>(
	{ name, schema }: JobDefinition<Payload>,
	payload: JsonObject,
): Payload {
	const { success, data, error } = schema.safeParse(payload);
	if (!success) throw new Error(`The payload of ${name}: ${z.prettifyError(error)}`);
	return data;
}

export type AttemptOutcome =
	| { is: 'done' }
	| { is: 'given back' }
	| { is: 'interrupted'; error: Error }
	/** `failures` is the number of failed tries, including this one. */
	| { is: 'failed'; error: Error; failures: number };

export interface Attempt {
	payload: JsonObject;
	/** Number of this try, starting at 1. Interrupted tries do not count. */
	number: number;
	/** Signal that aborts when another process takes the job over. */
	lost?: AbortSignal;
	/** Position in the trace of the request that queued the job. */
	traceparent?: string | undefined;
}

/** Runs one try of each job: of all together, and if that fails, of each alone. Never throws. Returns their outcomes in the same order. */
export async function runAttempts(
	handler: JobHandler,
	attempts: readonly Attempt[],
	stopping: AbortSignal,
	tracer: Tracer | null = null,
): Promise<AttemptOutcome[]> {
	if (attempts.length > 1) {
		const outcome = await runTogether(handler, attempts, stopping, tracer);
		if (outcome.is === 'done' || outcome.is === 'given back') return attempts.map(() => outcome);
	}
	const outcomes: AttemptOutcome[] = [];
	for (const attempt of attempts) outcomes.push(await runTogether(handler, [attempt], stopping, tracer));
	return outcomes;
}

async function runTogether(
	handler: JobHandler,
	attempts: readonly Attempt[],
	stopping: AbortSignal,
	tracer: Tracer | null,
): Promise<AttemptOutcome> {
	const attempt = Math.max(...attempts.map(({ number }) => number));
	const lost = AbortSignal.any(attempts.flatMap((one) => one.lost ?? []));
	const timeout = AbortSignal.timeout(handler.timeout);
	const signal = AbortSignal.any([stopping, timeout, lost]);
	try {
		signal.throwIfAborted();
		const payloads = attempts.map(({ payload }) => payload);
		await runInSpan(`job ${handler.name}`, startJobSpan(tracer, handler.name, attempts), async () => {
			await handler.run(payloads, { signal, attempt, lastAttempt: attempt >= handler.tries });
			signal.throwIfAborted();
		});
		return { is: 'done' };
	} catch (thrown) {
		if (stopping.aborted) return { is: 'given back' };
		if (lost.aborted) {
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

/** Starts the span of a job in the trace of the request that queued it. A batch has several such traces, and is linked to each. */
function startJobSpan(tracer: Tracer | null, name: string, attempts: readonly Attempt[]) {
	const [first, ...others] = attempts.flatMap(({ traceparent }) => traceparent ?? []);
	return tracer?.startSpan(`job ${name}`, {
		kind: 'consumer',
		attributes: {
			'messaging.operation.type': 'process',
			'messaging.destination.name': name,
			'messaging.batch.message_count': attempts.length > 1 ? attempts.length : undefined,
		},
		...(others.length > 0 && first !== undefined ? { links: [first, ...others] } : { traceparent: first }),
	});
}

/** Runs a schedule as a trace of its own. */
export function runTraced(tracer: Tracer | null, { name, run }: Schedule, signal: AbortSignal): Promise<void> {
	const operation = `schedule ${name}`;
	return runInSpan(operation, tracer?.startSpan(operation, {}), () => run(signal));
}

export function logInterruption(logger: JobsLogger, { name }: JobHandler, error: Error): void {
	logger.warn({ err: error, job: name }, 'A job was interrupted');
}

export function logFailure(logger: JobsLogger, { name, tries }: JobHandler, failures: number, error: Error): void {
	if (failures < tries) logger.warn({ err: error, job: name, attempt: failures }, 'A job failed and will be retried');
	else logger.error({ err: error, job: name, attempt: failures }, 'A job failed for the last time');
}
