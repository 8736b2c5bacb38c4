import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNaira } from '../../contract/money.ts';
import { parseNaira } from './naira.ts';

test('parses prices in common notations', () => {
	expect(parseNaira('70000')).toBe(7_000_000);
	expect(parseNaira(' 70,000 ')).toBe(7_000_000);
	expect(parseNaira('NGN 70,000')).toBe(7_000_000);
	expect(parseNaira('₦70 000')).toBe(7_000_000);
	expect(parseNaira('N500')).toBe(50_000);
	expect(parseNaira('99.50')).toBe(9950);
	expect(parseNaira('99.5')).toBe(9950);
	expect(parseNaira('1.15')).toBe(115);
	expect(parseNaira('25k')).toBe(2_500_000);
	expect(parseNaira('1.5M')).toBe(150_000_000);
	expect(parseNaira('0')).toBe(0);
});

test('returns null for empty text and NaN for anything else', () => {
	expect(parseNaira('')).toBeNull();
	expect(parseNaira('  ')).toBeNull();
	for (const text of ['cheap', '-5', '1.2.3', '1e9', '0x10', 'NGN', '₦', '5kk', '1.999', '.', '.5', '9999999999999']) {
		expect(parseNaira(text), text).toBeNaN();
	}
});

test('parses every formatted price', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (kobo) => {
			expect(parseNaira(formatNaira(kobo))).toBe(kobo);
		}),
	);
});
