import { expect, test } from 'vitest';
import { categories } from '../../contract/categories.ts';
import { categoryIn, flatten } from './filter.ts';

test('an address names one category, all of them, or one that there is not', () => {
	for (const category of categories) expect(categoryIn(new URLSearchParams({ category }))).toBe(category);
	expect(categoryIn(new URLSearchParams())).toBeNull();
	expect(categoryIn(new URLSearchParams('category='))).toBeNull();
	expect(categoryIn(new URLSearchParams('category=Spaceships'))).toBeUndefined();
});

test('what stands on two pages is shown once, where it stood first', () => {
	const pages = [{ items: [{ id: 3 }, { id: 1 }] }, { items: [{ id: 1 }, { id: 2 }] }];
	expect(flatten(pages)).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
	expect(flatten([])).toEqual([]);
});
