import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JobQueue } from './jobs/index.ts';
import { createMetrics } from './metrics.ts';
import { createFakeClock } from './testing/clock.ts';
import { defaultEngine, openTestDatabase } from './testing/database.ts';

/** Returns the metrics, apart from their help and types, of a process with this queue and a closed database. */
async function readMetrics(stats: JobQueue['stats']): Promise<string> {
	const db = await openTestDatabase(defaultEngine);
	await db.close();
	const metrics = createMetrics({
		db,
		jobs: { stats } as JobQueue,
		clock: createFakeClock(),
		dataDir: tmpdir(),
		backupTarget: '/mnt/backups',
	});
	onTestFinished(metrics.close);
	vi.useFakeTimers({ toFake: ['setTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
	const text = metrics.text();
	await vi.advanceTimersByTimeAsync(3000);
	return (await text).replace(/^#.*\n/gm, '');
}

test.each([
	['fails', () => Promise.reject(new Error('gone'))],
	['does not respond', () => new Promise<never>(() => {})],
])('omits what is in a database that %s, and reports the rest', async (_, stats) => {
	const text = await readMetrics(stats);
	expect(text).toContain('process_start_time_seconds');
	expect(text).not.toMatch(/^(jobs|backup_)/m);
});
