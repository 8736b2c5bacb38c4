import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database, Engine } from './database/index.ts';
import { DomainError } from './domain-error.ts';
import { catchTooManyRequests, createRateLimiter, type RateLimiter } from './rate-limits.ts';
import { type FakeClock, fakeClock } from './testing/clock.ts';
import { defaultEngine, onBothEngines, openTestDatabase } from './testing/database.ts';

const rate = { most: 3, window: 60_000 };

/** Resolves once changes in other processes are heard, with which everything that is remembered is forgotten. */
const listening = (db: Database) =>
	new Promise<void>((resolve) => db.onInvalidate((tags) => tags.includes('*') && resolve()));

let db: Database;
let clock: FakeClock;
let rateLimits: RateLimiter;

function useDatabase(engine: Engine = defaultEngine): void {
	beforeEach(async () => {
		db = await openTestDatabase(engine);
		if (engine === 'postgres') await listening(db);
		clock = fakeClock();
		rateLimits = createRateLimiter({ db, clock });
	});
	afterEach(() => db.close());
}

const refusal = (key: string) => rateLimits.count(key, rate).catch((error: unknown) => error);

async function use(key: string, times: number): Promise<void> {
	for (let time = 0; time < times; time += 1) await rateLimits.count(key, rate);
}

const forgetRows = () => db.tables<{ rate_limits: { key: string } }>().deleteFrom('rate_limits').execute();

onBothEngines('rate limits', (engine) => {
	useDatabase(engine);

	test('calls at once are counted one by one', async () => {
		const calls = await Promise.allSettled(Array.from({ length: 20 }, () => rateLimits.count('login:1', rate)));
		expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
	});

	test('past the rate it refuses and says when to come back', async () => {
		await use('login:1', 3);
		clock.advance(15_500);
		const refused = await refusal('login:1');
		expect(refused).toBeInstanceOf(DomainError);
		expect(refused).toMatchObject({ code: 'too_many', retryAfter: 45 });
	});

	test('a check refuses where a count would, and counts nothing', async () => {
		const rate = { most: 3, window: 60_000 };
		await use('login:1', 2);
		await rateLimits.check('login:1', rate);
		await rateLimits.check('login:1', rate);
		await use('login:1', 1);
		clock.advance(15_500);
		await expect(rateLimits.check('login:1', rate)).rejects.toMatchObject({ code: 'too_many', retryAfter: 45 });
		await rateLimits.check('login:2', rate);
		clock.advance(44_500);
		await rateLimits.check('login:1', rate);
	});

	test('keys are counted apart', async () => {
		await use('login:1', 3);
		await use('login:2', 3);
		expect(await refusal('login:1')).toBeInstanceOf(DomainError);
	});

	test('a window that is over is forgotten, and refusals do not lengthen it', async () => {
		await use('login:1', 3);
		clock.advance(59_999);
		expect(await refusal('login:1')).toMatchObject({ retryAfter: 1 });
		clock.advance(1);
		await use('login:1', 3);
		expect(await refusal('login:1')).toMatchObject({ retryAfter: 60 });
	});

	test('refusals of a rate that is known to be used up neither read nor write the database', async () => {
		await use('login:1', 2);
		await rateLimits.count('login:1', rate);
		const queries = vi.spyOn(db, 'tables');
		for (let refused = 0; refused < 100; refused += 1) expect(await refusal('login:1')).toBeInstanceOf(DomainError);
		await expect(rateLimits.check('login:1', rate)).rejects.toMatchObject({ code: 'too_many', retryAfter: 60 });
		expect(queries).not.toHaveBeenCalled();
		// Another process finds out by one write, and a check by one read.
		const other = createRateLimiter({ db, clock });
		for (let refused = 0; refused < 100; refused += 1)
			await expect(other.count('login:1', rate)).rejects.toBeInstanceOf(DomainError);
		expect(queries).toHaveBeenCalledTimes(1);
		const third = createRateLimiter({ db, clock });
		for (let refused = 0; refused < 100; refused += 1)
			await expect(third.check('login:1', rate)).rejects.toBeInstanceOf(DomainError);
		expect(queries).toHaveBeenCalledTimes(2);
		clock.advance(60_000);
		await use('login:1', 3);
	});

	test('a key may be counted at several rates', async () => {
		await use('new ads', 3);
		expect(await refusal('new ads')).toBeInstanceOf(DomainError);
		await rateLimits.check('new ads', { most: 10, window: 60_000 });
		await rateLimits.count('new ads', { most: 10, window: 60_000 });
		expect(await refusal('new ads')).toBeInstanceOf(DomainError);
	});

	test('a transaction counts what it commits, and what it rolls back is not remembered', async () => {
		const countIn = (fails: boolean) =>
			db.transaction(async (tx) => {
				await rateLimits.count('new ads', rate, { tx });
				if (fails) throw new Error('rolled back');
			});
		await countIn(false);
		await countIn(false);
		await expect(countIn(true)).rejects.toThrow('rolled back');
		await countIn(false);
		const queries = vi.spyOn(db, 'tables');
		expect(await refusal('new ads')).toBeInstanceOf(DomainError);
		expect(queries).not.toHaveBeenCalled();
		await expect(countIn(false)).rejects.toMatchObject({ code: 'too_many' });
		clock.advance(60_000);
		await countIn(false);
	});

	test('a transaction that is refused by what others counted remembers it', async () => {
		await use('new ads', 3);
		const other = createRateLimiter({ db, clock });
		const counted = db.transaction((tx) => other.count('new ads', rate, { tx }));
		await expect(counted).rejects.toMatchObject({ code: 'too_many' });
		const queries = vi.spyOn(db, 'tables');
		await expect(other.count('new ads', rate)).rejects.toMatchObject({ code: 'too_many' });
		expect(queries).not.toHaveBeenCalled();
	});

	test('clearing a subject sets its counters back, here and in other processes', async () => {
		const owned = (limits: RateLimiter, key: string) => limits.count(key, rate, { subject: 'ada' });
		const other = createRateLimiter({ db, clock });
		for (const key of ['login:1', 'login:2']) for (let time = 0; time < 3; time += 1) await owned(rateLimits, key);
		await use('login:3', 3);
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
		expect(await refusal('login:3')).toBeInstanceOf(DomainError);
	});

	test('a counter that was read before a clear is not remembered after it', async () => {
		await use('login:1', 2);
		const counted = rateLimits.count('login:1', rate, { subject: 'ada' });
		const cleared = db.transaction((tx) => rateLimits.clear(tx, 'ada'));
		await Promise.all([counted, cleared]);
		await forgetRows();
		await vi.waitFor(() => expect(rateLimits.check('login:1', rate)).resolves.toBeUndefined(), {
			timeout: 30_000,
		});
	});

	test('a sweep removes windows that are over and no others', async () => {
		await use('old', 3);
		clock.advance(30_000);
		await use('new', 3);
		clock.advance(30_000);
		await rateLimits.sweep();
		const rows = await db.tables<{ rate_limits: { key: string } }>().selectFrom('rate_limits').select('key').execute();
		expect(rows).toEqual([{ key: 'new' }]);
		expect(await refusal('new')).toBeInstanceOf(DomainError);
	});
});

describe('what a process remembers of rate limits', () => {
	useDatabase();

	test('is forgotten by what clears counters, and by no other change', async () => {
		await use('login:1', 3);
		await forgetRows();
		await db.transaction(async (tx) => tx.invalidate('ads'));
		expect(await refusal('login:1')).toBeInstanceOf(DomainError);
		await db.transaction(async (tx) => tx.invalidate('*'));
		await vi.waitFor(() => rateLimits.count('login:1', rate), { timeout: 30_000 });
	});

	test('is not what was read before counters were cleared', async () => {
		let change: (tags: readonly string[]) => void = () => {};
		const onInvalidate: Database['onInvalidate'] = (listener) => {
			change = listener;
			return () => {};
		};
		const other = createRateLimiter({ db: { ...db, onInvalidate }, clock });
		await use('login:1', 2);
		const counted = other.count('login:1', rate);
		change(['*']);
		await counted;
		await forgetRows();
		await expect(other.count('login:1', rate)).resolves.toBeUndefined();
	});

	test('is not needed to refuse', async () => {
		await use('login:1', 2);
		await createRateLimiter({ db, clock }).check('login:1', rate);
		await use('login:1', 1);
		await expect(createRateLimiter({ db, clock }).check('login:1', rate)).rejects.toMatchObject({ code: 'too_many' });
	});

	test('is what others counted, without what a transaction rolled back', async () => {
		await use('login:1', 3);
		const other = createRateLimiter({ db, clock });
		const counted = db.transaction((tx) => other.count('login:1', rate, { tx }));
		await expect(counted).rejects.toMatchObject({ code: 'too_many' });
		await expect(other.count('login:1', { ...rate, most: 4 })).resolves.toBeUndefined();
	});
});

test('a refusal of a rate is caught, and nothing else', async () => {
	expect(await catchTooManyRequests(Promise.resolve())).toBeNull();
	const refused = new DomainError('too_many', 'Wait');
	expect(await catchTooManyRequests(Promise.reject(refused))).toBe(refused);
	for (const other of [new DomainError('forbidden', 'No'), Object.assign(new Error('no'), { code: 'too_many' })]) {
		await expect(catchTooManyRequests(Promise.reject(other))).rejects.toBe(other);
	}
});
