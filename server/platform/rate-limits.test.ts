import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from './database/index.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { Refusal } from './refusal.ts';
import { type FakeClock, fakeClock } from './testing/clock.ts';
import { onBothEngines, openTestDatabase } from './testing/database.ts';

const rate = { most: 3, window: 60_000 };

onBothEngines('rate limits', (engine) => {
	let db: Database;
	let clock: FakeClock;
	let rateLimits: RateLimits;

	beforeEach(async () => {
		db = await openTestDatabase(engine);
		clock = fakeClock();
		rateLimits = createRateLimits({ db, clock });
	});
	afterEach(() => db.close());

	const refusal = (key: string) => rateLimits.count(key, rate).catch((error: unknown) => error);

	async function use(key: string, times: number): Promise<void> {
		for (let time = 0; time < times; time += 1) await rateLimits.count(key, rate);
	}

	test('calls at once are counted one by one', async () => {
		const calls = await Promise.allSettled(Array.from({ length: 20 }, () => rateLimits.count('login:1', rate)));
		expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
	});

	test('past the rate it refuses and says when to come back', async () => {
		await use('login:1', 3);
		clock.advance(15_500);
		const refused = await refusal('login:1');
		expect(refused).toBeInstanceOf(Refusal);
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
		expect(await refusal('login:1')).toBeInstanceOf(Refusal);
	});

	test('a window that is over is forgotten, and refusals do not lengthen it', async () => {
		await use('login:1', 3);
		clock.advance(59_999);
		expect(await refusal('login:1')).toMatchObject({ retryAfter: 1 });
		clock.advance(1);
		await use('login:1', 3);
		expect(await refusal('login:1')).toMatchObject({ retryAfter: 60 });
	});

	test('a sweep removes windows that are over and no others', async () => {
		await use('old', 3);
		clock.advance(30_000);
		await use('new', 3);
		clock.advance(30_000);
		await rateLimits.sweep();
		const rows = await db.tables<{ rate_limits: { key: string } }>().selectFrom('rate_limits').select('key').execute();
		expect(rows).toEqual([{ key: 'new' }]);
		expect(await refusal('new')).toBeInstanceOf(Refusal);
	});
});
