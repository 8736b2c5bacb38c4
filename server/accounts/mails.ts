import * as mailsText from '../../contract/text/mails.ts';
import * as mailsAccountsText from '../../contract/text/mails-accounts.ts';
import type { Message } from '../platform/mail/index.ts';

interface Letter extends Pick<Message, 'to' | 'subject'> {
	name: string;
	paragraphs: readonly string[];
}

export function letter({ to, subject, name, paragraphs }: Letter): Message {
	return { to, subject, text: [mailsText.greeting(name), ...paragraphs].join('\n\n') };
}

/** What an owner is told of after it has happened: subject and paragraphs. `address` is where people use the product. */
const notices = {
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

export type Notice = keyof typeof notices;

export function noticeLetter(notice: Notice, to: string, name: string, address: string): Message {
	return letter({ to, name, ...notices[notice](address) });
}
