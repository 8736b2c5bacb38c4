import { expect, test } from 'vitest';
import { createBatchLoader } from './batch.ts';

const { signal } = new AbortController();

test('what is asked for at once goes out in calls of at most so many', async () => {
	const calls: number[][] = [];
	const ask = createBatchLoader({
		maxBatchSize: 2,
		wait: 0,
		load: async (keys: number[]) => {
			calls.push(keys);
			return keys.map((key) => key * 10);
		},
	});
	expect(await Promise.all([ask(1, signal), ask(2, signal), ask(3, signal)])).toEqual([10, 20, 30]);
	expect(calls).toEqual([[1, 2], [3]]);
	expect(await ask(4, signal)).toBe(40);
});

test('a call that fails fails for those who asked, and the next one is a new one', async () => {
	let failing = true;
	const ask = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: async (keys: number[]) => {
			if (failing) throw new Error('no answer');
			return keys;
		},
	});
	await expect(ask(1, signal)).rejects.toThrow('no answer');
	failing = false;
	expect(await ask(1, signal)).toBe(1);
});

test('what nobody waits for any more is not sent', async () => {
	const calls: number[][] = [];
	const ask = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: async (keys: number[]) => {
			calls.push(keys);
			return keys;
		},
	});
	const gone = new AbortController();
	const [stays, left] = [ask(1, signal), ask(2, gone.signal)];
	gone.abort(new Error('left'));
	await expect(left).rejects.toThrow('left');
	await expect(ask(3, gone.signal)).rejects.toThrow('left');
	expect(await stays).toBe(1);
	expect(calls).toEqual([[1]]);
});

test('a call on its way ends when the last one who waits has left', async () => {
	const [first, second] = [new AbortController(), new AbortController()];
	const sent = Promise.withResolvers<AbortSignal>();
	const ask = createBatchLoader({
		maxBatchSize: 50,
		wait: 0,
		load: (_: number[], call: AbortSignal) => {
			sent.resolve(call);
			return new Promise<number[]>(() => {});
		},
	});
	const answers = [ask(1, first.signal), ask(2, second.signal)].map((answer) => answer.catch(() => 'left'));
	const call = await sent.promise;
	first.abort();
	expect(call.aborted).toBe(false);
	second.abort();
	expect(call.aborted).toBe(true);
	expect(await Promise.all(answers)).toEqual(['left', 'left']);
});
