import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import * as syndicationText from '../../text/shared/syndication.ts';
import { removeForbiddenCharacters } from '../core/escape-markup.ts';

/** Replaces phone numbers and email addresses in a text that leaves the site for good. */
export function removeContacts(text: string): string {
	// A character that is removed later could hide a number now.
	const cleaned = removeForbiddenCharacters(text)
		.replace(/[^\s<>@]+@[^\s<>@]+\.\p{L}{2,}/gu, syndicationText.contactRemoved)
		// The search below finds no number that follows a letter, as in 'Call08031234567'.
		.replace(/(?<!\d)(?:\+?234|0)[789][01]\d{8}(?!\d)/g, syndicationText.contactRemoved);
	// From the last to the first, so that the positions of the others stay.
	return findPhoneNumbersInText(cleaned, 'NG')
		.toReversed()
		.reduce(
			(rest, { startsAt, endsAt }) => rest.slice(0, startsAt) + syndicationText.contactRemoved + rest.slice(endsAt),
			cleaned,
		);
}
