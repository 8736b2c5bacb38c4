import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearches, withSearch } from './recent-searches.ts';

test('the newest search stands first, once, and the beginnings of it are gone', () => {
	expect(withSearch(['bags', 'shoes'], 'Shoes')).toEqual(['Shoes', 'bags']);
	expect(withSearch(['pho', 'bags'], 'phone')).toEqual(['phone', 'bags']);
	expect(withSearch(['bags', 'pho'], 'phone')).toEqual(['phone', 'bags', 'pho']);
});

test('eight are kept, whatever was looked for', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ minLength: 1 })), (all) => {
			const kept = all.reduce<string[]>(withSearch, []);
			expect(kept.length).toBeLessThanOrEqual(8);
			expect(new Set(kept.map((words) => words.toLowerCase())).size).toBe(kept.length);
			expect(kept[0]).toBe(all.at(-1));
		}),
	);
});

test('what is no list of searches is none', () => {
	expect(parseSearches({ a: 1 })).toBeNull();
	expect(parseSearches(['a', 7, '', null])).toEqual(['a']);
});
