import * as mailsText from '../../contract/text/mails.ts';
import * as mailsAccountsText from '../../contract/text/mails-accounts.ts';
import type { MailMessage } from '../platform/mail/index.ts';

interface MailContent extends Pick<MailMessage, 'to' | 'subject'> {
	name: string;
	paragraphs: readonly string[];
}

export function composeMail({ to, subject, name, paragraphs }: MailContent): MailMessage {
	return { to, subject, text: [mailsText.greeting(name), ...paragraphs].join('\n\n') };
}

/** Mails about security events. `address` is the public URL of the site. */
const securityNotices = {
	'password-changed': (address: string) => ({
		subject: mailsAccountsText.passwordChangedSubject,
		paragraphs: [
			mailsAccountsText.passwordChanged,
			mailsAccountsText.passwordChangedNotYou(`${address}/forgot-password`),
		],
	}),
	'email-change-asked': (address: string) => ({
		subject: mailsAccountsText.emailChangeSubject,
		paragraphs: [mailsAccountsText.emailChange, mailsAccountsText.emailChangeNotYou(`${address}/forgot-password`)],
	}),
	'email-changed': () => ({
		subject: mailsAccountsText.emailChangedSubject,
		paragraphs: [mailsAccountsText.emailChanged, mailsAccountsText.emailChangedNotYou],
	}),
	'account-deleted': (address: string) => ({
		subject: mailsAccountsText.accountDeletedSubject,
		paragraphs: [mailsAccountsText.accountDeleted, mailsAccountsText.accountDeletedHint(`${address}/Login`)],
	}),
} as const;

export type SecurityMailKind = keyof typeof securityNotices;

export function composeSecurityNotice(
	notice: SecurityMailKind,
	to: string,
	name: string,
	publicUrl: string,
): MailMessage {
	return composeMail({ to, name, ...securityNotices[notice](publicUrl) });
}
