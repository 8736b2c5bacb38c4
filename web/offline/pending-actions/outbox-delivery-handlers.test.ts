import { beforeEach, expect, test, vi } from 'vitest';
import * as networkBarText from '../../../text/web/network-bar.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import { clock } from '../../platform/clock.ts';
import * as locks from '../../platform/locks.ts';
import { createOutbox, type PendingCall, parseCalls } from '../../platform/outbox.ts';
import { QueueDelivery } from '../../platform/queue-delivery.ts';
import { isValidCall } from '../../platform/stored-schemas.ts';
import { type FakeApi, fakeApi, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { makeComment, makePost } from '../../testing/posts.ts';
import { createOutboxDeliveryHandlers } from './outbox-delivery-handlers.ts';

/** Pending calls as versions up to 22 November 2026 stored them. One call of each operation. */
const storedCalls: PendingCall[] = [
	{ slot: 'like ads 7', name: 'like', input: { params: { target: 'ads', id: '7' } }, key: 'a' },
	{ slot: 'like ads 8', name: 'unlike', input: { params: { target: 'ads', id: '8' } }, key: 'b' },
	{ slot: 'follow musa', name: 'follow', input: { params: { user_name: 'musa' } }, key: 'c' },
	{ slot: 'follow bisi', name: 'unfollow', input: { params: { user_name: 'bisi' } }, key: 'd' },
	{
		slot: 'e',
		name: 'createComment',
		input: { params: { target: 'posts', id: '5' }, body: { text: 'Nice', parent_id: 3 } },
		key: 'e',
		underWay: true,
	},
	{
		slot: 'f',
		name: 'createPost',
		input: {
			body: {
				kind: 'picture',
				text: '',
				category: 'Motorcycles',
				images: [{ secure_url: 'https://media.example/1.jpg', public_id: '1', version: 4, width: 600, height: 400 }],
			},
		},
		key: 'f',
		reason: 'You have posted 10 times today.',
		until: 3,
	},
	{ slot: 'g', name: 'createPost', input: { body: { kind: 'tweet', text: 'News', images: [] } }, key: 'g' },
].map((call) => ({ account: 1, at: Date.now(), ...call }));

let calls: PendingCall[];
let api: FakeApi;
let notices: string[];
const refresh = vi.fn();

beforeEach(() => {
	vi.stubGlobal('navigator', {});
	[calls, notices] = [[], []];
	refresh.mockClear();
	api = fakeApi({
		like: () => ({ liked: true, likes: 1 }),
		unlike: () => ({ liked: false, likes: 0 }),
		follow: () => ({ following: true, followers: 1 }),
		unfollow: () => ({ following: false, followers: 0 }),
		createComment: () => makeComment(8),
		createPost: () => makePost(9),
	});
});

/** Sends stored calls until no more can be sent now. */
async function deliver(stored: unknown) {
	calls = parseCalls(JSON.parse(JSON.stringify(stored)), new Map(), Date.now()) ?? [];
	const set = (changed: PendingCall[]) => {
		calls = changed;
	};
	const subscribe = () => () => {};
	const outbox = createOutbox({
		stored: { get: () => calls, set, remove: () => set([]), subscribe },
		locks,
		now: clock.now,
	});
	const handlers = createOutboxDeliveryHandlers({
		outbox,
		account: 1,
		token: 'a-token',
		api: api.client,
		isValidCall,
		now: clock.now,
		refresh,
		notify: (sentence) => notices.push(sentence),
	});
	const paused = Promise.withResolvers<void>();
	const withLock: typeof locks.withLock = async (name, run) => {
		const result = await locks.withLock(name, run);
		paused.resolve();
		return result;
	};
	const delivery = new QueueDelivery({
		name: 'outbox',
		pending: outbox,
		handlers: () => handlers,
		locks: { tryLock: locks.tryLock, withLock },
		clock,
	});
	const close = delivery.start();
	await paused.promise;
	close();
}

const [comment = expect.fail()] = storedCalls.filter(({ name }) => name === 'createComment');
const sentKeys = () =>
	(['like', 'unlike', 'follow', 'unfollow', 'createComment', 'createPost'] as const).flatMap((name) =>
		api.calls(name).map(({ headers }) => headers['idempotency-key']),
	);

test('sends every call that an earlier version has stored unchanged, with its key', async () => {
	await deliver(storedCalls);
	expect(calls).toEqual([]);
	expect(notices).toEqual([networkBarText.allSent]);
	expect(sentKeys().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
	const [picture] = api.calls('createPost');
	expect(storedCalls.map(({ input }) => input)).toContainEqual({ body: picture?.body });
	expect(picture?.headers.authorization).toBe('Bearer a-token');
});

test.each([
	['an unknown name', { name: 'heart', input: { body: { text: 'Nice' } } }],
	['an unknown field', { ...comment, input: { params: { target: 'posts', id: '5' }, body: { content: 'Nice' } } }],
	['a wrong type', { ...comment, input: { params: { target: 'posts', id: 5 }, body: { text: 'Nice' } } }],
	['no text', { name: 'like', input: { params: { target: 'houses', id: '7' } } }],
])('keeps a call with %s with a reason, and sends the others', async (_, outdated) => {
	const call = { account: 1, slot: 'z', key: 'z', at: Date.now(), ...outdated };
	await deliver([{ ...call, slot: 'z', key: 'z' }, ...storedCalls]);
	expect(calls).toEqual([{ ...call, slot: 'z', key: 'z', refused: pendingActionsText.outdated }]);
	expect(sentKeys().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
	expect(refresh).toHaveBeenCalled();
});

test('keeps a rejected call that has text, and reports and discards any other', async () => {
	const rejected = () => makeProblemResponse(404, { code: 'not_found', message: 'It is gone' });
	api.handle({ like: rejected, createComment: rejected });
	await deliver(storedCalls);
	expect(calls).toEqual([{ ...comment, refused: 'It is gone' }]);
	expect(notices).toContain('It is gone');
});

test('stores the reason and the time of a postponed call, but not of one without a response', async () => {
	vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
	const [like = expect.fail()] = storedCalls;
	const stored = [like, comment].map((call) => ({ ...call, at: 1_000_000 }));
	api.handle({
		like: () => makeProblemResponse(429, { code: 'too_many', message: 'Tomorrow' }, 60),
		createComment: throwNetworkError,
	});
	await deliver(stored);
	const { underWay, ...pending } = comment;
	expect(calls).toEqual([
		{ ...like, at: 1_000_000, reason: 'Tomorrow', until: 1_060_000 },
		{ ...pending, at: 1_000_000 },
	]);
});
