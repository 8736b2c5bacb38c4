import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database/index.ts';
import { DiskFull } from './disk-full.ts';
import { createReadiness } from './readiness.ts';
import { fakeClock } from './testing/clock.ts';
import { PostgresMissing, startPostgres } from './testing/postgres.ts';

const works = { check: async () => {} };

/** A check that counts how often it was asked, and fails while it is told to. */
function countingCheck() {
	const counting = {
		asked: 0,
		failure: null as Error | null,
		async check() {
			counting.asked += 1;
			if (counting.failure) throw counting.failure;
		},
	};
	return counting;
}

test('asks the database at most every half second, the files every five, and shares the outcome', async () => {
	const clock = fakeClock(Date.now());
	const [db, files] = [countingCheck(), countingCheck()];
	const check = createReadiness({ clock, db, files });
	await Promise.all([check(), check(), check()]);
	expect([db.asked, files.asked]).toEqual([1, 1]);
	clock.advance(499);
	await check();
	expect([db.asked, files.asked]).toEqual([1, 1]);
	clock.advance(1);
	await check();
	expect([db.asked, files.asked]).toEqual([2, 1]);
	clock.advance(4500);
	await check();
	expect([db.asked, files.asked]).toEqual([3, 2]);
});

test.each(['db', 'files'] as const)('remembers a failure of the %s for half a second', async (broken) => {
	const clock = fakeClock(Date.now());
	const parts = { db: countingCheck(), files: countingCheck() };
	const check = createReadiness({ clock, ...parts });
	parts[broken].failure = new Error('gone');
	await expect(check()).rejects.toThrow('gone');
	parts[broken].failure = null;
	clock.advance(499);
	await expect(check()).rejects.toThrow('gone');
	clock.advance(1);
	await check();
});

test('is ready on a full disk, and not where a check does not end', async () => {
	const clock = fakeClock(Date.now());
	const full = countingCheck();
	full.failure = new DiskFull('full');
	await createReadiness({ clock, db: works, files: full })();
	const hanging = { check: () => new Promise<void>(() => {}) };
	await expect(createReadiness({ clock, db: works, files: hanging, timeout: 1 })()).rejects.toThrow('No answer');
});

test('follows PostgreSQL: stopped, started, hanging and going on', { timeout: 60_000 }, async (context) => {
	const postgres = await startPostgres().catch((error: unknown) => {
		if (!(error instanceof PostgresMissing)) throw error;
		return context.skip(error.message);
	});
	onTestFinished(() => postgres.stop());
	const db = openDatabase({ postgresUrl: postgres.url, file: '' });
	onTestFinished(() => db.close());
	const clock = fakeClock(Date.now());
	const check = createReadiness({ clock, db, files: works, timeout: 500 });
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
