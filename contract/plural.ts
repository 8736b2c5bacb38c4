/** The forms that a language needs for a count; English has two. `#` stands for the number. */
export interface PluralForms {
	one: string;
	other: string;
}

const rules = new Intl.PluralRules('en');

/** The form for this count, with its number in place of each `#`: `plural(1200, { one: '# ad', other: '# ads' })` is `1,200 ads`. */
export function plural(count: number, { one, other }: PluralForms): string {
	const form = rules.select(count) === 'one' ? one : other;
	return form.replaceAll('#', () => count.toLocaleString('en'));
}
