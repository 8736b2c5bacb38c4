import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Database, Tx } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';

let db: Database;
let clock: FakeClock;
let store: IdempotencyStore;
let effects: number;

async function work(_tx: Tx): Promise<{ id: number }> {
	effects += 1;
	return { id: effects };
}

const call = (key: string, accountId = 1) =>
	store.runOnce({ accountId, key, endpoint: 'POST /api/posts {}', body: { text: 'Lamps' } }, work);

describeOnBothEngines('idempotency store', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		clock = createFakeClock(Date.parse('2026-03-10T12:00:00Z'));
		store = createIdempotencyStore({ db, clock });
		effects = 0;
	});
	afterAll(() => db.close());

	test('replays the response of a key until it expires', async () => {
		expect(await call('a')).toEqual({ body: { id: 1 }, replayed: false });
		clock.advance(limits.idempotencyTtl - 1);
		await store.sweep();
		expect(await call('a')).toEqual({ body: { id: 1 }, replayed: true });
		clock.advance(2);
		await store.sweep();
		expect(await call('a')).toEqual({ body: { id: 2 }, replayed: false });
	});

	test('runs every call without a key', async () => {
		const one = await store.runOnce({ accountId: 1, key: null, endpoint: 'POST /api/posts {}', body: {} }, work);
		const next = await store.runOnce({ accountId: 1, key: null, endpoint: 'POST /api/posts {}', body: {} }, work);
		expect([one.replayed, next.replayed]).toEqual([false, false]);
		expect(next.body.id).toBe(one.body.id + 1);
	});

	test('accepts keys of 1 to 100 printable ASCII characters', async () => {
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

	test('rejects a key reused for another endpoint or body', async () => {
		const body = { text: 'Lamps' };
		const request = { accountId: 1, key: 'c', endpoint: 'POST /api/posts {}', body };
		await store.runOnce(request, work);
		const before = effects;
		for (const other of [{ endpoint: 'POST /api/ads {}' }, { body: { text: 'Lamp' } }, { body: {} }]) {
			await expect(store.runOnce({ ...request, ...other }, work)).rejects.toMatchObject({
				code: 'invalid',
				fields: { 'idempotency-key': problemsText.idempotencyKeyReused },
			});
		}
		expect(effects).toBe(before);
		expect((await store.runOnce(request, work)).replayed).toBe(true);
	});

	test('rejects a repeat while the first call is in flight', async () => {
		const started = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const request = { accountId: 1, key: 'd', endpoint: 'POST /api/posts {}', body: {} };
		const first = store.runOnce(request, async (tx) => {
			started.resolve();
			await released.promise;
			return work(tx);
		});
		await started.promise;
		const busy = { code: 'conflict', message: problemsText.requestBusy };
		await expect(store.runOnce(request, work)).rejects.toMatchObject(busy);
		await expect(store.runOnce(request, work)).rejects.toMatchObject(busy);
		const others = [call('d', 2), call('e', 1)];
		released.resolve();
		expect((await first).replayed).toBe(false);
		for (const other of await Promise.all(others)) expect(other.replayed).toBe(false);
		expect(await store.runOnce(request, work)).toEqual({ body: (await first).body, replayed: true });
	});

	test('allows another attempt after a failed call', async () => {
		const request = { accountId: 1, key: 'f', endpoint: 'POST /api/posts {}', body: {} };
		await expect(store.runOnce(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect((await store.runOnce(request, work)).replayed).toBe(false);
	});

	test('runs a key once across processes', async () => {
		const before = effects;
		const request = { accountId: 1, key: 'g', endpoint: 'POST /api/posts {}', body: {} };
		const processes = [store, createIdempotencyStore({ db, clock }), createIdempotencyStore({ db, clock })];
		const outcomes = await Promise.allSettled(processes.map((one) => one.runOnce(request, work)));
		expect(effects).toBe(before + 1);
		for (const outcome of outcomes) {
			if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
			else expect(outcome.value.body.id).toBe(effects);
		}
	});

	test('clears the keys of one account only', async () => {
		const [own, other] = [await call('b', 1), await call('b', 2)];
		await db.transaction((tx) => store.clear(tx, 1));
		expect((await call('b', 1)).body.id).not.toBe(own.body.id);
		expect(await call('b', 2)).toEqual({ body: other.body, replayed: true });
	});
});
