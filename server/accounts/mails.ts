import { brand } from '../../contract/brand.ts';
import type { Message } from '../platform/mail/index.ts';

interface Letter extends Pick<Message, 'to' | 'subject'> {
	name: string;
	paragraphs: readonly string[];
}

export function letter({ to, subject, name, paragraphs }: Letter): Message {
	return { to, subject, text: [`Hello ${name},`, ...paragraphs].join('\n\n') };
}

/** What an owner is told of after it has happened: subject and paragraphs. `address` is where people use the product. */
const notices = {
	'password-changed': (address: string) => ({
		subject: `Your ${brand.name} password was changed`,
		paragraphs: [
			'the password of your account was changed, and every other device was logged out.',
			`If that was not you, choose a new password at once:\n${address}/forgot-password`,
		],
	}),
	'email-change-asked': (address: string) => ({
		subject: `Another e-mail address for your ${brand.name} account`,
		paragraphs: [
			'somebody who knows your password asked to move your account to another e-mail address. Nothing changes until that address is confirmed.',
			`If that was not you, choose a new password at once; that stops the change:\n${address}/forgot-password`,
		],
	}),
	'email-changed': () => ({
		subject: `Your ${brand.name} account has another e-mail address`,
		paragraphs: [
			'your account was moved to another e-mail address, which was confirmed. This one opens it no more.',
			'If that was not you, please answer to this mail or write to us.',
		],
	}),
	'account-deleted': (address: string) => ({
		subject: `Your ${brand.name} account was deleted`,
		paragraphs: [
			'your account was deleted: nobody sees it or what you posted any more. In 14 days everything is erased for good.',
			`Until then you can bring it back: log in at ${address}/Login.`,
		],
	}),
} as const;

export type Notice = keyof typeof notices;

export function noticeLetter(notice: Notice, to: string, name: string, address: string): Message {
	return letter({ to, name, ...notices[notice](address) });
}
