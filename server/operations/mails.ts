import * as mailsText from '../../text/server/mails.ts';
import type { MailContent } from '../senders/mail/index.ts';

/** Composes the mail with which the operator tests the mail server. */
export function composeTestMail(name: string, brand: string): MailContent {
	return { subject: mailsText.testSubject(brand), name, lead: mailsText.test };
}
