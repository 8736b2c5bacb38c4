const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a count compactly: '7', '128', '1.2K'. */
export function formatCount(count: number): string {
	return compact.format(count);
}
