import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import { firstPages, freshOrKept, type KeptAnswer } from './kept-answers.ts';

const kept: KeptAnswer = { key: ['feed'], data: 'kept', at: 7 };
const never = new Promise<never>(() => {});
const long = 60_000;

test('an answer of the network goes before the kept one', async () => {
	expect(await freshOrKept(Promise.resolve('fresh'), async () => kept, long)).toEqual({ data: 'fresh', at: null });
});

test('the kept one is shown where no answer comes, or none in time', async () => {
	const lost = Promise.reject(new NetworkError(null));
	expect(await freshOrKept(lost, async () => kept, long)).toMatchObject({ data: 'kept', at: 7 });
	expect(await freshOrKept(never, async () => kept, 1)).toMatchObject({ data: 'kept', at: 7 });
});

test('what the server refuses stays refused', async () => {
	const refused = Promise.reject(new ApiError(403, { code: 'forbidden', message: 'Not yours' }));
	await expect(freshOrKept(refused, async () => kept, long)).rejects.toThrow('Not yours');
});

test('where nothing is kept the answer is waited for, and its failure told', async () => {
	const lost = Promise.reject(new NetworkError(null));
	await expect(freshOrKept(lost, async () => null, long)).rejects.toThrow(NetworkError);
	const { promise, resolve } = Promise.withResolvers<string>();
	// It comes once the device has said that it keeps nothing.
	const nothing = async () => {
		resolve('late');
		return null;
	};
	expect(await freshOrKept(promise, nothing, 1)).toEqual({ data: 'late', at: null });
});

test('of a list its first two pages are kept', () => {
	expect(firstPages({ pages: [1, 2, 3], pageParams: [null, 'a', 'b'] })).toEqual({
		pages: [1, 2],
		pageParams: [null, 'a'],
	});
	expect(firstPages(null)).toBeNull();
	expect(firstPages({ text: 'A lesson' })).toEqual({ text: 'A lesson' });
});
