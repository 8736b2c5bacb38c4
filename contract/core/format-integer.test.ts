import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInteger } from './format-integer.ts';

test.each([
	[0, '0'],
	[999, '999'],
	[1000, '1,000'],
	[-1234, '-1,234'],
	[1_234_567, '1,234,567'],
])('formats %i as %s', (value, text) => {
	expect(formatInteger(value)).toBe(text);
});

test('formats every safe integer as `toLocaleString` does', () => {
	fc.assert(
		fc.property(fc.maxSafeInteger(), (value) => {
			expect(formatInteger(value)).toBe(value.toLocaleString('en'));
		}),
	);
});
