import { expect, test } from 'vitest';
import { parseCalls, type WaitingCall, withCall } from './outbox.ts';

const like = (key: string, values: Partial<WaitingCall> = {}): WaitingCall => ({
	account: 1,
	slot: 'like ads 7',
	name: 'like',
	input: { params: { target: 'ads', id: '7' } },
	key,
	...values,
});

test('only the last word on a thing waits, and it waits at the end', () => {
	const other = like('b', { slot: 'like ads 8' });
	const last = like('c', { name: 'unlike' });
	expect(withCall([like('a'), other], last)).toEqual([other, last]);
});

test('what another account waits to send stays', () => {
	const theirs = like('a', { account: 2 });
	expect(withCall([theirs], like('b'))).toEqual([theirs, like('b')]);
});

test.each([
	[{ 0: like('a') }, null],
	['x', null],
	[[], []],
	[[null, 3, { account: '1' }, like('a'), { ...like('b'), key: 5 }], [like('a')]],
])('%j in local storage waits as %j', (value, calls) => {
	expect(parseCalls(value)).toEqual(calls);
});
