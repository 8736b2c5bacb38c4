import { expect, test } from 'vitest';
import { batched } from './batch.ts';

test('what is asked for at once goes out in calls of at most so many', async () => {
	const calls: number[][] = [];
	const ask = batched({
		most: 2,
		wait: 0,
		load: async (keys: number[]) => {
			calls.push(keys);
			return keys.map((key) => key * 10);
		},
	});
	expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual([10, 20, 30]);
	expect(calls).toEqual([[1, 2], [3]]);
	expect(await ask(4)).toBe(40);
});

test('a call that fails fails for those who asked, and the next one is a new one', async () => {
	let failing = true;
	const ask = batched({
		most: 50,
		wait: 0,
		load: async (keys: number[]) => {
			if (failing) throw new Error('no answer');
			return keys;
		},
	});
	await expect(ask(1)).rejects.toThrow('no answer');
	failing = false;
	expect(await ask(1)).toBe(1);
});
