import { describe, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { createFakeClock } from '../testing/clock.ts';
import { createTaggedCache } from './tagged-cache.ts';

function createCache(maxBytes = 1000) {
	const clock = createFakeClock();
	let invalidate: (tags: readonly string[]) => void = () => {};
	const onInvalidate: Database['onInvalidate'] = (listener) => {
		invalidate = listener;
		return () => {};
	};
	const cache = createTaggedCache<string>({ db: { onInvalidate }, clock, maxBytes });
	const entry = (value: string, tags: string[], bytes = 1) => ({ value, tags, bytes, expiresAt: clock.now() + 1000 });
	return {
		clock,
		cache,
		entry,
		invalidate: (...tags: string[]) => invalidate(tags),
		store: (key: string, tags: string[], bytes?: number) =>
			cache.startLoad().store(key, entry(`value of ${key}`, tags, bytes)),
		listKeys: (...keys: string[]) => keys.filter((key) => cache.get(key) !== undefined),
	};
}

describe('tagged cache', () => {
	test('removes the entries with an invalidated tag, and no other', () => {
		const { store, invalidate, listKeys } = createCache();
		store('a', ['x', 'all']);
		store('b', ['x', 'y', 'all']);
		store('c', ['z', 'all']);
		invalidate('y', 'unknown');
		expect(listKeys('a', 'b', 'c')).toEqual(['a', 'c']);
		invalidate('all');
		expect(listKeys('a', 'b', 'c')).toEqual([]);
	});

	test('forgets the tags of a replaced entry', () => {
		const { store, invalidate, listKeys } = createCache();
		store('a', ['x']);
		store('a', ['y', 'y']);
		invalidate('x');
		expect(listKeys('a')).toEqual(['a']);
		invalidate('y');
		expect(listKeys('a')).toEqual([]);
	});

	test('removes the least recently used entries when it is full', () => {
		const { store, invalidate, listKeys } = createCache(10);
		store('a', ['x'], 4);
		store('b', ['x'], 4);
		expect(listKeys('a')).toEqual(['a']);
		store('c', ['x'], 4);
		expect(listKeys('a', 'b', 'c')).toEqual(['a', 'c']);
		store('too large', ['x'], 11);
		expect(listKeys('a', 'c', 'too large')).toEqual([]);
		store('b', ['y'], 10);
		invalidate('x');
		expect(listKeys('b')).toEqual(['b']);
	});

	test('counts a replaced or removed entry no longer', () => {
		const { store, invalidate, listKeys } = createCache(10);
		for (let round = 0; round < 5; round += 1) store('a', ['x'], 5);
		invalidate('x');
		store('b', ['y'], 5);
		store('c', ['y'], 5);
		expect(listKeys('b', 'c')).toEqual(['b', 'c']);
	});

	test('does not return an expired value, but finds its entry', () => {
		const { store, cache, clock } = createCache();
		store('a', ['x']);
		clock.advance(999);
		expect(cache.get('a')).toBe('value of a');
		clock.advance(1);
		expect(cache.get('a')).toBeUndefined();
		expect(cache.find('a')?.value).toBe('value of a');
	});

	test('removes everything with *', () => {
		const { store, invalidate, listKeys, cache, entry } = createCache(10);
		const load = cache.startLoad();
		store('a', ['x'], 10);
		invalidate('*');
		load.store('b', entry('b', ['x']));
		expect(listKeys('a', 'b')).toEqual([]);
		store('c', ['x'], 10);
		expect(listKeys('c')).toEqual(['c']);
	});

	test('does not store what a tag was invalidated for while it loaded', () => {
		const { cache, entry, invalidate, listKeys } = createCache();
		const [load, other] = [cache.startLoad(), cache.startLoad()];
		other.end();
		expect(load.isOutdated()).toBe(false);
		invalidate('x');
		expect([load.isOutdated(), other.isOutdated()]).toEqual([true, false]);
		load.store('a', entry('a', ['w', 'x']));
		load.store('b', entry('b', ['y']));
		load.end();
		cache.startLoad().store('c', entry('c', ['x']));
		expect(listKeys('a', 'b', 'c')).toEqual(['b', 'c']);
	});
});
