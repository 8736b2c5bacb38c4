import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import * as syndicationText from '../../contract/text/syndication.ts';
import { removeForbiddenCharacters } from '../platform/escape-markup.ts';

/** Replaces phone numbers and email addresses in a text that leaves the site for good. */
export function removeContacts(text: string): string {
	// A character that is removed later could hide a number now.
	const withoutEmails = removeForbiddenCharacters(text).replace(
		/[^\s<>@]+@[^\s<>@]+\.\p{L}{2,}/gu,
		syndicationText.contactRemoved,
	);
	// From the last to the first, so that the positions of the others stay.
	return findPhoneNumbersInText(withoutEmails, 'NG')
		.toReversed()
		.reduce(
			(rest, { startsAt, endsAt }) => rest.slice(0, startsAt) + syndicationText.contactRemoved + rest.slice(endsAt),
			withoutEmails,
		);
}
