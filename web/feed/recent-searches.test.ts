import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearches, prependSearch } from './recent-searches.ts';

test('moves a search to the front and removes its typed prefix', () => {
	expect(prependSearch(['bags', 'shoes'], 'Shoes')).toEqual(['Shoes', 'bags']);
	expect(prependSearch(['pho', 'bags'], 'phone')).toEqual(['phone', 'bags']);
	expect(prependSearch(['bags', 'pho'], 'phone')).toEqual(['phone', 'bags', 'pho']);
});

test('keeps at most eight distinct searches', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ minLength: 1 })), (all) => {
			const searches = all.reduce<string[]>(prependSearch, []);
			expect(searches.length).toBeLessThanOrEqual(8);
			expect(new Set(searches.map((search) => search.toLowerCase())).size).toBe(searches.length);
			expect(searches[0]).toBe(all.at(-1));
		}),
	);
});

test('ignores invalid stored values', () => {
	expect(parseSearches({ a: 1 })).toBeNull();
	expect(parseSearches(['a', 7, '', null])).toEqual(['a']);
});
