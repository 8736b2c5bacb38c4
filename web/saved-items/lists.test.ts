import { describe, expect, test } from 'vitest';
import { addOrRemoveId, getListChanges, mergeList, parseIds } from './lists.ts';

const ada = 1;
const musa = 2;

describe('getListChanges', () => {
	test('adds all items of a list that was never synced', () => {
		expect(getListChanges([3, 2, 1], null, ada)).toEqual({ add: [3, 2, 1], remove: [] });
	});

	test('sends only local changes after a sync', () => {
		expect(getListChanges([4, 3, 1], { account: ada, ids: [3, 2, 1] }, ada)).toEqual({ add: [4], remove: [2] });
	});

	test('sends nothing for an unchanged list, so removals of other devices persist', () => {
		expect(getListChanges([3, 2], { account: ada, ids: [3, 2] }, ada)).toEqual({ add: [], remove: [] });
	});

	test("sends only additions to another account's list", () => {
		expect(getListChanges([9, 3], { account: ada, ids: [3, 2] }, musa)).toEqual({ add: [9], remove: [] });
	});
});

describe('mergeList', () => {
	test("takes the server's list", () => {
		expect(mergeList([7, 3], [3, 2], [3, 2])).toEqual([7, 3]);
	});

	test('keeps changes made during the request', () => {
		expect(mergeList([7, 3, 2], [3, 2], [8, 3])).toEqual([8, 7, 3]);
	});

	test('leaves only changes made during the request to send', () => {
		const list = mergeList([7, 3, 2], [3, 2], [8, 3]);
		expect(getListChanges(list, { account: ada, ids: [7, 3, 2] }, ada)).toEqual({ add: [8], remove: [2] });
	});
});

test('adds an id first, without duplicates', () => {
	expect(addOrRemoveId([2, 1], 3, true)).toEqual([3, 2, 1]);
	expect(addOrRemoveId([2, 1], 1, true)).toEqual([1, 2]);
	expect(addOrRemoveId([2, 1], 2, false)).toEqual([1]);
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
])('parses the stored value %j as %j', (value, ids) => {
	expect(parseIds(value)).toEqual(ids);
});
