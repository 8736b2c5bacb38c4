import { startSmtpServer } from '../../server/platform/testing/smtp-server.ts';
import { openMailbox } from '../../server/testing/mailbox.ts';

export interface LoopbackMail {
	/** The part of the environment that makes the product use it. */
	env: Record<string, string>;
	/** The link in the next mail to this address about that. */
	link: (address: string, about: string) => Promise<string>;
	/** Waits for a mail to this address about that. */
	arrived: (address: string, about: string) => Promise<void>;
	close: () => Promise<void>;
}

/** A mail server on loopback with what it was sent. */
export async function startMail(): Promise<LoopbackMail> {
	const smtp = await startSmtpServer();
	const mailbox = openMailbox(smtp);
	return {
		env: { SMTP_URL: smtp.url },
		async link(address, about) {
			const { text } = await mailbox.next(address, about);
			const [link] = /http\S+\?token=\S+/.exec(text) ?? [];
			if (!link) throw new Error(`No link in: ${text}`);
			return link;
		},
		async arrived(address, about) {
			await mailbox.next(address, about);
		},
		close: smtp.close,
	};
}
