import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as pendingActionsText from '../../contract/text/pending-actions.ts';
import { callsToSend, callsToTell, lineOf, parseCalls, type WaitingCall, whyNotSent, withCall } from './outbox.ts';
import { firstOfLines, outcomeOf } from './use-delivery.ts';

const like = (key: string, values: Partial<WaitingCall> = {}): WaitingCall => ({
	account: 1,
	slot: 'like ads 7',
	name: 'like',
	input: { params: { target: 'ads', id: '7' } },
	key,
	at: 1000,
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

test('what is about one thing waits in one line, and new posts in one of their own', () => {
	const comment = like('b', { name: 'createComment', input: { params: { target: 'ads', id: '7' }, body: {} } });
	const post = (key: string) => like(key, { name: 'createPost', input: { body: { text: `Lamps ${key}` } } });
	expect(lineOf(comment)).toBe(lineOf(like('a')));
	expect(lineOf(like('d', { input: { params: { target: 'ads', id: '8' } } }))).not.toBe(lineOf(comment));
	expect(lineOf(post('e'))).toBe(lineOf(post('f')));
	expect(lineOf(post('e'))).not.toBe(lineOf(comment));
});

test('what was refused, or is older than the server remembers, is not sent by itself', () => {
	const [fresh, refused, theirs] = [like('a'), like('b', { refused: 'It is gone.' }), like('c', { account: 2 })];
	const soon = fresh.at + 86_400_000;
	expect(callsToSend([fresh, refused, theirs], 1, soon)).toEqual([fresh]);
	expect(whyNotSent(refused, soon)).toBe('It is gone.');
	expect(callsToSend([fresh], 1, fresh.at + limits.repeatLife)).toEqual([]);
	expect(whyNotSent(fresh, fresh.at + limits.repeatLife)).toBe(pendingActionsText.expired);
});

test('what is on its way for the first time is told only once it is not sent by itself any more', () => {
	const calls = [like('a'), like('b', { underWay: true }), like('c', { underWay: true, refused: 'It is gone.' })];
	const keys = (now: number) => callsToTell([...calls, like('d', { account: 2 })], 1, now).map(({ key }) => key);
	expect(keys(2000)).toEqual(['a', 'c']);
	expect(keys(limits.repeatLife + 2000)).toEqual(['a', 'b', 'c']);
	expect(callsToTell(null, 1, 2000)).toEqual([]);
});

test('of each line the oldest one goes first', () => {
	const other = (key: string) => like(key, { input: { params: { target: 'ads', id: '8' } } });
	const [a, b, c, d] = [like('a'), other('b'), like('c'), other('d')];
	expect(firstOfLines([a, b, c, d], lineOf)).toEqual([a, b]);
	expect(firstOfLines([], lineOf)).toEqual([]);
});

test.each([
	['lost', new NetworkError(null)],
	['lost', new ApiError(401, { code: 'unauthenticated', message: '' })],
	['later', new ApiError(429, { code: 'too_many', message: '' })],
	['later', new ApiError(409, { code: 'conflict', message: '' })],
	['later', new ApiError(503, { code: 'unavailable', message: '' })],
	['refused', new ApiError(404, { code: 'not_found', message: '' })],
	['refused', new ApiError(422, { code: 'invalid', message: '' })],
	['refused', new TypeError('There is no such call')],
])('%s is what %o means', (outcome, error) => {
	expect(outcomeOf(error)).toBe(outcome);
});

test.each([
	[{ 0: like('a') }, null],
	['x', null],
	[[], []],
	[[null, 3, { account: '1' }, like('a'), { ...like('b'), key: 5 }, { ...like('c'), at: 'x' }], [like('a')]],
])('%j in local storage waits as %j', (value, calls) => {
	expect(parseCalls(value)).toEqual(calls);
});
