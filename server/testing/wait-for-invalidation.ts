import { expect, vi } from 'vitest';
import type { TestServer } from './start-server.ts';

let times = 0;

/**
 * Waits until the server has heard of every change that was told until here. With PostgreSQL a process hears itself a second time, a moment
 * later, and drops then again what it keeps.
 */
export async function waitForInvalidation({ db }: TestServer): Promise<void> {
	times += 1;
	const last = `last:${times}`;
	let received = 0;
	const stop = db.onInvalidate((tags) => {
		if (tags.includes(last)) received += 1;
	});
	await db.transaction(async (tx) => tx.invalidate(last));
	await vi.waitFor(() => expect(received).toBe(db.engine === 'postgres' ? 2 : 1), 5000);
	stop();
}
