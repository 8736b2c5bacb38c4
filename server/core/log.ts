import pino, { type DestinationStream, type Logger } from 'pino';
import { describeConnectionError, describeError } from './describe-connection-error.ts';
import { createLogLimiter } from './log-limiter.ts';
import { currentOperation } from './operation.ts';

export interface LoggerOptions {
	/** Log level of pino, such as `info`; `silent` disables the log. */
	level: string;
	/** Stream that receives the log; standard output by default. */
	destination?: DestinationStream | undefined;
	/** Whether each line gets the ids of the trace and span in which it was written. */
	withTraces?: boolean;
}

const redacted = '[redacted]';

/** Names of fields whose values are secrets or personal data, at any depth. */
const redactedKeys = new Set([
	'authorization',
	'cookie',
	'password',
	'current_password',
	'new_password',
	'token',
	'fcm_token',
	'upload_preset',
	'phone',
	'code',
	'state',
]);
const keyPattern = [...redactedKeys].join('|');

/** Patterns of secrets inside a text: `code=…` in a URL, `"code":"…"` in JSON, and bearer tokens. */
const textPatterns = [
	new RegExp(`([?&;](?:${keyPattern})=)[^&;\\s"']+`, 'gi'),
	new RegExp(`(["'](?:${keyPattern})["']\\s*:\\s*)(?:"[^"]*"|'[^']*'|\\d+)`, 'gi'),
	/(\bBearer )[\w.~+/-]+=*/gi,
];

/** Error codes such as ECONNREFUSED or 23505, which are no secrets and stay in the log. */
const errorCodePattern = /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)+|E[A-Z]{2,20}|[0-9A-Z]{5})$/;

const maxDepth = 6;

/** Creates a logger that writes JSON, redacts secrets in fields, errors and messages, and limits repeated lines. */
export function createLogger({ level, destination, withTraces = false }: LoggerOptions): Logger {
	let isSummary = false;
	const shouldWrite = createLogLimiter((level, line, msg) => {
		isSummary = true;
		// The timer of summaries runs in the context of the first line, and these lines are part of no trace.
		currentOperation.run(undefined, () => logger[logger.levels.labels[level] as pino.Level](line, msg));
		isSummary = false;
	});
	const options = {
		level,
		...(withTraces && { mixin: readTraceIds }),
		formatters: { log: (line: object) => redact(line, 0) as Record<string, unknown> },
		serializers: { err: (error: Error) => redact(serializeError(error), 0, true) },
		hooks: {
			logMethod(this: Logger, args: unknown[], method: (...args: never[]) => void, level: number) {
				if (!isSummary && !shouldWrite(level, ...parseArguments(args))) return;
				method.apply(this, args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as never[]);
			},
		},
	};
	const logger: Logger = destination ? pino(options, destination) : pino(options);
	return logger;
}

/** Returns the fields and the message of a line. Pino takes an error, fields and a message, or a message alone. */
function parseArguments([first, message = '']: unknown[]): [line: Readonly<Record<string, unknown>>, msg: string] {
	if (first instanceof Error) return [{ err: first }, String(message)];
	if (typeof first !== 'object' || first === null) return [{}, String(first)];
	return [first as Readonly<Record<string, unknown>>, String(message)];
}

function serializeError(error: Error): object {
	const line = pino.stdSerializers.err(error);
	const message = describeConnectionError(error) === null ? line.message : describeError(error);
	return { ...line, message };
}

function readTraceIds(): object {
	const span = currentOperation.getStore()?.span;
	return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

function redact(value: unknown, depth: number, isError = false): unknown {
	if (typeof value === 'string') return redactText(value);
	if (typeof value !== 'object' || value === null) return value;
	// Leaves an error in a log field unchanged, because pino's error serializer runs later and needs the original error.
	if (value instanceof Error && depth > 0 && !isError)
		return depth === 1 ? value : redact(serializeError(value), depth, true);
	if (depth >= maxDepth) return '…';
	if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1, isError));
	if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => {
			if (!redactedKeys.has(name.toLowerCase())) return [name, redact(item, depth + 1, isError)];
			const isErrorCode = isError && name === 'code' && errorCodePattern.test(String(item));
			return [name, isErrorCode || item == null ? item : redacted];
		}),
	);
}

function redactText(text: string): string {
	return textPatterns.reduce((result, secret) => result.replace(secret, `$1${redacted}`), text);
}
