const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Lagos' });

/** Formats a time in milliseconds since 1970 in Nigeria's time zone: '3 Feb 2026, 14:05'. */
export function formatLocalTime(time: number): string {
	return format.format(time);
}
