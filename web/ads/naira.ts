const multipliers = { k: 1_000, m: 1_000_000 } as const;

/**
 * Whole kobo of a price as people type it: '70,000', 'NGN 70000', '₦1.5m', '25k', '99.50'. Null where nothing is typed, NaN where
 * it is no price.
 */
export function parseNaira(text: string): number | null {
	const typed = text.replace(/^\s*(ngn|n|₦)/i, '').replace(/[\s,]/g, '');
	if (typed === '') return text.trim() === '' ? null : Number.NaN;
	const [, whole = '', part = '', unit = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?([km]?)$/i.exec(typed) ?? [];
	if (whole === '') return Number.NaN;
	const naira = unit === '' ? 1 : multipliers[unit.toLowerCase() as keyof typeof multipliers];
	const kobo = naira * 100;
	// In whole numbers, for 1.15 * 100 is not 115.
	const rest = part === '' ? 0 : (Number(part) * kobo) / 10 ** part.length;
	return Number.isInteger(rest) ? Number(whole) * kobo + rest : Number.NaN;
}
