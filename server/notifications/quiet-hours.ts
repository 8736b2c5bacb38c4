/** Quiet hours in minutes after midnight in a time zone. If `to` is before `from`, quiet hours span midnight. */
export interface QuietHours {
	from: number;
	to: number;
	timeZone: string;
}

const minute = 60_000;
const day = 24 * 60;

/** Returns milliseconds until quiet hours end, and 0 outside quiet hours. */
export function getQuietHoursDelay(quiet: QuietHours | null, now: number): number {
	if (!quiet) return 0;
	const local = minuteOfDay(now, quiet.timeZone);
	const since = (local - quiet.from + day) % day;
	const length = (quiet.to - quiet.from + day) % day;
	return since < length ? (length - since) * minute - (now % minute) : 0;
}

function minuteOfDay(now: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const [hours = 0, minutes = 0] = format.format(now).split(':').map(Number);
	return hours * 60 + minutes;
}
