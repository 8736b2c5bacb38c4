import { describe, expect, test } from 'vitest';
import * as validationText from '../../text/shared/validation.ts';
import { normalizePhone, phoneSchema } from './phone.ts';

const mobile = '2348031234567';

describe('normalizes every spelling of a Nigerian mobile number', () => {
	test.each([
		'08031234567',
		'8031234567',
		'2348031234567',
		'+2348031234567',
		'002348031234567',
		'0092348031234567',
		'009 234 803 123 4567',
		'00 234 803 123 4567',
		'0803 123 4567',
		'0803-123-4567',
		'0803.123.4567',
		'0803/123/4567',
		'0803 1234567',
		'0803 12 34 567',
		'08031 234 567',
		'0 803 123 4567',
		'(0803) 123 4567',
		'(0803)123-4567',
		'803 123 4567',
		'803-123-4567',
		'(803) 123-4567',
		'234 803 123 4567',
		'234-803-123-4567',
		'234.803.123.4567',
		'234 0803 123 4567',
		'23408031234567',
		'+234 803 123 4567',
		'+234-803-123-4567',
		'+234.803.123.4567',
		'+234 (803) 123 4567',
		'+234 (0) 803 123 4567',
		'+234(0)8031234567',
		'+23408031234567',
		'+234 0803 123 4567',
		'(+234) 803 123 4567',
		'(234) 803 123 4567',
		'+ 234 803 123 4567',
		'++2348031234567',
		'  08031234567  ',
		'\t0803 123 4567\n',
		'0803\u00a0123\u00a04567',
		'0803–123–4567',
		'tel:+2348031234567',
		'Tel: 0803 123 4567',
		'WhatsApp 08031234567',
	])('%j', (spelling) => {
		expect(normalizePhone(spelling)).toBe(mobile);
	});
});

test.each([
	['0701 234 5678', '2347012345678'],
	['09131234567', '2349131234567'],
	['0916 123 4567', '2349161234567'],
	['0812 345 6789', '2348123456789'],
	// Lagos landline numbers have the prefix 0201 since 2023.
	['0201 234 5678', '2342012345678'],
	['+234 201 234 5678', '2342012345678'],
])('normalizes the Nigerian number %s', (spelling, digits) => {
	expect(normalizePhone(spelling)).toBe(digits);
});

test.each([
	['+44 7911 123456', '447911123456'],
	['0044 7911 123456', '447911123456'],
	['447911123456', '447911123456'],
	['+1 415 555 2671', '14155552671'],
	['+233 24 123 4567', '233241234567'],
	['+229 01 97 12 34 56', '2290197123456'],
	['+971 50 123 4567', '971501234567'],
	['+27 82 123 4567', '27821234567'],
])('normalizes the foreign number %s', (spelling, digits) => {
	expect(normalizePhone(spelling)).toBe(digits);
	expect(normalizePhone(digits)).toBe(digits);
});

test.each([
	'',
	'12345',
	'abc',
	'0803123456',
	'080312345678',
	'+234803123456',
	'01 234 5678',
	'0',
	'+',
	'0000000000',
	'+999 123 456 7890',
])('returns null for %j', (spelling) => {
	expect(normalizePhone(spelling)).toBeNull();
});

test('rejects an invalid number with one message', () => {
	expect(phoneSchema.parse('0803 123 4567')).toBe(mobile);
	expect(phoneSchema.safeParse('abc').error?.issues).toMatchObject([{ message: validationText.phoneInvalid }]);
	expect(phoneSchema.safeParse('1'.repeat(200)).success).toBe(false);
});

test.each([
	'٠٨٠٣١٢٣٤٥٦٧',
	'+۲۳۴ ۸۰۳ ۱۲۳ ۴۵۶۷',
	'०८०३१२३४५६७',
	'０８０３１２３４５６７',
	'0803\u200B123\u20604567',
	'\u202A+2348031234567\u202C',
])('reads the digits of %j', (typed) => expect(normalizePhone(typed)).toBe(mobile));
