import { expect, test } from 'vitest';
import { categories } from '../../../contract/categories.ts';
import { slugify } from '../../../contract/slug.ts';
import file from './category-icons.svg?raw';

test('has one symbol for each category, by its slug', () => {
	const symbols = Array.from(file.matchAll(/<symbol id="([^"]+)"/g), ([, id]) => id);
	expect(symbols.sort()).toEqual(['near-you', 'videos', ...categories.map(slugify)].sort());
});
