import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLocked, tryLock, withLock } from './locks.ts';

afterEach(() => vi.unstubAllGlobals());

describe.each(['with locks', 'without'])('turns %s', (kind) => {
	beforeEach(() => {
		if (kind === 'without') vi.stubGlobal('navigator', {});
		else expect(navigator.locks).toBeDefined();
	});

	/** Something that runs under the name until it is let go. */
	async function running(name: string) {
		const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
		const ended = withLock(name, () => {
			begun.resolve();
			return end.promise;
		});
		await begun.promise;
		return { ended, end: () => end.resolve('first') };
	}

	test('come one after the other, also after one that failed', async () => {
		const order: string[] = [];
		const turn = (name: string) => async () => {
			order.push(name);
			if (name === 'a') throw new Error('no');
			return name;
		};
		const all = ['a', 'b', 'c'].map((name) => withLock('one', turn(name)));
		expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
		expect(order).toEqual(['a', 'b', 'c']);
	});

	test('are taken while one runs, and free after it', async () => {
		expect(await isLocked('two')).toBe(false);
		const first = await running('two');
		expect(await isLocked('two')).toBe(true);
		expect(await tryLock('two', async () => 'second')).toBeNull();
		first.end();
		expect(await first.ended).toBe('first');
		await vi.waitFor(async () => expect(await isLocked('two')).toBe(false), { timeout: 30_000 });
		expect(await tryLock('two', async () => 'second')).toBe('second');
	});

	test('are not taken by whoever has left the queue', async () => {
		const first = await running('three');
		const leaving = new AbortController();
		const second = vi.fn(async () => {});
		const waits = withLock('three', second, leaving.signal);
		leaving.abort(new Error('left'));
		await expect(waits).rejects.toThrow('left');
		first.end();
		await withLock('three', async () => {});
		expect(second).not.toHaveBeenCalled();
	});
});
