import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import type { Database } from '../database/index.ts';
import { type FakeClock, fakeClock } from '../testing/clock.ts';
import { onBothEngines, openTestDatabase } from '../testing/database.ts';
import { createRepeats, type Repeats } from './repeats.ts';

let db: Database;
let clock: FakeClock;
let repeats: Repeats;
let effects: number;

const call = (key: string, accountId = 1) =>
	repeats.once({ accountId, key, endpoint: 'POST /api/posts {}', body: { text: 'Lamps' } }, async () => {
		effects += 1;
		return { id: effects };
	});

onBothEngines('repeats', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		clock = fakeClock(Date.parse('2026-03-10T12:00:00Z'));
		repeats = createRepeats({ db, clock });
		effects = 0;
	});
	afterAll(() => db.close());

	test('a key is one effect and one answer for a month, and is forgotten then', async () => {
		expect(await call('a')).toEqual({ body: { id: 1 }, repeated: false });
		clock.advance(limits.repeatLife - 1);
		await repeats.sweep();
		expect(await call('a')).toEqual({ body: { id: 1 }, repeated: true });
		clock.advance(2);
		await repeats.sweep();
		expect(await call('a')).toEqual({ body: { id: 2 }, repeated: false });
	});

	test('what an account was answered is forgotten with it, and nobody else’s', async () => {
		const [own, other] = [await call('b', 1), await call('b', 2)];
		await db.transaction((tx) => repeats.forget(tx, 1));
		expect((await call('b', 1)).body.id).not.toBe(own.body.id);
		expect(await call('b', 2)).toEqual({ body: other.body, repeated: true });
	});
});
