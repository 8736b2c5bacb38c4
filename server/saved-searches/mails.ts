import { savedSearchesPath, savedSearchPath } from '../../contract/core/page-paths.ts';
import * as mailsSavedSearchesText from '../../text/server/mails-saved-searches.ts';
import { containsLink, type MailContent } from '../senders/mail/index.ts';

export interface AlertMailContext {
	name: string;
	/** URL of the site, without a trailing slash. */
	publicUrl: string;
}

/** Maximum number of searches that the mail lists. */
const maxListed = 10;

/** Composes the mail about the new ads of a day. `found` lists the searches with new ads; an ad may match several of them. */
export function composeAlertMail(
	total: number,
	found: readonly { id: number; name: string; count: number }[],
	{ name, publicUrl }: AlertMailContext,
): MailContent {
	const [only] = found;
	const path = only && found.length === 1 ? savedSearchPath(only.id) : savedSearchesPath;
	const others = found.length - maxListed;
	return {
		name,
		subject: mailsSavedSearchesText.subject(total),
		lead: mailsSavedSearchesText.lead,
		details: found.slice(0, maxListed).map((search) => ({
			label: mailsSavedSearchesText.newAds(search.count),
			// The mail repeats no link that its reader typed, because mail services would blame this site for it.
			text: containsLink(search.name) ? mailsSavedSearchesText.unnamed : mailsSavedSearchesText.forSearch(search.name),
		})),
		paragraphs: others > 0 ? [mailsSavedSearchesText.others(others)] : [],
		button: { label: mailsSavedSearchesText.button, url: `${publicUrl}${path}` },
		hint: mailsSavedSearchesText.hint,
	};
}
