import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Database, Tx } from '../database/index.ts';
import { type FakeClock, fakeClock } from '../testing/clock.ts';
import { onBothEngines, openTestDatabase } from '../testing/database.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';

let db: Database;
let clock: FakeClock;
let repeats: IdempotencyStore;
let effects: number;

async function work(_tx: Tx): Promise<{ id: number }> {
	effects += 1;
	return { id: effects };
}

const call = (key: string, accountId = 1) =>
	repeats.runOnce({ accountId, key, endpoint: 'POST /api/posts {}', body: { text: 'Lamps' } }, work);

onBothEngines('repeats', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		clock = fakeClock(Date.parse('2026-03-10T12:00:00Z'));
		repeats = createIdempotencyStore({ db, clock });
		effects = 0;
	});
	afterAll(() => db.close());

	test('a key is one effect and one answer for a month, and is forgotten then', async () => {
		expect(await call('a')).toEqual({ body: { id: 1 }, replayed: false });
		clock.advance(limits.idempotencyTtl - 1);
		await repeats.sweep();
		expect(await call('a')).toEqual({ body: { id: 1 }, replayed: true });
		clock.advance(2);
		await repeats.sweep();
		expect(await call('a')).toEqual({ body: { id: 2 }, replayed: false });
	});

	test('without a key every call has its effect', async () => {
		const one = await repeats.runOnce({ accountId: 1, key: null, endpoint: 'POST /api/posts {}', body: {} }, work);
		const next = await repeats.runOnce({ accountId: 1, key: null, endpoint: 'POST /api/posts {}', body: {} }, work);
		expect([one.replayed, next.replayed]).toEqual([false, false]);
		expect(next.body.id).toBe(one.body.id + 1);
	});

	test('a key is 1 to 100 letters, digits and signs of ASCII', async () => {
		const before = effects;
		for (const key of ['', 'a b', ' a', 'a ', 'é', 'a\n', 'x'.repeat(101)]) {
			await expect(call(key)).rejects.toMatchObject({
				code: 'invalid',
				fields: { 'idempotency-key': problemsText.idempotencyKeyInvalid },
			});
		}
		expect(effects).toBe(before);
		for (const key of ['!', '~', 'x'.repeat(100)]) expect((await call(key)).replayed).toBe(false);
	});

	test('a key is for one endpoint and one body', async () => {
		const body = { text: 'Lamps' };
		const asked = { accountId: 1, key: 'c', endpoint: 'POST /api/posts {}', body };
		await repeats.runOnce(asked, work);
		const before = effects;
		for (const other of [{ endpoint: 'POST /api/ads {}' }, { body: { text: 'Lamp' } }, { body: {} }]) {
			await expect(repeats.runOnce({ ...asked, ...other }, work)).rejects.toMatchObject({
				code: 'invalid',
				fields: { 'idempotency-key': problemsText.idempotencyKeyReused },
			});
		}
		expect(effects).toBe(before);
		expect((await repeats.runOnce(asked, work)).replayed).toBe(true);
	});

	test('a repeat is refused while the first is in flight, and nobody else is', async () => {
		const begun = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const asked = { accountId: 1, key: 'd', endpoint: 'POST /api/posts {}', body: {} };
		const first = repeats.runOnce(asked, async (tx) => {
			begun.resolve();
			await released.promise;
			return work(tx);
		});
		await begun.promise;
		const busy = { code: 'conflict', message: problemsText.requestBusy };
		await expect(repeats.runOnce(asked, work)).rejects.toMatchObject(busy);
		await expect(repeats.runOnce(asked, work)).rejects.toMatchObject(busy);
		const others = [call('d', 2), call('e', 1)];
		released.resolve();
		expect((await first).replayed).toBe(false);
		for (const other of await Promise.all(others)) expect(other.replayed).toBe(false);
		expect(await repeats.runOnce(asked, work)).toEqual({ body: (await first).body, replayed: true });
	});

	test('a call that failed can be made again with its key', async () => {
		const asked = { accountId: 1, key: 'f', endpoint: 'POST /api/posts {}', body: {} };
		await expect(repeats.runOnce(asked, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect((await repeats.runOnce(asked, work)).replayed).toBe(false);
	});

	test('a key is one effect in several processes', async () => {
		const before = effects;
		const asked = { accountId: 1, key: 'g', endpoint: 'POST /api/posts {}', body: {} };
		const processes = [repeats, createIdempotencyStore({ db, clock }), createIdempotencyStore({ db, clock })];
		const answers = await Promise.allSettled(processes.map((one) => one.runOnce(asked, work)));
		expect(effects).toBe(before + 1);
		for (const answer of answers) {
			if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' });
			else expect(answer.value.body.id).toBe(effects);
		}
	});

	test('what an account was answered is forgotten with it, and nobody else’s', async () => {
		const [own, other] = [await call('b', 1), await call('b', 2)];
		await db.transaction((tx) => repeats.clear(tx, 1));
		expect((await call('b', 1)).body.id).not.toBe(own.body.id);
		expect(await call('b', 2)).toEqual({ body: other.body, replayed: true });
	});
});
