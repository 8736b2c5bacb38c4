import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database, Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { DomainError } from './domain-error.ts';
import { catchTooManyRequests, createRateLimiter, type RateLimiter } from './rate-limits.ts';

const rate = { most: 3, window: 60_000 };

/** Resolves once the database listens for invalidations. The first invalidation, `*`, would clear the limiter's cache. */
const waitForListener = (db: Database) =>
	new Promise<void>((resolve) => db.onInvalidate((tags) => tags.includes('*') && resolve()));

let db: Database;
let clock: FakeClock;
let rateLimits: RateLimiter;

function useDatabase(engine: Engine = defaultEngine): void {
	beforeEach(async () => {
		db = await openTestDatabase(engine);
		if (engine === 'postgres') await waitForListener(db);
		clock = createFakeClock();
		rateLimits = createRateLimiter({ db, clock });
	});
	afterEach(() => db.close());
}

const countAndCatch = (key: string) => rateLimits.count(key, rate).catch((error: unknown) => error);

async function countTimes(key: string, times: number): Promise<void> {
	for (let time = 0; time < times; time += 1) await rateLimits.count(key, rate);
}

async function listKeys(): Promise<string[]> {
	const query = db.tables<{ rate_limits: { key: string } }>().selectFrom('rate_limits').select('key').orderBy('key');
	return (await query.execute()).map(({ key }) => key);
}

const deleteRows = () => db.tables<{ rate_limits: { key: string } }>().deleteFrom('rate_limits').execute();

describeOnBothEngines('rate limits', (engine) => {
	useDatabase(engine);

	test('counts concurrent calls individually', async () => {
		const calls = await Promise.allSettled(Array.from({ length: 20 }, () => rateLimits.count('login:1', rate)));
		expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
	});

	test('rejects calls beyond the limit with the time to wait', async () => {
		await countTimes('login:1', 3);
		clock.advance(15_500);
		const rejected = await countAndCatch('login:1');
		expect(rejected).toBeInstanceOf(DomainError);
		expect(rejected).toMatchObject({ code: 'too_many', retryAfter: 45 });
	});

	test('counts several calls of a transaction, except those of exhausted keys', async () => {
		const countEach = (keys: readonly string[]) =>
			db.transaction((tx) =>
				rateLimits.countEach(
					tx,
					keys.map((key) => ({ key, rate })),
				),
			);
		await countTimes('a', 3);
		expect(await countEach(['a', 'b', 'c', 'b'])).toEqual([false, true, true, true]);
		await expect(countEach(['b', 'b', 'c'])).rejects.toMatchObject({ code: 'too_many' });
		// The failed transaction has counted nothing.
		expect(await countEach(['b', 'c'])).toEqual([true, true]);
		expect(await countEach(['b', 'c'])).toEqual([false, true]);
		await expect(rateLimits.count('b', rate)).rejects.toMatchObject({ code: 'too_many' });
		expect(await countEach([])).toEqual([]);
	});

	test('checks without counting', async () => {
		const rate = { most: 3, window: 60_000 };
		await countTimes('login:1', 2);
		await rateLimits.check('login:1', rate);
		await rateLimits.check('login:1', rate);
		await countTimes('login:1', 1);
		clock.advance(15_500);
		await expect(rateLimits.check('login:1', rate)).rejects.toMatchObject({ code: 'too_many', retryAfter: 45 });
		await rateLimits.check('login:2', rate);
		clock.advance(44_500);
		await rateLimits.check('login:1', rate);
	});

	test('counts keys separately', async () => {
		await countTimes('login:1', 3);
		await countTimes('login:2', 3);
		expect(await countAndCatch('login:1')).toBeInstanceOf(DomainError);
	});

	test('starts a new window after the old one, which rejected calls do not extend', async () => {
		await countTimes('login:1', 3);
		clock.advance(59_999);
		expect(await countAndCatch('login:1')).toMatchObject({ retryAfter: 1 });
		clock.advance(1);
		await countTimes('login:1', 3);
		expect(await countAndCatch('login:1')).toMatchObject({ retryAfter: 60 });
	});

	test('rejects calls of an exhausted key without database access', async () => {
		await countTimes('login:1', 2);
		await rateLimits.count('login:1', rate);
		const [reads, writes] = [vi.spyOn(db, 'tables'), vi.spyOn(db, 'statement')];
		for (let rejected = 0; rejected < 100; rejected += 1)
			expect(await countAndCatch('login:1')).toBeInstanceOf(DomainError);
		await expect(rateLimits.check('login:1', rate)).rejects.toMatchObject({ code: 'too_many', retryAfter: 60 });
		expect(reads).not.toHaveBeenCalled();
		expect(writes).not.toHaveBeenCalled();
		// A process that has not cached the exhausted key makes one query for all rejected calls: a write for `count`, a read for `check`.
		const other = createRateLimiter({ db, clock });
		for (let rejected = 0; rejected < 100; rejected += 1)
			await expect(other.count('login:1', rate)).rejects.toBeInstanceOf(DomainError);
		expect(writes).toHaveBeenCalledTimes(1);
		reads.mockClear();
		const third = createRateLimiter({ db, clock });
		for (let rejected = 0; rejected < 100; rejected += 1)
			await expect(third.check('login:1', rate)).rejects.toBeInstanceOf(DomainError);
		expect(reads).toHaveBeenCalledTimes(1);
		expect(writes).toHaveBeenCalledTimes(1);
		clock.advance(60_000);
		await countTimes('login:1', 3);
	});

	test('applies different limits to one key', async () => {
		await countTimes('new ads', 3);
		expect(await countAndCatch('new ads')).toBeInstanceOf(DomainError);
		await rateLimits.check('new ads', { most: 10, window: 60_000 });
		await rateLimits.count('new ads', { most: 10, window: 60_000 });
		expect(await countAndCatch('new ads')).toBeInstanceOf(DomainError);
	});

	test('counts committed transactions only', async () => {
		const countIn = (fails: boolean) =>
			db.transaction(async (tx) => {
				await rateLimits.count('new ads', rate, { tx });
				if (fails) throw new Error('rolled back');
			});
		await countIn(false);
		await countIn(false);
		await expect(countIn(true)).rejects.toThrow('rolled back');
		await countIn(false);
		const writes = vi.spyOn(db, 'statement');
		expect(await countAndCatch('new ads')).toBeInstanceOf(DomainError);
		expect(writes).not.toHaveBeenCalled();
		await expect(countIn(false)).rejects.toMatchObject({ code: 'too_many' });
		clock.advance(60_000);
		await countIn(false);
	});

	test('caches an exhausted key from a rejected transaction', async () => {
		await countTimes('new ads', 3);
		const other = createRateLimiter({ db, clock });
		const counted = db.transaction((tx) => other.count('new ads', rate, { tx }));
		await expect(counted).rejects.toMatchObject({ code: 'too_many' });
		const writes = vi.spyOn(db, 'statement');
		await expect(other.count('new ads', rate)).rejects.toMatchObject({ code: 'too_many' });
		expect(writes).not.toHaveBeenCalled();
	});

	test('clears the counters of a subject in every process', async () => {
		const owned = (limits: RateLimiter, key: string) => limits.count(key, rate, { subject: 'ada' });
		const other = createRateLimiter({ db, clock });
		for (const key of ['login:1', 'login:2']) for (let time = 0; time < 3; time += 1) await owned(rateLimits, key);
		await countTimes('login:3', 3);
		for (const limits of [rateLimits, other]) {
			for (const key of ['login:1', 'login:2']) await expect(owned(limits, key)).rejects.toBeInstanceOf(DomainError);
		}
		await expect(
			db.transaction(async (tx) => {
				await rateLimits.clear(tx, 'ada');
				throw new Error('rolled back');
			}),
		).rejects.toThrow('rolled back');
		await expect(owned(rateLimits, 'login:1')).rejects.toBeInstanceOf(DomainError);
		await db.transaction((tx) => rateLimits.clear(tx, 'ada'));
		await owned(rateLimits, 'login:1');
		await vi.waitFor(() => owned(other, 'login:2'), { timeout: 30_000 });
		expect(await countAndCatch('login:3')).toBeInstanceOf(DomainError);
	});

	test('does not cache a counter read before a clear', async () => {
		await countTimes('login:1', 2);
		const counted = rateLimits.count('login:1', rate, { subject: 'ada' });
		const cleared = db.transaction((tx) => rateLimits.clear(tx, 'ada'));
		await Promise.all([counted, cleared]);
		await deleteRows();
		await vi.waitFor(() => expect(rateLimits.check('login:1', rate)).resolves.toBeUndefined(), {
			timeout: 30_000,
		});
	});

	if (engine === 'postgres') {
		test('sweeps without waiting for a counter that is counted again', async () => {
			await countTimes('login:1', 1);
			await countTimes('login:2', 1);
			clock.advance(rate.window);
			const { promise: counted, resolve: onCount } = Promise.withResolvers<void>();
			const { promise: ended, resolve: end } = Promise.withResolvers<void>();
			const transaction = db.transaction(async (tx) => {
				await rateLimits.count('login:1', rate, { tx });
				onCount();
				await ended;
			});
			await counted;
			await rateLimits.sweep();
			expect(await listKeys()).toEqual(['login:1']);
			end();
			await transaction;
			expect(await listKeys()).toEqual(['login:1']);
		});
	}

	test('rejects a call inside a transaction that does not count it', async () => {
		const other = rateLimits.count('login:1', rate);
		const inside = db.transaction(() => rateLimits.count('login:2', rate));
		await expect(inside).rejects.toThrow('outside the open transaction');
		await expect(other).resolves.toBeUndefined();
	});

	test('sweeps only expired windows', async () => {
		await countTimes('old', 3);
		clock.advance(30_000);
		await countTimes('new', 3);
		clock.advance(30_000);
		await rateLimits.sweep();
		const rows = await db.tables<{ rate_limits: { key: string } }>().selectFrom('rate_limits').select('key').execute();
		expect(rows).toEqual([{ key: 'new' }]);
		expect(await countAndCatch('new')).toBeInstanceOf(DomainError);
	});
});

describe('cache of rate limits', () => {
	useDatabase();

	test('is cleared only by invalidations of counters', async () => {
		await countTimes('login:1', 3);
		await deleteRows();
		await db.transaction(async (tx) => tx.invalidate('ads'));
		expect(await countAndCatch('login:1')).toBeInstanceOf(DomainError);
		await db.transaction(async (tx) => tx.invalidate('*'));
		await vi.waitFor(() => rateLimits.count('login:1', rate), { timeout: 30_000 });
	});

	test('excludes counters read before an invalidation', async () => {
		let invalidate: (tags: readonly string[]) => void = () => {};
		const onInvalidate: Database['onInvalidate'] = (listener) => {
			invalidate = listener;
			return () => {};
		};
		const other = createRateLimiter({ db: { ...db, onInvalidate }, clock });
		await countTimes('login:1', 2);
		const counted = other.count('login:1', rate);
		invalidate(['*']);
		await counted;
		await deleteRows();
		await expect(other.count('login:1', rate)).resolves.toBeUndefined();
	});

	test('is not needed to reject calls', async () => {
		await countTimes('login:1', 2);
		await createRateLimiter({ db, clock }).check('login:1', rate);
		await countTimes('login:1', 1);
		await expect(createRateLimiter({ db, clock }).check('login:1', rate)).rejects.toMatchObject({ code: 'too_many' });
	});

	test('excludes the count of a rolled back transaction', async () => {
		await countTimes('login:1', 3);
		const other = createRateLimiter({ db, clock });
		const counted = db.transaction((tx) => other.count('login:1', rate, { tx }));
		await expect(counted).rejects.toMatchObject({ code: 'too_many' });
		await expect(other.count('login:1', { ...rate, most: 4 })).resolves.toBeUndefined();
	});
});

test('catchTooManyRequests catches too_many errors only', async () => {
	expect(await catchTooManyRequests(Promise.resolve())).toBeNull();
	const rejected = new DomainError('too_many', 'Wait');
	expect(await catchTooManyRequests(Promise.reject(rejected))).toBe(rejected);
	for (const other of [new DomainError('forbidden', 'No'), Object.assign(new Error('no'), { code: 'too_many' })]) {
		await expect(catchTooManyRequests(Promise.reject(other))).rejects.toBe(other);
	}
});
