import { expect, test } from 'vitest';
import { formatPhone } from './format-phone.ts';
import { normalizePhone } from './phone.ts';

test.each([
	['2348031234567', '0803 123 4567'],
	['233241234567', '+233241234567'],
	['2341234', '+2341234'],
])('formats %s as %s', (digits, formatted) => {
	expect(formatPhone(digits)).toBe(formatted);
});

test.each(['2348031234567', '233241234567', '442079460958'])(
	'formats %s so that it parses to the same number',
	(digits) => {
		expect(normalizePhone(formatPhone(digits))).toBe(digits);
	},
);
