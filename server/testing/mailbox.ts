import type { LoopbackSmtpServer, ReceivedMessage } from '../platform/testing/smtp-server.ts';
import type { TestServer } from './start-server.ts';

/** What a loopback mail server was sent, by whom it is for. */
export function openMailbox(smtp: LoopbackSmtpServer) {
	const unread: ReceivedMessage[] = [];
	return {
		/** The oldest unread message to this address whose subject holds `about`; waits for it. */
		async next(address: string, subjectPart: string): Promise<ReceivedMessage> {
			const fits = ({ envelope, subject }: ReceivedMessage) =>
				envelope.to.includes(address) && subject.includes(subjectPart);
			for (;;) {
				const index = unread.findIndex(fits);
				const [found] = index < 0 ? [] : unread.splice(index, 1);
				if (found) return found;
				unread.push(await smtp.nextMessage());
			}
		},
		/** Every message that has come once nothing is left to be sent, and forgets them. */
		async all(server: Pick<TestServer, 'jobs'>): Promise<ReceivedMessage[]> {
			await server.jobs.whenIdle();
			while (smtp.waiting() > 0) unread.push(await smtp.nextMessage());
			return unread.splice(0);
		},
	};
}

/** The token in a mailed link to that page. */
export function extractToken(page: 'verify-email' | 'reset-password', { text }: Pick<ReceivedMessage, 'text'>): string {
	const [, token] = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text) ?? [];
	if (!token) throw new Error(`No link to ${page} in: ${text}`);
	return token;
}
