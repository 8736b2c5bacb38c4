import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLocked, tryLock, withLock } from './locks.ts';

afterEach(() => vi.unstubAllGlobals());

describe.each(['with', 'without'])('locks %s the Web Locks API', (kind) => {
	beforeEach(() => {
		if (kind === 'without') vi.stubGlobal('navigator', {});
		else expect(navigator.locks).toBeDefined();
	});

	/** Holds the lock until `end` is called. */
	async function holdLock(name: string) {
		const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
		const ended = withLock(name, () => {
			started.resolve();
			return end.promise;
		});
		await started.promise;
		return { ended, end: () => end.resolve('first') };
	}

	test('run callers in order, even after one fails', async () => {
		const order: string[] = [];
		const createTask = (name: string) => async () => {
			order.push(name);
			if (name === 'a') throw new Error('no');
			return name;
		};
		const all = ['a', 'b', 'c'].map((name) => withLock('one', createTask(name)));
		expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
		expect(order).toEqual(['a', 'b', 'c']);
	});

	test('are held while a caller runs and free afterwards', async () => {
		expect(await isLocked('two')).toBe(false);
		const first = await holdLock('two');
		expect(await isLocked('two')).toBe(true);
		expect(await tryLock('two', async () => 'second')).toBeNull();
		first.end();
		expect(await first.ended).toBe('first');
		await vi.waitFor(async () => expect(await isLocked('two')).toBe(false), { timeout: 30_000 });
		expect(await tryLock('two', async () => 'second')).toBe('second');
	});

	test('skip a caller that aborts while it waits', async () => {
		const first = await holdLock('three');
		const controller = new AbortController();
		const second = vi.fn(async () => {});
		const waiting = withLock('three', second, controller.signal);
		controller.abort(new Error('aborted'));
		await expect(waiting).rejects.toThrow('aborted');
		first.end();
		await withLock('three', async () => {});
		expect(second).not.toHaveBeenCalled();
	});
});
