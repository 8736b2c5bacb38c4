import * as timesText from '../../text/web/times.ts';
import { formatRelativeTime } from './relative-time.ts';

/** Formats an age in words: 'a moment ago', '3 hours ago'. Both times are milliseconds since 1970. */
export function formatAge(at: number, now: number): string {
	return now - at < 60_000 ? timesText.momentAgo : formatRelativeTime(new Date(at).toISOString(), now);
}
