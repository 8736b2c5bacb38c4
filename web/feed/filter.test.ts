import { expect, test } from 'vitest';
import { categories } from '../../contract/categories.ts';
import { categoryIn } from './filter.ts';

test('an address names one category, all of them, or one that there is not', () => {
	for (const category of categories) expect(categoryIn(new URLSearchParams({ category }))).toBe(category);
	expect(categoryIn(new URLSearchParams())).toBeNull();
	expect(categoryIn(new URLSearchParams('category='))).toBeNull();
	expect(categoryIn(new URLSearchParams('category=Spaceships'))).toBeUndefined();
});
