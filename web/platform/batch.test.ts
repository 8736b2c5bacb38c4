import { expect, test } from 'vitest';
import { createBatchLoader } from './batch.ts';

const { signal } = new AbortController();

test('splits concurrent keys into calls of at most maxBatchSize', async () => {
	const calls: number[][] = [];
	const loadKey = createBatchLoader({
		maxBatchSize: 2,
		wait: 0,
		load: async (keys: number[]) => {
			calls.push(keys);
			return keys.map((key) => key * 10);
		},
	});
	expect(await Promise.all([loadKey(1, signal), loadKey(2, signal), loadKey(3, signal)])).toEqual([10, 20, 30]);
	expect(calls).toEqual([[1, 2], [3]]);
	expect(await loadKey(4, signal)).toBe(40);
});

test('rejects all keys of a failed call and makes a new call afterwards', async () => {
	let failing = true;
	const loadKey = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: async (keys: number[]) => {
			if (failing) throw new Error('no response');
			return keys;
		},
	});
	await expect(loadKey(1, signal)).rejects.toThrow('no response');
	failing = false;
	expect(await loadKey(1, signal)).toBe(1);
});

test('does not send aborted keys', async () => {
	const calls: number[][] = [];
	const loadKey = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: async (keys: number[]) => {
			calls.push(keys);
			return keys;
		},
	});
	const controller = new AbortController();
	const [active, cancelled] = [loadKey(1, signal), loadKey(2, controller.signal)];
	controller.abort(new Error('aborted'));
	await expect(cancelled).rejects.toThrow('aborted');
	await expect(loadKey(3, controller.signal)).rejects.toThrow('aborted');
	expect(await active).toBe(1);
	expect(calls).toEqual([[1]]);
});

test('aborts a running call once all its callers have aborted', async () => {
	const [first, second] = [new AbortController(), new AbortController()];
	const sent = Promise.withResolvers<AbortSignal>();
	const loadKey = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: (_: number[], call: AbortSignal) => {
			sent.resolve(call);
			return new Promise<number[]>(() => {});
		},
	});
	const results = [loadKey(1, first.signal), loadKey(2, second.signal)].map((result) => result.catch(() => 'aborted'));
	const call = await sent.promise;
	first.abort();
	expect(call.aborted).toBe(false);
	second.abort();
	expect(call.aborted).toBe(true);
	expect(await Promise.all(results)).toEqual(['aborted', 'aborted']);
});
