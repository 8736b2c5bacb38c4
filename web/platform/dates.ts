const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const moment = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
});

/** A time as the reader's calendar has it: '3 Feb 2026'. */
export function dayOf(time: string): string {
	return day.format(new Date(time));
}

/** The same in little space: '3 Feb'. */
export function shortDayOf(time: string): string {
	return shortDay.format(new Date(time));
}

/** A time by the reader's clock: '3 Feb 2026, 14:05'. */
export function momentOf(time: string): string {
	return moment.format(new Date(time));
}
