import { expect, test } from 'vitest';
import { plural } from './plural.ts';

test.each([
	[0, '0 ads of 0'],
	[1, '1 ad'],
	[2, '2 ads of 2'],
	[1200, '1,200 ads of 1,200'],
])('uses the form and the number of %i', (count, text) => {
	expect(plural(count, { one: '# ad', other: '# ads of #' })).toBe(text);
});
