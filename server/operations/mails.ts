import type { Brand } from '../../contract/market-settings/brand.ts';
import * as mailsText from '../../text/server/mails.ts';
import { type ComposedMail, composeMail } from '../senders/mail/index.ts';

/** Composes the mail with which the operator tests the mail server. */
export function composeTestMail(name: string, brand: Brand): ComposedMail {
	return composeMail(brand, { subject: mailsText.testSubject(brand.name), name, lead: mailsText.test });
}
