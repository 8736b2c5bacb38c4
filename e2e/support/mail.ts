import { startSmtpServer } from '../../server/platform/testing/smtp-server.ts';
import { openMailbox } from '../../server/testing/mailbox.ts';

export interface MailServer {
	/** The part of the environment that makes the product use it. */
	env: Record<string, string>;
	/** The link in the next mail to this address about that. */
	waitForLink: (address: string, about: string) => Promise<string>;
	/** Waits for a mail to this address about that. */
	waitForMail: (address: string, about: string) => Promise<void>;
	close: () => Promise<void>;
}

/** A mail server on loopback with what it was sent. */
export async function startMailServer(): Promise<MailServer> {
	const smtp = await startSmtpServer();
	const mailbox = openMailbox(smtp);
	return {
		env: { SMTP_URL: smtp.url },
		async waitForLink(address, about) {
			const { text } = await mailbox.next(address, about);
			const [link] = /http\S+\?token=\S+/.exec(text) ?? [];
			if (!link) throw new Error(`No link in: ${text}`);
			return link;
		},
		async waitForMail(address, about) {
			await mailbox.next(address, about);
		},
		close: smtp.close,
	};
}
