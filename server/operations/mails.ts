import * as mailsText from '../../text/server/mails.ts';
import { type ComposedMail, composeMail } from '../senders/mail/index.ts';

/** Composes the mail with which the operator tests the mail server. */
export function composeTestMail(name: string): ComposedMail {
	return composeMail({ subject: mailsText.testSubject(), name, lead: mailsText.test });
}
