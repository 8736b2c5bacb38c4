import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { cleanText } from './clean-text.ts';
import { toPlainDigits } from './fold-text.ts';

/** Number of digits after 234 in every Nigerian phone number, mobile or landline. */
const nationalNumberLength = 10;

/**
 * Normalizes a phone number to international digits without the plus, the format of `wa.me`. Returns null for an invalid number. Accepts
 * Nigerian numbers in any spelling (0803…, 803…, 234803…), and foreign numbers with their country code.
 */
export function normalizePhone(value: string): string | null {
	// The international prefix is 00, or 009 in Nigeria.
	const spelled = toPlainDigits(cleanText(value).normalize('NFKC'))
		.trim()
		.replace(/^00\s*9?\s*(?=[1-9])/, '+');
	const digits = spelled.replace(/\D/g, '');
	const number =
		validOrNull(parsePhoneNumberFromString(spelled, 'NG')) ?? validOrNull(parsePhoneNumberFromString(`+${digits}`));
	return number?.number.slice(1) ?? null;
}

/** Returns the number, or null if it is invalid. Checks the length itself, because the library accepts Nigerian numbers of any length. */
function validOrNull(number: PhoneNumber | undefined): PhoneNumber | null {
	if (!number?.isValid()) return null;
	return number.country === 'NG' && number.nationalNumber.length !== nationalNumberLength ? null : number;
}

/** Phone number. The schema transforms the number with `normalizePhone`. */
export const phoneSchema = z
	.string()
	.max(40)
	.transform((value, context) => {
		const digits = normalizePhone(value);
		if (digits === null) context.addIssue(validationText.phoneInvalid);
		return digits ?? z.NEVER;
	});
