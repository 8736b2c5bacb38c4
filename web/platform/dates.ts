const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const shortDateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
});

/** A time as the reader's calendar has it: '3 Feb 2026'. */
export function formatDate(time: string): string {
	return dateFormat.format(new Date(time));
}

/** The same in little space: '3 Feb'. */
export function formatShortDate(time: string): string {
	return shortDateFormat.format(new Date(time));
}

/** A time by the reader's clock: '3 Feb 2026, 14:05'. */
export function formatDateTime(time: string): string {
	return dateTimeFormat.format(new Date(time));
}
