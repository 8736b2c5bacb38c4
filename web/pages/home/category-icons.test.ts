import { expect, test } from 'vitest';
import { slugify } from '../../../contract/core/slug.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import file from './category-icons.svg?raw';

test('has one symbol for each category, by its slug', () => {
	const symbols = Array.from(file.matchAll(/<symbol id="([^"]+)"/g), ([, id]) => id);
	expect(symbols.sort()).toEqual(['near-you', 'videos', ...categories.map(slugify)].sort());
});
