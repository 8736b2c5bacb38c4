import type { MarketValues } from '../../contract/market-settings/market-settings.ts';

/** Values that are too long for the audit log. It only names them. */
const longValues = new Set(['terms', 'privacy', 'category_order']);

/** Describes the difference of two settings for the audit log, such as 'name: "Kasuwa" → "Sokoto Market"'. Empty without a difference. */
export function describeChanges(before: MarketValues, after: MarketValues): string {
	const old = listValues(before);
	return [...listValues(after)]
		.filter(([name, value]) => old.get(name) !== value)
		.map(([name, value]) => (longValues.has(name) ? name : `${name}: ${old.get(name)} → ${value}`))
		.join('; ');
}

/** Lists values by their path, such as `limits.posting.older.ads`. */
function listValues(value: object, prefix = ''): Map<string, string> {
	return new Map(
		Object.entries(value).flatMap(([name, part]): [string, string][] =>
			typeof part === 'object' && part !== null && !Array.isArray(part)
				? [...listValues(part, `${prefix}${name}.`)]
				: [[prefix + name, JSON.stringify(part)]],
		),
	);
}
