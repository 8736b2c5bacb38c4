import * as timesText from '../../text/web/times.ts';

const units = [
	['year', 365 * 86_400],
	['month', 30 * 86_400],
	['day', 86_400],
	['hour', 3600],
	['minute', 60],
	['second', 1],
] as const;

/** Parses an ISO 8601 time to milliseconds since 1970. A time without a zone is UTC. NaN if the time is invalid. */
export function parseUtcTime(time: string): number {
	const trimmed = time.trim();
	const zoned = /(?:z|[+-]\d{2}(?::?\d{2})?)$/i.test(trimmed.slice(10));
	return Date.parse(zoned ? trimmed : `${trimmed.replace(' ', 'T')}${trimmed.length > 10 ? 'Z' : ''}`);
}

/** Formats the time since `time` in its largest unit: '3 days ago'. Invalid: empty text. In the future: '0 seconds ago'. */
export function formatRelativeTime(time: string, now: number): string {
	const seconds = Math.max(0, Math.floor((now - parseUtcTime(time)) / 1000));
	if (Number.isNaN(seconds)) return '';
	const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
	return timesText.ago(Math.floor(seconds / length), unit);
}
