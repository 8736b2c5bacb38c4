import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import * as validationText from './text/validation.ts';

/** Digits of a Nigerian number after 234, mobile or landline. */
const nationalNumberLength = 10;

/**
 * Phone number as international digits without the plus, the format of `wa.me`; null if invalid. Accepts Nigerian numbers in any spelling
 * (0803…, 803…, 234803…), foreign numbers with their country code.
 */
export function normalizePhone(value: string): string | null {
	// International prefixes: 00, and 009 in Nigeria.
	const spelled = value.trim().replace(/^00\s*9?\s*(?=[1-9])/, '+');
	const digits = spelled.replace(/\D/g, '');
	const number =
		validOrNull(parsePhoneNumberFromString(spelled, 'NG')) ?? validOrNull(parsePhoneNumberFromString(`+${digits}`));
	return number?.number.slice(1) ?? null;
}

/** Checks the length, because the library accepts Nigerian numbers of any length. */
function validOrNull(number: PhoneNumber | undefined): PhoneNumber | null {
	if (!number?.isValid()) return null;
	return number.country === 'NG' && number.nationalNumber.length !== nationalNumberLength ? null : number;
}

/** Phone number, transformed by `normalizePhone`. */
export const phoneSchema = z
	.string()
	.max(40)
	.transform((value, context) => {
		const digits = normalizePhone(value);
		if (digits === null) context.addIssue(validationText.phoneInvalid);
		return digits ?? z.NEVER;
	});
