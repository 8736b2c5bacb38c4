import pino, { type DestinationStream, type Logger } from 'pino';

export interface LoggerOptions {
	/** Such as `info`; `silent` for none. */
	level: string;
	/** Standard output unless told. */
	destination?: DestinationStream | undefined;
}

const redacted = '[redacted]';

/** What nobody who reads the log is to have, whatever it is part of. */
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

/** `code=…` in an address, `"code":"…"` in JSON, and the token of a session. */
const textPatterns = [
	new RegExp(`([?&;](?:${keyPattern})=)[^&;\\s"']+`, 'gi'),
	new RegExp(`(["'](?:${keyPattern})["']\\s*:\\s*)(?:"[^"]*"|'[^']*'|\\d+)`, 'gi'),
	/(\bBearer )[\w.~+/-]+=*/gi,
];

/** An error's own code, such as ECONNREFUSED or 23505, says what happened and is no secret. */
const errorCodePattern = /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)+|E[A-Z]{2,20}|[0-9A-Z]{5})$/;

const maxDepth = 6;

/** The program's log: JSON lines, in which secrets are blotted out under whatever name and however deep they come. */
export function createLogger({ level, destination }: LoggerOptions): Logger {
	const options = {
		level,
		formatters: { log: (line: object) => redact(line, 0) as Record<string, unknown> },
		serializers: { err: (error: Error) => redact(pino.stdSerializers.err(error), 0, true) },
		hooks: {
			logMethod(this: Logger, args: unknown[], method: (...args: never[]) => void) {
				method.apply(this, args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as never[]);
			},
		},
	};
	return destination ? pino(options, destination) : pino(options);
}

function redact(value: unknown, depth: number, ofError = false): unknown {
	if (typeof value === 'string') return redactText(value);
	if (typeof value !== 'object' || value === null) return value;
	// The serializer's turn comes later, and it needs the error itself.
	if (value instanceof Error && depth > 0 && !ofError)
		return depth === 1 ? value : redact(pino.stdSerializers.err(value), depth, true);
	if (depth >= maxDepth) return '…';
	if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1, ofError));
	if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => {
			if (!redactedKeys.has(name.toLowerCase())) return [name, redact(item, depth + 1, ofError)];
			const harmless = ofError && name === 'code' && errorCodePattern.test(String(item));
			return [name, harmless || item == null ? item : redacted];
		}),
	);
}

function redactText(text: string): string {
	return textPatterns.reduce((blotted, secret) => blotted.replace(secret, `$1${redacted}`), text);
}
