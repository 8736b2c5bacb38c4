import { AsyncLocalStorage } from 'node:async_hooks';

/** What the running code works for. */
export interface Operation {
	/** Name without values: `GET /api/ads/:id`, `job media.process`, `schedule platform.sweep`. */
	name: string;
	/** Span of the step that runs; absent if the operation is not traced. */
	span?: Span | undefined;
}

/** Attributes of a span, by the names of OpenTelemetry's semantic conventions. They hold no personal data and no values of queries. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
	/** The role of the span, by OpenTelemetry's words; `internal` by default. A `client` waits for another program. */
	kind?: 'internal' | 'server' | 'client' | 'consumer';
	attributes?: SpanAttributes;
}

/** Part of a trace: a step with a beginning and an end. */
export interface Span {
	traceId: string;
	spanId: string;
	/** Position in the trace, in the format of the W3C's header `traceparent`. */
	traceparent: string;
	startChild(name: string, options: SpanOptions): Span;
	setAttributes(attributes: SpanAttributes): void;
	/** Ends the span. An error is recorded by its type only, because its message may contain values. */
	end(error?: unknown): void;
}

/** Starts the spans that have no parent in this process. */
export interface Tracer {
	/**
	 * Starts the first span of a trace, or continues the trace of a `traceparent`. An invalid `traceparent` counts as none. `links` are
	 * positions in other traces.
	 */
	startSpan(name: string, options: SpanOptions & { traceparent?: string | undefined; links?: readonly string[] }): Span;
	/** Sends the spans that wait, for at most a few seconds. */
	close(): Promise<void>;
}

/** Operation that the running code works for. It follows promises and timers. */
export const currentOperation = new AsyncLocalStorage<Operation | undefined>();

/** Runs a step of the current operation as a span. Without a trace it only runs `work`, and does not call `describe`. */
export function runStep<Result>(
	describe: () => SpanOptions & { name: string },
	work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
	const operation = currentOperation.getStore();
	if (!operation?.span) return work(undefined);
	const { name, ...options } = describe();
	return runInSpan(operation.name, operation.span.startChild(name, options), work);
}

/** Runs `work` as a part of an operation, and ends the span with its outcome. */
export async function runInSpan<Result>(
	name: string,
	span: Span | undefined,
	work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
	try {
		const result = await currentOperation.run({ name, span }, () => work(span));
		span?.end();
		return result;
	} catch (error) {
		span?.end(error);
		throw error;
	}
}
