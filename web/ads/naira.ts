const multipliers = { k: 1_000, m: 1_000_000 } as const;

/** Parses naira ('70,000', 'NGN 70000', '₦1.5m', '25k', '99.50') to whole kobo; null for empty text, NaN if it is not a price. */
export function parseNaira(text: string): number | null {
	const trimmed = text.replace(/^\s*(ngn|n|₦)/i, '').replace(/[\s,]/g, '');
	if (trimmed === '') return text.trim() === '' ? null : Number.NaN;
	const [, whole = '', part = '', unit = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?([km]?)$/i.exec(trimmed) ?? [];
	if (whole === '') return Number.NaN;
	const naira = unit === '' ? 1 : multipliers[unit.toLowerCase() as keyof typeof multipliers];
	const kobo = naira * 100;
	// The fraction is computed with integers, because 1.15 * 100 is not exactly 115.
	const rest = part === '' ? 0 : (Number(part) * kobo) / 10 ** part.length;
	return Number.isInteger(rest) ? Number(whole) * kobo + rest : Number.NaN;
}
