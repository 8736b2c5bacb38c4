import { openMailbox } from '../../server/testing/mailbox.ts';
import { startSmtpServer } from '../../server/testing/smtp-server.ts';

export interface MailServer {
	/** Environment variables that make the product use this mail server. */
	env: Record<string, string>;
	/** Waits for the next mail to `address` with `about` in its subject. Returns the link in the mail. */
	waitForLink: (address: string, about: string) => Promise<string>;
	/** Waits for the next mail to `address` with `about` in its subject. */
	waitForMail: (address: string, about: string) => Promise<void>;
	close: () => Promise<void>;
}

/** Starts a local SMTP server that collects mails. */
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
