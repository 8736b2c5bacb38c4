import { afterAll, beforeAll } from 'vitest';
import { startSmtpServer } from '../../server/platform/testing/smtp-server.ts';
import { openMailbox } from '../../server/testing/mailbox.ts';

/** A mail server for a file of journeys. Its environment is there when the market opens. */
export function openMail() {
	const env: Record<string, string> = {};
	let mailbox: ReturnType<typeof openMailbox> | undefined;
	let close = async () => {};
	beforeAll(async () => {
		const smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		close = smtp.close;
		env.SMTP_URL = smtp.url;
	});
	afterAll(() => close());
	return {
		env,
		/** The link in the next mail to this address about that. */
		async link(address: string, about: string): Promise<string> {
			const { text = '' } = (await mailbox?.next(address, about)) ?? {};
			const [link] = /http\S+\?token=\S+/.exec(text) ?? [];
			if (!link) throw new Error(`No link in: ${text}`);
			return link;
		},
		/** Waits for a mail to this address about that. */
		async arrived(address: string, about: string): Promise<void> {
			await mailbox?.next(address, about);
		},
	};
}
