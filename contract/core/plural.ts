import { formatInteger } from './format-integer.ts';

/** English forms of a phrase with a count. `#` stands for the number. */
export interface PluralForms {
	one: string;
	other: string;
}

const rules = new Intl.PluralRules('en');

/** Chooses the form for a count and replaces each `#`: `plural(1200, { one: '# ad', other: '# ads' })` returns `1,200 ads`. */
export function plural(count: number, { one, other }: PluralForms): string {
	const form = rules.select(count) === 'one' ? one : other;
	return form.replaceAll('#', () => formatInteger(count));
}
