import type { LoopbackSmtpServer, ReceivedMessage } from './smtp-server.ts';
import type { TestServer } from './start-server.ts';

export function openMailbox(smtp: LoopbackSmtpServer) {
	const unread: ReceivedMessage[] = [];
	return {
		/** Waits for the oldest unread message to an address whose subject contains `subjectPart`. */
		async next(address: string, subjectPart: string): Promise<ReceivedMessage> {
			const matches = ({ envelope, subject }: ReceivedMessage) =>
				envelope.to.includes(address) && subject.includes(subjectPart);
			for (;;) {
				const index = unread.findIndex(matches);
				const [found] = index < 0 ? [] : unread.splice(index, 1);
				if (found) return found;
				unread.push(await smtp.nextMessage());
			}
		},
		/** Waits until all jobs are done. Returns all unread messages and marks them as read. */
		async all(server: Pick<TestServer, 'jobs'>): Promise<ReceivedMessage[]> {
			await server.jobs.whenIdle();
			while (smtp.waiting() > 0) unread.push(await smtp.nextMessage());
			return unread.splice(0);
		},
	};
}

export function extractMailedToken(
	page: 'verify-email' | 'reset-password' | 'undo-numbers' | 'undo-email',
	{ text }: Pick<ReceivedMessage, 'text'>,
): string {
	const [, token] = new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text) ?? [];
	if (!token) throw new Error(`No link to ${page} in: ${text}`);
	return token;
}
