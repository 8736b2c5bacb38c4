const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const shortDateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
});

/** Formats a date in the reader's time zone: '3 Feb 2026'. */
export function formatDate(time: string): string {
	return dateFormat.format(new Date(time));
}

/** Formats a date without the year, in the reader's time zone: '3 Feb'. */
export function formatShortDate(time: string): string {
	return shortDateFormat.format(new Date(time));
}

/** Formats a date and time in the reader's time zone: '3 Feb 2026, 14:05'. */
export function formatDateTime(time: string): string {
	return dateTimeFormat.format(new Date(time));
}
