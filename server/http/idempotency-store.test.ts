import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as problemsText from '../../text/shared/problems.ts';
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

describeOnBothEngines('calls that share a transaction', (engine) => {
	interface Row {
		id: number;
		text: string;
		isTogether: boolean;
	}
	const batches: string[][] = [];
	/** Texts for which `together` throws, which it leaves out, and which have no row. */
	const [failing, leftOut, reply] = ['failing', 'left out', 'reply'];
	let post: (text: string, key: string | null, process?: number) => Promise<{ body: Row; replayed: boolean }>;

	beforeAll(async () => {
		db = await openTestDatabase(engine);
		clock = createFakeClock();
		const createProcess = () => {
			store = createIdempotencyStore({ db, clock });
			return store.createBatch<string, Row>({
				toRow: (text) => (text === reply ? null : 'row'),
				async together(_tx, texts) {
					batches.push([...texts]);
					if (texts.includes(failing)) throw new Error('One of them fails');
					return texts.map((text) => (text === leftOut ? null : toRow(text, true)));
				},
				async alone(_tx, text) {
					if (text === failing) throw new Error('It fails');
					return toRow(text, false);
				},
			});
		};
		const processes = [createProcess(), createProcess()];
		post = (text, key, process = 0) => {
			const run = processes[process];
			if (!run) throw new Error('There are two processes');
			return run({ accountId: 1, key, endpoint: 'POST /api/posts {}', body: { text } }, text);
		};
	});
	afterAll(() => db.close());
	beforeEach(() => {
		batches.length = 0;
		effects = 0;
	});

	function toRow(text: string, isTogether: boolean): Row {
		effects += 1;
		return { id: effects, text, isTogether };
	}

	test('get their own responses, and replay them', async () => {
		const calls = () => [post('one', 'a'), post('two', null), post('three', 'c')];
		const first = await Promise.all(calls());
		expect(first.map(({ body }) => body)).toEqual(
			['one', 'two', 'three'].map((text, index) => ({ id: index + 1, text, isTogether: true })),
		);
		const [one, two, three] = await Promise.all(calls());
		expect([one, three]).toEqual([first[0], first[2]].map((result) => ({ body: result?.body, replayed: true })));
		expect(two).toEqual({ body: { id: 4, text: 'two', isTogether: true }, replayed: false });
		expect(batches).toEqual([['one', 'two', 'three'], ['two']]);
	});

	test('run alone if they wait alone, or are left out', async () => {
		expect((await post('one', 'd')).body.isTogether).toBe(false);
		const results = await Promise.all([post('two', 'e'), post(leftOut, 'f'), post('three', null)]);
		expect(results.map(({ body }) => body.isTogether)).toEqual([true, false, true]);
		expect(await post(leftOut, 'f')).toEqual({ body: results[1]?.body, replayed: true });
	});

	test('run alone without a row', async () => {
		const texts = ['one', reply, reply, 'two'];
		const results = await Promise.all(texts.map((text) => post(text, null)));
		expect(results.map(({ body }) => body.isTogether)).toEqual([true, false, false, true]);
		expect(batches).toEqual([['one', 'two']]);
	});

	test('run alone if one of them fails', async () => {
		const settled = await Promise.allSettled([post('one', 'g'), post(failing, 'h'), post('two', 'i')]);
		expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect((await Promise.all([post('one', 'g'), post('two', 'i')])).every(({ replayed }) => replayed)).toBe(true);
		expect(effects).toBe(2);
		await expect(post(failing, 'h')).rejects.toThrow('It fails');
	});

	test('reject a key that is in flight, invalid or was used for another call', async () => {
		await post('one', 'j');
		const settled = await Promise.allSettled([
			post('two', 'k'),
			post('two', 'k'),
			post('two', ''),
			post('two', 'j'),
			post('three', 'l'),
		]);
		const errors = settled.map((one) => (one.status === 'rejected' ? one.reason.code : null));
		expect(errors).toEqual([null, 'conflict', 'invalid', 'invalid', null]);
		expect(effects).toBe(3);
	});

	test('run a key once across processes', async () => {
		const calls = [0, 1].flatMap((process) => ['m', 'n', 'o'].map((key) => post(key, key, process)));
		for (const outcome of await Promise.allSettled(calls)) {
			if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
		}
		for (const key of ['m', 'n', 'o']) expect((await post(key, key)).replayed).toBe(true);
		expect(effects).toBe(3);
	});
});
