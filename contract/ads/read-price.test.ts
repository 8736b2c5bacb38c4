import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as validationText from '../../text/shared/validation.ts';
import * as limits from '../core/limits.ts';
import { formatNaira } from '../core/money.ts';
import { explainPrice, parsePrice, priceTextSchema, readPrice } from './read-price.ts';

describe('reads', () => {
	test.each([
		['70000', 70_000],
		[' 70,000 ', 70_000],
		['1,500', 1500],
		['1,500,000', 1_500_000],
		['1.500.000', 1_500_000],
		['1 500 000', 1_500_000],
		["1'500", 1500],
		['NGN 1 500', 1500],
		['₦70\u00A0000', 70_000],
		['70\u202F000', 70_000],
		['N150,000', 150_000],
		['n500', 500],
		['#5,000', 5000],
		['5,000/=', 5000],
		['5000 naira', 5000],
		['1,500.50', 1500.5],
		['1.500,50', 1500.5],
		['1 500,50', 1500.5],
		['1,500.5', 1500.5],
		['150,000.00', 150_000],
		['1500,50', 1500.5],
		['1500.50', 1500.5],
		['99.5', 99.5],
		['1.15', 1.15],
		['₦1.5m', 1_500_000],
		['1.255m', 1_255_000],
		['2.5 million', 2_500_000],
		['150k', 150_000],
		['1.5K', 1500],
		['1,500k', 1_500_000],
		['20 thousand', 20_000],
		['1bn', 1_000_000_000],
		['١٥٠٠', 1500],
		['۱٬۵۰۰٫۵۰', 1500.5],
		['१५००', 1500],
		['１，５００', 1500],
		['1\u200B500', 1500],
		['0', 0],
		['0.5', 0.5],
	])('%j as %d naira', (text, naira) => {
		expect(parsePrice(text)).toBe(Math.round(naira * 100));
	});
});

describe('asks about', () => {
	test.each([
		['1.500', '₦1,500', '₦1.50'],
		['₦1.500', '₦1,500', '₦1.50'],
		['1,50', '₦150', '₦1.50'],
		['150,50', '₦15,050', '₦150.50'],
		['1500,5', '₦15,005', '₦1,500.50'],
		['15000,500', '₦15,000,500', '₦15,000.50'],
		['1,5m', '₦15,000,000', '₦1,500,000'],
		['1.500k', '₦1,500,000', '₦1,500'],
		['1,255m', '₦1,255,000,000', '₦1,255,000'],
		['١٫٥٠٠', '₦1,500', '₦1.50'],
		['1.255', '₦1,255', '₦1.25'],
		['1,2345', '₦12,345', '₦1.23'],
	])('%j', (text, one, other) => {
		expect(explainPrice(text)).toBe(validationText.priceUnclear(one, other));
		expect(parsePrice(text)).toBeNaN();
		expect(readPrice(text).map((kobo) => formatNaira(kobo).replace('NGN ', '₦'))).toEqual([one, other]);
		for (const typed of [one, other]) expect(explainPrice(typed), typed).toBeUndefined();
	});
});

test('rejects what is no price', () => {
	for (const text of [
		...[
			'cheap',
			'-5',
			'1.2.3',
			'1e9',
			'0x10',
			'NGN',
			'₦',
			'5kk',
			'1.123456789m',
			'.',
			'.5',
			'5.',
			'9999999999999999',
			'15 00',
		],
		...['1,50,000', '1,500,00', '1.500.00', '1,500.500', '1 500.000,5', '1,,500', '70 - 80', 'NGN NGN 5'],
	]) {
		expect(parsePrice(text), text).toBeNaN();
	}
	expect(explainPrice('cheap')).toBe(validationText.priceInvalid);
	expect(explainPrice('0.99')).toBe(validationText.priceTooLow);
	expect(explainPrice('10,000,000,000.01')).toBe(validationText.priceTooHigh);
});

test('reads no text as no price', () => {
	for (const text of ['', '  ', '\u200B']) expect(priceTextSchema.parse(text)).toBeNull();
	expect(priceTextSchema.parse('1.500,50')).toBe(150_050);
	expect(priceTextSchema.safeParse('1.500').error?.issues).toMatchObject([
		{ message: validationText.priceUnclear('₦1,500', '₦1.50') },
	]);
});

const amounts = fc.integer({ min: 0, max: limits.priceKobo.max });

test('reads every formatted price', () => {
	fc.assert(
		fc.property(amounts, (kobo) => {
			for (const text of [formatNaira(kobo), String(kobo / 100)]) expect(parsePrice(text)).toBe(kobo);
		}),
	);
});

test('never reads a price that is written in the way of any country as another one', () => {
	const notations = fc.record({
		group: fc.constantFrom('', ',', '.', ' ', "'"),
		sign: fc.constantFrom('.', ','),
		digits: fc.constantFrom(0, 1, 2),
	});
	const few = fc.oneof(amounts, fc.integer({ min: 0, max: 1_000_000 }));
	fc.assert(
		fc.property(few, notations, (typed, { group, sign, digits }) => {
			fc.pre(group !== sign);
			const unit = 10 ** (2 - digits);
			const kobo = Math.floor(typed / unit) * unit;
			const whole = String(Math.floor(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, group);
			const rest = String(kobo % 100).padStart(2, '0');
			const text = digits === 0 ? whole : `${whole}${sign}${rest.slice(0, digits)}`;
			expect(readPrice(text)).toContain(digits === 0 ? kobo - (kobo % 100) : kobo);
		}),
	);
});
