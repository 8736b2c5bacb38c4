import pino, { type DestinationStream, type Logger } from 'pino';

export interface LogOptions {
	/** Such as `info`; `silent` for none. */
	level: string;
	/** Standard output unless told. */
	to?: DestinationStream | undefined;
}

const hidden = '[redacted]';

/** What nobody who reads the log is to have, whatever it is part of. */
const secretNames = new Set([
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
const names = [...secretNames].join('|');

/** `code=…` in an address, `"code":"…"` in JSON, and the token of a session. */
const inText = [
	new RegExp(`([?&;](?:${names})=)[^&;\\s"']+`, 'gi'),
	new RegExp(`(["'](?:${names})["']\\s*:\\s*)(?:"[^"]*"|'[^']*'|\\d+)`, 'gi'),
	/(\bBearer )[\w.~+/-]+=*/gi,
];

/** An error's own code, such as ECONNREFUSED or 23505, says what happened and is no secret. */
const errorCode = /^([A-Z][A-Z0-9]*(_[A-Z0-9]+)+|E[A-Z]{2,20}|[0-9A-Z]{5})$/;

const deepest = 6;

/** The program's log: JSON lines, in which secrets are blotted out under whatever name and however deep they come. */
export function createLog({ level, to }: LogOptions): Logger {
	const options = {
		level,
		formatters: { log: (line: object) => withoutSecrets(line, 0) as Record<string, unknown> },
		serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error), 0, true) },
		hooks: {
			logMethod(this: Logger, args: unknown[], method: (...args: never[]) => void) {
				method.apply(this, args.map((arg) => (typeof arg === 'string' ? blot(arg) : arg)) as never[]);
			},
		},
	};
	return to ? pino(options, to) : pino(options);
}

function withoutSecrets(value: unknown, depth: number, ofError = false): unknown {
	if (typeof value === 'string') return blot(value);
	if (typeof value !== 'object' || value === null) return value;
	// The serializer's turn comes later, and it needs the error itself.
	if (value instanceof Error && depth > 0 && !ofError)
		return depth === 1 ? value : withoutSecrets(pino.stdSerializers.err(value), depth, true);
	if (depth >= deepest) return '…';
	if (Array.isArray(value)) return value.slice(0, 100).map((item) => withoutSecrets(item, depth + 1, ofError));
	if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => {
			if (!secretNames.has(name.toLowerCase())) return [name, withoutSecrets(item, depth + 1, ofError)];
			const harmless = ofError && name === 'code' && errorCode.test(String(item));
			return [name, harmless || item == null ? item : hidden];
		}),
	);
}

function blot(text: string): string {
	return inText.reduce((blotted, secret) => blotted.replace(secret, `$1${hidden}`), text);
}
