import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { cleanText } from '../core/clean-text.ts';
import { priceKoboSchema } from '../core/fields.ts';
import { toPlainDigits } from '../core/fold-text.ts';
import * as limits from '../core/limits.ts';
import { formatNaira } from '../core/money.ts';

// This file is apart from `money.ts`, because the first page formats prices but reads none.

const units: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9 };

const pricePattern =
	/^(?:ngn|n|₦|#)? ?(?<number>\d(?:[\d.,' ]*\d)?) ?(?<unit>k|thousand|m|million|bn|billion)? ?(?:naira|ngn|₦|\/[=-])?$/i;

/** A number as its digits before and after the sign of the fraction. */
type Reading = readonly [whole: string, fraction: string];

/**
 * Reads a price in naira, in the notations of all countries: '70,000', 'NGN 70000', '1.500,50', '₦1.5m', '25k'. Returns the amounts that it
 * may mean, in whole kobo: one if it is clear, two if '1.500' may be 1,500 or 1.50, and none if it is no price.
 */
export function readPrice(text: string): number[] {
	const plain = toPlainDigits(cleanText(text).normalize('NFKC'))
		.replaceAll('٬', ',')
		.replaceAll('٫', '.')
		.replaceAll('’', "'")
		.replace(/\s+/g, ' ')
		.trim();
	const { number = '', unit = '' } = pricePattern.exec(plain)?.groups ?? {};
	const kobo = 100 * (units[unit.toLowerCase()] ?? 1);
	const amounts = listReadings(number, unit !== '', kobo >= 1e8).map((reading) => toKobo(reading, kobo));
	// An amount that nobody accepts needs no whole kobo.
	if (amounts.length > 1) return amounts.map(Math.floor);
	return amounts.filter(Number.isSafeInteger);
}

function listReadings(number: string, hasUnit: boolean, isLargeUnit: boolean): Reading[] {
	const digits = number.replace(/\D/g, '');
	if (digits.length === 0 || digits.length > 14) return [];
	if (digits === number) return [[digits, '']];
	const [, separator] = /^[1-9]\d{0,2}([ ,.'])\d{3}(?:\1\d{3})*$/.exec(number) ?? [];
	const [whole = '', fraction = '', ...others] = number.split(/[.,]/);
	const isDecimal = others.length === 0 && /^\d+$/.test(whole);
	if (separator && !(isDecimal && (separator === '.' || isLargeUnit))) return [[digits, '']];
	const [, group, sign, cents = ''] = /^[1-9]\d{0,2}([ ,.'])\d{3}(?:\1\d{3})*([.,])(\d{1,2})$/.exec(number) ?? [];
	if (group && sign !== group) return [[digits.slice(0, -cents.length), cents]];
	if (!isDecimal) return [];
	const isClear = number.includes('.')
		? fraction.length <= 2 || isLargeUnit
		: fraction.length === 2 && whole.length > 3 && !hasUnit;
	const asDecimal: Reading = [whole, fraction];
	return isClear ? [asDecimal] : [[digits, ''], asDecimal];
}

function toKobo([whole, fraction]: Reading, kobo: number): number {
	// The fraction is computed with integers, because 1.15 * 100 is not exactly 115.
	return Number(whole) * kobo + (Number(fraction) * kobo) / 10 ** fraction.length;
}

/** Parses a price in naira to whole kobo. Returns null for empty text, and NaN if it is not clear or no price (`explainPrice`). */
export function parsePrice(text: string): number | null {
	if (cleanText(text).trim() === '') return null;
	const [amount = Number.NaN, other] = readPrice(text);
	return other === undefined ? amount : Number.NaN;
}

/** Says what is wrong with a price of an ad or an offer; undefined if nothing is. */
export function explainPrice(text: string): string | undefined {
	const [amount, other] = readPrice(text);
	if (amount === undefined) return validationText.priceInvalid;
	if (other !== undefined) return validationText.priceUnclear(formatShort(amount), formatShort(other));
	if (amount < limits.priceKobo.min) return validationText.priceTooLow;
	return amount > limits.priceKobo.max ? validationText.priceTooHigh : undefined;
}

const formatShort = (kobo: number) => formatNaira(kobo).replace('NGN ', '₦');

/** Price as a person types it. The schema transforms it to whole kobo; null for empty text. */
export const priceTextSchema = z
	.string()
	.transform((text, context) => {
		const amount = parsePrice(text);
		const problem = amount === null ? undefined : explainPrice(text);
		if (problem !== undefined) context.addIssue(problem);
		return problem === undefined ? amount : z.NEVER;
	})
	.pipe(priceKoboSchema.nullable());
