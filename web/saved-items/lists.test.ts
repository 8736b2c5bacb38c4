import { describe, expect, test } from 'vitest';
import { getListChanges, mergeList, parseIds, withItem } from './lists.ts';

const ada = 1;
const musa = 2;

describe('what is sent of a saved list', () => {
	test('a list that belongs to nobody yet is united in full', () => {
		expect(getListChanges([3, 2, 1], null, ada)).toEqual({ add: [3, 2, 1], remove: [] });
	});

	test('afterwards only what was added and removed here', () => {
		expect(getListChanges([4, 3, 1], { account: ada, ids: [3, 2, 1] }, ada)).toEqual({ add: [4], remove: [2] });
	});

	test('nothing where nothing has changed: what another device removed stays removed', () => {
		expect(getListChanges([3, 2], { account: ada, ids: [3, 2] }, ada)).toEqual({ add: [], remove: [] });
	});

	test("of another account's list only what was added since, and nothing is removed", () => {
		expect(getListChanges([9, 3], { account: ada, ids: [3, 2] }, musa)).toEqual({ add: [9], remove: [] });
	});
});

describe("the server's answer", () => {
	test('takes the place of the list', () => {
		expect(mergeList([7, 3], [3, 2], [3, 2])).toEqual([7, 3]);
	});

	test('keeps what was saved and removed while it was on its way', () => {
		expect(mergeList([7, 3, 2], [3, 2], [8, 3])).toEqual([8, 7, 3]);
	});

	test('is followed by nothing to send, unless something changed meanwhile', () => {
		const list = mergeList([7, 3, 2], [3, 2], [8, 3]);
		expect(getListChanges(list, { account: ada, ids: [7, 3, 2] }, ada)).toEqual({ add: [8], remove: [2] });
	});
});

test('an id is saved in front and once', () => {
	expect(withItem([2, 1], 3, true)).toEqual([3, 2, 1]);
	expect(withItem([2, 1], 1, true)).toEqual([1, 2]);
	expect(withItem([2, 1], 2, false)).toEqual([1]);
});

test.each([
	[
		[1, 2, 2],
		[1, 2],
	],
	[
		['7', 8],
		[7, 8],
	],
	[[0, -1, 1.5, null, 'x', 4], [4]],
	[{ 0: 1 }, null],
	['1,2', null],
])('%j in local storage is the list %j', (value, ids) => {
	expect(parseIds(value)).toEqual(ids);
});
