import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/index.ts';
import { createFakeClock } from '../testing/clock.ts';
import { PostgresMissingError, startPostgres } from '../testing/postgres.ts';
import { DiskFullError } from './disk-full-error.ts';
import { createReadinessCheck } from './readiness.ts';

const passingCheck = { check: async () => {} };

/** Creates a check that counts its calls and fails while `failure` is set. */
function createCountingCheck() {
	const counter = {
		calls: 0,
		failure: null as Error | null,
		async check() {
			counter.calls += 1;
			if (counter.failure) throw counter.failure;
		},
	};
	return counter;
}

test('checks the database at most every 0.5 s and the files every 5 s, and shares the result', async () => {
	const clock = createFakeClock(Date.now());
	const [db, files] = [createCountingCheck(), createCountingCheck()];
	const check = createReadinessCheck({ clock, db, files });
	await Promise.all([check(), check(), check()]);
	expect([db.calls, files.calls]).toEqual([1, 1]);
	clock.advance(499);
	await check();
	expect([db.calls, files.calls]).toEqual([1, 1]);
	clock.advance(1);
	await check();
	expect([db.calls, files.calls]).toEqual([2, 1]);
	clock.advance(4500);
	await check();
	expect([db.calls, files.calls]).toEqual([3, 2]);
});

test.each(['db', 'files'] as const)('caches a failure of %s for half a second', async (failing) => {
	const clock = createFakeClock(Date.now());
	const checks = { db: createCountingCheck(), files: createCountingCheck() };
	const check = createReadinessCheck({ clock, ...checks });
	checks[failing].failure = new Error('gone');
	await expect(check()).rejects.toThrow('gone');
	checks[failing].failure = null;
	clock.advance(499);
	await expect(check()).rejects.toThrow('gone');
	clock.advance(1);
	await check();
});

test('is ready on a full disk, but not if a check hangs', async () => {
	const clock = createFakeClock(Date.now());
	const fullDisk = createCountingCheck();
	fullDisk.failure = new DiskFullError('full');
	await createReadinessCheck({ clock, db: passingCheck, files: fullDisk })();
	const hanging = { check: () => new Promise<void>(() => {}) };
	await expect(createReadinessCheck({ clock, db: passingCheck, files: hanging, timeout: 1 })()).rejects.toThrow(
		'No response',
	);
});

test('follows an outage and a pause of PostgreSQL', { timeout: 60_000 }, async (context) => {
	const postgres = await startPostgres().catch((error: unknown) => {
		if (!(error instanceof PostgresMissingError)) throw error;
		return context.skip(error.message);
	});
	onTestFinished(() => postgres.stop());
	const db = openDatabase({ postgresUrl: postgres.url, file: '' });
	onTestFinished(() => db.close());
	const clock = createFakeClock(Date.now());
	const check = createReadinessCheck({ clock, db, files: passingCheck, timeout: 500 });
	const isReady = () => {
		clock.advance(500);
		return check().then(
			() => true,
			() => false,
		);
	};
	await expect.poll(isReady).toBe(true);
	for (let outage = 0; outage < 5; outage += 1) {
		await postgres.halt();
		expect(await isReady()).toBe(false);
		await postgres.start();
		await expect.poll(isReady).toBe(true);
	}
	await postgres.pause();
	onTestFinished(() => postgres.resume());
	expect(await isReady()).toBe(false);
	expect(await isReady()).toBe(false);
	await postgres.resume();
	await expect.poll(isReady).toBe(true);
});
