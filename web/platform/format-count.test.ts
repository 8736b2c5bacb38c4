import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

test.each([
	[0, '0'],
	[999, '999'],
	[1000, '1K'],
	[1249, '1.2K'],
	[1250, '1.3K'],
	[999_949, '999.9K'],
	[999_950, '1M'],
	[1_000_000, '1M'],
	[12_345_678, '12.3M'],
])('formats %i as %s', (count, text) => {
	expect(formatCount(count)).toBe(text);
});

test('formats every count as `Intl.NumberFormat` does', () => {
	const powers = fc.integer({ min: 0, max: 9 }).map((power) => 10 ** power);
	const roundCounts = fc.tuple(powers, fc.nat(99_999)).map(([power, digits]) => power * digits);
	fc.assert(
		fc.property(fc.oneof(roundCounts, fc.nat(), fc.nat(99_999_999_999_999)), (count) => {
			expect(formatCount(count)).toBe(compact.format(count));
		}),
	);
});
