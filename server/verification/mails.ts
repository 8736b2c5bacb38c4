import { profilePath, verificationPath } from '../../contract/core/page-paths.ts';
import * as mailsVerificationText from '../../text/server/mails-verification.ts';
import { containsLink, type MailContent } from '../senders/mail/index.ts';
import type { VerificationOutcome } from './events.ts';
import type { BusinessVerificationRow } from './tables.ts';

export interface VerificationMailContext {
	name: string;
	userName: string;
	/** URL of the site, without a trailing slash. */
	publicUrl: string;
}

/** Composes the mail about a decision to the owner of the business. */
export function composeVerificationMail(
	outcome: VerificationOutcome,
	{ business_name, reason }: Pick<BusinessVerificationRow, 'business_name' | 'reason'>,
	{ name, userName, publicUrl }: VerificationMailContext,
): MailContent {
	// The mail repeats no link that its reader typed, because mail services would blame this site for it.
	const business = containsLink(business_name) ? [] : [{ label: mailsVerificationText.business, text: business_name }];
	const details = [...business, { label: mailsVerificationText.reason, text: reason ?? '' }];
	switch (outcome) {
		case 'accepted':
			return {
				name,
				subject: mailsVerificationText.acceptedSubject,
				lead: mailsVerificationText.accepted,
				details,
				paragraphs: [mailsVerificationText.photosDeleted],
				button: { label: mailsVerificationText.viewProfile, url: `${publicUrl}${profilePath(userName)}` },
			};
		case 'rejected':
			return {
				name,
				subject: mailsVerificationText.rejectedSubject,
				lead: mailsVerificationText.rejected,
				details,
				paragraphs: [mailsVerificationText.photosDeleted, mailsVerificationText.rejectedHint],
				button: { label: mailsVerificationText.sendAgain, url: `${publicUrl}${verificationPath}` },
			};
		case 'revoked':
			return {
				name,
				subject: mailsVerificationText.revokedSubject,
				lead: mailsVerificationText.revoked,
				details,
				paragraphs: [mailsVerificationText.revokedHint],
				button: { label: mailsVerificationText.sendAgain, url: `${publicUrl}${verificationPath}` },
			};
	}
}
