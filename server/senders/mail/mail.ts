import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { type Clock, systemClock } from '../../core/clock.ts';
import { writeOutboxFile } from '../../files/index.ts';
import type { Recipient } from './recipients.ts';

export interface MailMessage {
	/** Address of the recipient without a display name. Any other form throws a TypeError. */
	to: Recipient;
	/** Subject line. Control characters, including line breaks, become spaces. */
	subject: string;
	text: string;
	html?: string | undefined;
}

export interface MailTransport {
	/**
	 * Sends a message, or writes it to a file. Resolves with 'smtp' once the SMTP server has accepted the message, or with the path of the
	 * file. Throws on failure, and after 10 seconds without a response. Never retries.
	 */
	send(message: MailMessage): Promise<{ delivered: 'smtp' | (string & {}) }>;
	/** Returns a sentence for the log that says where mails go. It contains no password. */
	describe(): string;
	close(): void;
}

export interface MailTransportOptions {
	/** smtp:// or smtps:// URL, with credentials if required; without it messages are written to `outboxFolder`. */
	smtpUrl?: string | undefined;
	outboxFolder: string;
	/** Returns the sender of a message: an address, or `Name <address>`. */
	from: () => string;
	clock?: Clock;
	/** Milliseconds to wait for each response of the SMTP server. */
	timeout?: number;
}

/** Creates a transport, which connects on the first message. Throws a TypeError if `from` or `smtpUrl` is invalid. */
export function createMailTransport({
	smtpUrl,
	outboxFolder,
	from,
	clock = systemClock,
	timeout = 10_000,
}: MailTransportOptions): MailTransport {
	checkSender(from());

	function compose({ to, subject, text, html }: MailMessage): SendMailOptions {
		const sender = checkSender(from());
		const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
		return {
			from: sender,
			// The recipient is an object, because nodemailer would parse a string as a list of addresses.
			to: { name: '', address: checkAddress(to) },
			subject: toOneLine(subject),
			text,
			...(html !== undefined && { html }),
			date: new Date(clock.now()),
			messageId: `<${randomBytes(16).toString('hex')}@${domain}>`,
			headers: { 'Auto-Submitted': 'auto-generated' },
			disableFileAccess: true,
			disableUrlAccess: true,
		};
	}

	return smtpUrl ? createSmtpMail(smtpUrl, timeout, compose) : createFileMail(resolve(outboxFolder), compose, clock);
}

function createSmtpMail(
	smtpUrl: string,
	timeout: number,
	compose: (message: MailMessage) => SendMailOptions,
): MailTransport {
	const { protocol, host } = URL.parse(smtpUrl) ?? {};
	if (!host || (protocol !== 'smtp:' && protocol !== 'smtps:')) {
		throw new TypeError('The address of the SMTP server must begin with smtp:// or smtps://');
	}
	let transport: Promise<Transporter> | undefined;

	async function openTransport(): Promise<Transporter> {
		const { createTransport } = await loadNodemailer();
		return createTransport({
			url: smtpUrl,
			pool: true,
			maxConnections: 3,
			dnsTimeout: timeout,
			connectionTimeout: timeout,
			greetingTimeout: timeout,
			socketTimeout: timeout,
		});
	}

	return {
		async send(message) {
			transport ??= openTransport();
			await (await transport).sendMail(compose(message));
			return { delivered: 'smtp' };
		},
		describe: () => `Mails go to the SMTP server ${host}.`,
		close: () => void transport?.then((opened) => opened.close()),
	};
}

function createFileMail(
	folder: string,
	compose: (message: MailMessage) => SendMailOptions,
	clock: Clock,
): MailTransport {
	return {
		async send(message) {
			const { createTransport } = await loadNodemailer();
			const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
			const { message: bytes } = await transport.sendMail(compose(message));
			const path = await writeOutboxFile(folder, { bytes: bytes as Buffer, extension: 'eml', now: clock.now() });
			return { delivered: path };
		},
		describe: () => `Mails are kept as files in ${folder}.`,
		close() {},
	};
}

/** Loads nodemailer. The first mail does this, not the start, because it takes as long as 40 other modules. */
const loadNodemailer = () => import('nodemailer');

const addressPattern = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,253}$/u;

function checkAddress(address: string): string {
	if (typeof address !== 'string' || address.length > 254 || !addressPattern.test(address)) {
		throw new TypeError('Not one e-mail address');
	}
	return address;
}

function checkSender(from: string): { name: string; address: string } {
	const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? [];
	return { name: toOneLine(name).replaceAll('"', ''), address: checkAddress(address) };
}

function toOneLine(text: string): string {
	return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
