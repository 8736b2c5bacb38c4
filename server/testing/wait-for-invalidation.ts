import { expect, vi } from 'vitest';
import type { TestServer } from './start-server.ts';

let times = 0;

/** Waits until all cache invalidations are processed. On PostgreSQL, a process also receives its own invalidations a second time. */
export async function waitForInvalidation({ db }: TestServer): Promise<void> {
	times += 1;
	const marker = `marker:${times}`;
	let received = 0;
	const stop = db.onInvalidate((tags) => {
		if (tags.includes(marker)) received += 1;
	});
	// The marker is delayed like the tags of earlier changes, so it follows all of them.
	await db.transaction(async (tx) => tx.invalidateSoon(marker));
	db.flushInvalidations();
	await vi.waitFor(() => expect(received).toBe(db.engine === 'postgres' ? 2 : 1), 5000);
	stop();
}
