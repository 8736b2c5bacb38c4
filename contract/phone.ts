import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import * as validationText from './text/validation.ts';

/** Digits of a Nigerian number behind 234, mobile or landline. */
const nationalNumberLength = 10;

/**
 * A phone number in international digits without the plus, as `wa.me` takes it; null for what is none. Nigerian numbers are
 * understood however they are spelled (0803…, 803…, 234803…), those of other countries with their country's code.
 */
export function normalizePhone(value: string): string | null {
	// What people write in front of a country's code instead of the plus; in Nigeria one dials 009.
	const spelled = value.trim().replace(/^00\s*9?\s*(?=[1-9])/, '+');
	const digits = spelled.replace(/\D/g, '');
	const number =
		validOrNull(parsePhoneNumberFromString(spelled, 'NG')) ?? validOrNull(parsePhoneNumberFromString(`+${digits}`));
	return number?.number.slice(1) ?? null;
}

/** The library takes Nigerian numbers of any length. */
function validOrNull(number: PhoneNumber | undefined): PhoneNumber | null {
	if (!number?.isValid()) return null;
	return number.country === 'NG' && number.nationalNumber.length !== nationalNumberLength ? null : number;
}

/** Someone's phone number, as `normalizePhone` has it. */
export const phone = z
	.string()
	.max(40)
	.transform((value, context) => {
		const digits = normalizePhone(value);
		if (digits === null) context.addIssue(validationText.phoneInvalid);
		return digits ?? z.NEVER;
	});
