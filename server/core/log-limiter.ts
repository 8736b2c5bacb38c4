import { describeError } from './describe-connection-error.ts';

/** Milliseconds in which the lines of a kind are written once. */
const interval = 60_000;
/** Milliseconds between two checks whose interval has ended. */
const checkInterval = 10_000;
/** Number of kinds that are told apart at the same time. Lines of further kinds count by their message alone. */
const maxKinds = 500;
/** Statuses of responses during an outage: a service does not respond, or the disk is full. */
const outageStatuses: ReadonlySet<unknown> = new Set([503, 507]);
const [infoLevel, warnLevel, fatalLevel] = [30, 40, 60];

/** Fields that distinguish lines with the same message. Others, such as the id of a request, differ in each line. */
const kindFields = ['status', 'job', 'sweep', 'statement', 'endpoint', 'reason', 'command'] as const;

type Line = Readonly<Record<string, unknown>>;

interface Kind {
	/** Latest line that was not written. */
	latest: Line;
	msg: string;
	level: number;
	/** Number of lines since the last written one. */
	repeats: number;
	/** Number of all lines since the first one. */
	times: number;
	firstAt: number;
	lastAt: number;
	/** End of the interval. */
	until: number;
}

/**
 * Limits what an outage writes into the log. Of warnings, errors and responses with the status 503 or 507, the first line of a kind is written
 * at once. A minute later, and then each minute, its repetitions are one line without stack: `repeats` is their number. Once there are none
 * for a minute, one line tells that they have ended. `write` receives these lines. Returns a function that counts a new line and tells whether to write it.
 */
export function createLogLimiter(
	write: (level: number, line: Line, msg: string) => void,
): (level: number, line: Line, msg: string) => boolean {
	const kinds = new Map<string, Kind>();

	/** Writes what has been repeated, and forgets the kinds that have ended. */
	function summarize(): void {
		const now = Date.now();
		for (const [key, kind] of kinds) {
			if (kind.until > now) continue;
			kind.until = now + interval;
			if (kind.repeats > 0) {
				write(kind.level, { ...withoutStack(kind.latest), repeats: kind.repeats }, kind.msg);
				kind.repeats = 0;
			} else {
				kinds.delete(key);
				if (kind.times > 1) write(infoLevel, describeEnd(kind), `ended: ${kind.msg}`);
			}
		}
		if (kinds.size > 0) scheduleSummary();
	}

	function scheduleSummary(): void {
		setTimeout(summarize, checkInterval).unref();
	}

	return (level, line, msg) => {
		if (level >= fatalLevel || (level < warnLevel && !outageStatuses.has(line.status))) return true;
		let key = `${level} ${msg} ${kindFields.map((field) => line[field]).join()} ${describeKind(line.err)}`;
		if (kinds.size >= maxKinds && !kinds.has(key)) key = `${level} ${msg}`;
		const now = Date.now();
		const kind = kinds.get(key);
		if (kind) {
			kind.latest = line;
			kind.repeats += 1;
			kind.times += 1;
			kind.lastAt = now;
			return false;
		}
		if (kinds.size === 0) scheduleSummary();
		kinds.set(key, {
			latest: line,
			msg,
			level,
			repeats: 0,
			times: 1,
			firstAt: now,
			lastAt: now,
			until: now + interval,
		});
		return true;
	};
}

function describeEnd({ latest, times, firstAt, lastAt }: Kind): Line {
	const fields = kindFields.flatMap((field) => (latest[field] === undefined ? [] : [[field, latest[field]]]));
	return { ...Object.fromEntries(fields), times, seconds: Math.round((lastAt - firstAt) / 1000) };
}

/** Describes an error by its type, its message without numbers and ids, and the place where it was created. */
function describeKind(error: unknown): string {
	if (!(error instanceof Error)) return '';
	const message = error.message.replace(/[0-9a-f-]{16,}|\d+/gi, '#').slice(0, 200);
	const place = /^\s+at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
	return `${error.name} ${message} ${place}`;
}

function withoutStack({ err, ...line }: Line): Line {
	return err instanceof Error ? { ...line, error: describeError(err) } : line;
}
