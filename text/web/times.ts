// How old something is.
export const momentAgo = 'a moment ago';
export const ago = (count: number, unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') =>
	`${count} ${unit}${count === 1 ? '' : 's'} ago`;
