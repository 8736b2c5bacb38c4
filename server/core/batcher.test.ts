import { describe, expect, test } from 'vitest';
import { createBatcher, createRowBatcher, type LockOptions } from './batcher.ts';
import { currentOperation } from './operation.ts';
import { DeadlockError, ServiceUnavailableError } from './service-unavailable-error.ts';

const db = { assertOutsideTransaction() {} };

/** Batcher that returns the double of each number, and rejects what `fail` returns an error for. */
function createDoubler(fail: (inputs: readonly number[]) => Error | null = () => null) {
	const batches: (readonly number[])[] = [];
	const double = createBatcher(db, async (inputs: readonly number[]) => {
		batches.push(inputs);
		const error = fail(inputs);
		if (error) throw error;
		return inputs.map((input) => 2 * input);
	});
	return { batches, double };
}

describe('a batcher', () => {
	test('combines simultaneous calls, and gives each its own result', async () => {
		const { batches, double } = createDoubler();
		expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
		expect(await double(4)).toBe(8);
		expect(batches).toEqual([[1, 2, 3], [4]]);
	});

	test('combines the calls that arrive while a batch runs', async () => {
		const batches: (readonly number[])[] = [];
		const { promise: release, resolve } = Promise.withResolvers<void>();
		const { promise: started, resolve: onStart } = Promise.withResolvers<void>();
		const run = createBatcher(db, async (inputs: readonly number[]) => {
			batches.push(inputs);
			onStart();
			await release;
			return inputs;
		});
		const first = run(1);
		await started;
		const others = [run(2), run(3)];
		expect(batches).toEqual([[1]]);
		resolve();
		expect(await Promise.all([first, ...others])).toEqual([1, 2, 3]);
		expect(batches).toEqual([[1], [2, 3]]);
	});

	test('runs each batch in the operation of its first call', async () => {
		const run = createBatcher(db, async (inputs: readonly string[]) => {
			// The second batch waits meanwhile.
			if (inputs.includes('a')) calls.push(call('b'), call('c'));
			return inputs.map(() => currentOperation.getStore()?.name);
		});
		const call = (name: string) => currentOperation.run({ name }, () => run(name));
		const calls = [call('a')];
		await calls[0];
		expect(await Promise.all(calls)).toEqual(['a', 'b', 'b']);
	});

	test('limits the size of a batch', async () => {
		const { batches, double } = createDoubler();
		await Promise.all(Array.from({ length: 201 }, (_, n) => double(n)));
		expect(batches.map(({ length }) => length)).toEqual([100, 100, 1]);
	});

	test('fails only the call that fails alone', async () => {
		const { batches, double } = createDoubler((inputs) => (inputs.includes(2) ? new Error('Two is invalid') : null));
		const results = await Promise.allSettled([1, 2, 3].map(double));
		expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
			2,
			'Two is invalid',
			6,
		]);
		expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
	});

	test('runs the calls of a batch alone after a deadlock', async () => {
		const { batches, double } = createDoubler((inputs) =>
			inputs.length > 1 ? new DeadlockError('Deadlock between two transactions') : null,
		);
		expect(await Promise.all([1, 2].map(double))).toEqual([2, 4]);
		expect(batches).toEqual([[1, 2], [1], [2]]);
	});

	test('fails all calls of a batch, and those that wait, if the database does not respond', async () => {
		const { batches, double } = createDoubler(() => new ServiceUnavailableError('The database does not respond'));
		const results = await Promise.allSettled(Array.from({ length: 150 }, (_, n) => double(n)));
		expect(results.every(({ status }) => status === 'rejected')).toBe(true);
		expect(batches).toHaveLength(1);
	});
});

describe('a batcher of rows', () => {
	/** Batcher of `row call`, which returns the row, or null for rows that are locked or missing. */
	function createRows(locked: readonly string[], missing: readonly string[] = []) {
		const batches: { inputs: readonly string[]; options: LockOptions }[] = [];
		const toRow = (input: string) => input.split(' ')[0] ?? '';
		const call = createRowBatcher(db, toRow, async (inputs: readonly string[], options) => {
			batches.push({ inputs, options });
			const isLeftOut = (row: string) => missing.includes(row) || (options.skipLocked && locked.includes(row));
			return inputs.map(toRow).map((row) => (isLeftOut(row) ? null : row));
		});
		return { batches, call };
	}
	const [skipping, waiting] = [{ skipLocked: true }, { skipLocked: false }];

	test('skips locked rows, and waits for each of them afterwards', async () => {
		const { batches, call } = createRows(['a', 'c']);
		const inputs = ['a 1', 'b 1', 'c 1', 'a 2'];
		expect(await Promise.all(inputs.map(call))).toEqual(['a', 'b', 'c', 'a']);
		expect(batches).toEqual([
			{ inputs, options: skipping },
			{ inputs: ['a 1', 'a 2'], options: waiting },
			{ inputs: ['c 1'], options: waiting },
		]);
	});

	test('does not delay calls of other rows while it waits for a row', async () => {
		const { promise: isUnlocked, resolve: unlock } = Promise.withResolvers<void>();
		const call = createRowBatcher(db, String, async (rows: readonly string[], { skipLocked }) => {
			if (!skipLocked && rows.includes('a')) await isUnlocked;
			return rows.map((row) => (row === 'b' || !skipLocked ? row : null));
		});
		const waiting = [call('a'), call('a')];
		expect(await call('b')).toBe('b');
		expect(await call('c')).toBe('c');
		unlock();
		expect(await Promise.all(waiting)).toEqual(['a', 'a']);
	});

	test('returns null for what is left out although it is not locked', async () => {
		const { call } = createRows([], ['b']);
		expect(await Promise.all(['a 1', 'b 1'].map(call))).toEqual(['a', null]);
		expect(await call('b 1')).toBeNull();
	});
});
