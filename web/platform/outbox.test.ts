import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as pendingActionsText from '../../text/web/pending-actions.ts';
import {
	type FakeApi,
	fakeApi,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../testing/fake-api.ts';
import * as locks from './locks.ts';
import {
	addOrReplaceCall,
	createOutbox,
	getBlockedReason,
	getQueueKey,
	listCallsToSend,
	listCallsToShow,
	type PendingCall,
	parseCalls,
} from './outbox.ts';

const like = (key: string, values: Partial<PendingCall> = {}): PendingCall => ({
	account: 1,
	slot: 'like ads 7',
	name: 'like',
	input: { params: { target: 'ads', id: '7' } },
	key,
	at: 1000,
	...values,
});

test('replaces an earlier call of the same slot and appends the new one', () => {
	const other = like('b', { slot: 'like ads 8' });
	const last = like('c', { name: 'unlike' });
	expect(addOrReplaceCall([like('a'), other], last)).toEqual([other, last]);
});

test('keeps calls of other accounts', () => {
	const theirs = like('a', { account: 2 });
	expect(addOrReplaceCall([theirs], like('b'))).toEqual([theirs, like('b')]);
});

test('queues calls by their target, and new posts in a queue of their own', () => {
	const comment = like('b', { name: 'createComment', input: { params: { target: 'ads', id: '7' }, body: {} } });
	const post = (key: string) => like(key, { name: 'createPost', input: { body: { text: `Lamps ${key}` } } });
	expect(getQueueKey(comment)).toBe(getQueueKey(like('a')));
	expect(getQueueKey(like('d', { input: { params: { target: 'ads', id: '8' } } }))).not.toBe(getQueueKey(comment));
	expect(getQueueKey(post('e'))).toBe(getQueueKey(post('f')));
	expect(getQueueKey(post('e'))).not.toBe(getQueueKey(comment));
});

test('does not send rejected calls or calls older than the server remembers', () => {
	const [fresh, rejected, theirs] = [like('a'), like('b', { refused: 'It is gone.' }), like('c', { account: 2 })];
	const soon = fresh.at + 86_400_000;
	expect(listCallsToSend([fresh, rejected, theirs], 1, soon)).toEqual([fresh]);
	expect(getBlockedReason(rejected, soon)).toBe('It is gone.');
	expect(listCallsToSend([fresh], 1, fresh.at + limits.idempotencyTtl)).toEqual([]);
	expect(getBlockedReason(fresh, fresh.at + limits.idempotencyTtl)).toBe(pendingActionsText.expired);
});

test('hides a first attempt until it is blocked', () => {
	const calls = [like('a'), like('b', { underWay: true }), like('c', { underWay: true, refused: 'It is gone.' })];
	const keys = (now: number) => listCallsToShow([...calls, like('d', { account: 2 })], 1, now).map(({ key }) => key);
	expect(keys(2000)).toEqual(['a', 'c']);
	expect(keys(limits.idempotencyTtl + 2000)).toEqual(['a', 'b', 'c']);
	expect(listCallsToShow(null, 1, 2000)).toEqual([]);
});

test.each([
	[{ 0: like('a') }, null],
	['x', null],
	[[], []],
	[[null, 3, { account: '1' }, like('a'), { ...like('b'), key: 5 }, { ...like('c'), at: 'x' }], [like('a')]],
])('%j in local storage parses as %j', (value, calls) => {
	expect(parseCalls(value, new Map(), 2000)).toEqual(calls);
});

const day = (text: string) => Date.parse(text);
const renamed = new Map([['heart', { name: 'like', until: day('2026-12-22') } as const]]);

test('renames a call of an earlier version while devices may still hold its old name', () => {
	const old = like('a', { name: 'heart' });
	expect(parseCalls([old, like('b')], renamed, day('2026-12-21'))).toEqual([like('a'), like('b')]);
	expect(parseCalls([old], renamed, day('2026-12-22'))).toEqual([old]);
});

test('parses any stored value to a stable list, each call independently', () => {
	const anyCall = fc.record({
		account: fc.nat(),
		slot: fc.string(),
		name: fc.oneof(fc.constantFrom('like', 'heart', 'gone'), fc.string()),
		input: fc.object(),
		key: fc.string(),
		at: fc.nat(),
	});
	fc.assert(
		fc.property(fc.array(fc.oneof(anyCall, fc.jsonValue())), (stored) => {
			const calls = parseCalls(stored, renamed, 0);
			expect(parseCalls(calls, renamed, 0)).toEqual(calls);
			expect(calls).toEqual(stored.flatMap((call) => parseCalls([call], renamed, 0)));
		}),
	);
});

describe('createOutbox', () => {
	const actor = { id: 1, token: 'a-token' };
	const input = { params: { target: 'ads', id: '7' } };
	let stored: string;
	let api: FakeApi;

	beforeEach(() => {
		stored = '[]';
		// Without the Web Locks API, locks belong to this process.
		vi.stubGlobal('navigator', {});
		api = fakeApi({ like: () => ({ liked: true, likes: 1 }), unlike: throwNetworkError });
	});

	const calls = () => parseCalls(JSON.parse(stored), new Map(), 0) ?? [];

	function openOutbox() {
		return createOutbox({
			stored: {
				get: calls,
				set: (calls) => {
					stored = JSON.stringify(calls);
				},
				remove: () => {
					stored = '[]';
				},
				subscribe: () => () => {},
			},
			locks,
			now: () => 1000,
		});
	}

	test('stores a call before it sends it and removes it after the response', async () => {
		const response = makeDeferredHandler<{ liked: boolean; likes: number }>();
		api.handle({ like: response.handler });
		const result = openOutbox().sendOrQueue(api.client, actor, 'like', input, { slot: 'like ads 7', key: 'a' });
		expect(calls()).toEqual([like('a', { underWay: true })]);
		response.resolve({ liked: true, likes: 1 });
		expect(await result).toEqual({ liked: true, likes: 1 });
		expect(calls()).toEqual([]);
		expect(api.calls('like').map(({ headers }) => [headers['idempotency-key'], headers.authorization])).toEqual([
			['a', 'Bearer a-token'],
		]);
	});

	test('keeps a call without a response, and queues later calls to the same target unsent', async () => {
		const outbox = openOutbox();
		expect(await outbox.sendOrQueue(api.client, actor, 'unlike', input, { key: 'a' })).toBeNull();
		expect(await outbox.sendOrQueue(api.client, actor, 'like', input, { key: 'b' })).toBeNull();
		expect(calls()).toEqual([like('a', { name: 'unlike', slot: 'a' }), like('b', { slot: 'b' })]);
		expect(api.calls('like')).toEqual([]);
	});

	test('sends only the latest call of a slot from several tabs', async () => {
		const response = makeDeferredHandler<{ liked: boolean; likes: number }>();
		api.handle({ like: response.handler, unlike: () => ({ liked: false, likes: 0 }) });
		const sent = (name: 'like' | 'unlike', key: string) =>
			openOutbox().sendOrQueue(api.client, actor, name, input, { slot: 'like ads 7', key });
		const all = [sent('like', 'a'), sent('unlike', 'b'), sent('like', 'c')];
		await vi.waitFor(() => expect(api.calls('like')).toHaveLength(1));
		response.resolve({ liked: true, likes: 1 });
		expect(await Promise.all(all)).toEqual([null, null, { liked: true, likes: 1 }]);
		expect(api.calls('like').map(({ headers }) => headers['idempotency-key'])).toEqual(['c']);
		expect(api.calls('unlike')).toEqual([]);
		expect(calls()).toEqual([]);
	});

	test('removes a rejected call and throws its error', async () => {
		api.handle({ like: () => makeProblemResponse(404, { code: 'not_found', message: 'It is gone' }) });
		await expect(openOutbox().sendOrQueue(api.client, actor, 'like', input, { key: 'a' })).rejects.toThrow(
			'It is gone',
		);
		expect(calls()).toEqual([]);
	});

	test('writes nothing for a note on an unknown call or without changes', () => {
		const outbox = openOutbox();
		outbox.addCall(like('a', { reason: 'Not today' }));
		const before = stored;
		stored = `${before} `;
		outbox.updateCall({ key: 'b' }, { reason: 'Never' });
		outbox.updateCall({ key: 'a' }, { reason: 'Not today' });
		expect(stored).toBe(`${before} `);
		outbox.updateCall({ key: 'a' }, { reason: undefined });
		expect(calls()).toEqual([like('a')]);
	});
});
