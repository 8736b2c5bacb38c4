import { expect, test } from 'vitest';
import { maxRecentAds, parseRecentAds, prependAd } from './recently-viewed.ts';

test('puts an ad first, without duplicates, and forgets the oldest', () => {
	expect(prependAd([2, 1], 3)).toEqual([3, 2, 1]);
	expect(prependAd([3, 2, 1], 1)).toEqual([1, 3, 2]);
	const full = Array.from({ length: maxRecentAds }, (_, index) => index + 1);
	expect(prependAd(full, 99)).toEqual([99, ...full.slice(0, -1)]);
});

test.each([
	[
		{ off: true, ids: [2, 1] },
		{ off: true, ids: [2, 1] },
	],
	[{ ids: [2, 2, 'x', -1, 1.5, 1] }, { off: false, ids: [2, 1] }],
	[{ off: 'yes' }, { off: false, ids: [] }],
	['1,2', null],
	[null, null],
])('parses the stored value %j', (value, parsed) => {
	expect(parseRecentAds(value)).toEqual(parsed);
});
