import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JobQueue } from '../jobs/index.ts';
import { createFakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { createMetrics } from './metrics.ts';

/** Returns the metrics, apart from their help and types, of a process with this queue and a closed database. */
async function readMetrics(read: () => Promise<never>): Promise<string> {
	const db = await openTestDatabase(defaultEngine);
	await db.close();
	const metrics = createMetrics({
		db,
		jobs: { stats: read, oldestDueAge: read } as Partial<JobQueue> as JobQueue,
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
])('omits what is in a database that %s, and reports the rest', async (_, read) => {
	const text = await readMetrics(read);
	expect(text).toContain('process_start_time_seconds');
	expect(text).not.toMatch(/^(jobs|backup_)/m);
});

test('reports the longest event loop delay to each of several scrapers', async () => {
	const db = await openTestDatabase(defaultEngine);
	onTestFinished(() => db.close());
	const jobs = { stats: async () => ({}), oldestDueAge: async () => 90_000 } as Partial<JobQueue> as JobQueue;
	const metrics = createMetrics({ db, jobs, clock: createFakeClock(), dataDir: tmpdir(), backupTarget: null });
	onTestFinished(metrics.close);
	const read = async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await metrics.text())?.[1]);
	expect(await read('jobs_oldest_due_age_seconds')).toBe(90);
	// The monitor measures a delay from its timer before it to its timer after it.
	const runTimers = () => new Promise((resolve) => setTimeout(resolve, 50));
	await runTimers();
	const end = performance.now() + 400;
	while (performance.now() < end);
	await runTimers();
	expect(await read('nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0.35);
	expect(await read('nodejs_eventloop_lag_max_seconds')).toBeGreaterThanOrEqual(0.35);
});
