import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import { clock } from './clock.ts';
import * as locks from './locks.ts';
import {
	classifyDeliveryError,
	getFirstPerQueue,
	QueueDelivery,
	type QueueDeliveryHandlers,
} from './queue-delivery.ts';

/** Item to deliver: the name of its queue (`a` or `b`) and a number. */
type Item = `${'a' | 'b'}${number}`;

const second = 1000;
const apiError = (status: number, retryAfter?: number) =>
	new ApiError(status, { code: 'invalid', message: 'No' }, retryAfter);

let queued: Item[];
const listeners = new Set<() => void>();
let errors: Partial<Record<Item, Error>>;
let sent: Item[];
let closeTabs: (() => void)[] = [];

beforeEach(() => {
	vi.useFakeTimers();
	// Without the Web Locks API, all tabs of a test share the locks of this process.
	vi.stubGlobal('navigator', {});
	[queued, errors, sent] = [[], {}, []];
});
afterEach(async () => {
	for (const close of closeTabs) close();
	closeTabs = [];
	await advance(0);
	vi.useRealTimers();
});

const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function enqueue(...items: Item[]) {
	queued = [...queued, ...items];
	for (const listener of listeners) listener();
}

function openTab(handlers: Partial<QueueDeliveryHandlers<Item>> = {}) {
	const events: string[] = [];
	const remove = (item: Item) => {
		queued = queued.filter((other) => other !== item);
	};
	const delivery = new QueueDelivery<Item>({
		name: 'things',
		pending: {
			get: () => queued,
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
		},
		handlers: () => ({
			toSend: (items) => [...items],
			queueKey: ([queue = '']) => queue,
			async send(item) {
				sent.push(item);
				if (errors[item]) throw errors[item];
			},
			onDelivered(item, isLast) {
				events.push(`${item} delivered${isLast ? ', last' : ''}`);
				remove(item);
			},
			onDeferred: (_, item, until) =>
				events.push(`${item} deferred ${until === null ? 'without a response' : until - Date.now()}`),
			onRejected(_, item) {
				events.push(`${item} rejected`);
				remove(item);
			},
			...handlers,
		}),
		locks,
		clock,
	});
	const close = delivery.start();
	closeTabs.push(close);
	return { delivery, events, close };
}

test('sends pending items oldest first and marks the last one', async () => {
	queued = ['a1', 'b1', 'a2'];
	const { events } = openTab();
	await advance(0);
	expect(events).toEqual(['a1 delivered', 'b1 delivered', 'a2 delivered, last']);
});

test('sends new items immediately', async () => {
	const { events } = openTab();
	await advance(second);
	enqueue('a1');
	await advance(0);
	expect(events).toEqual(['a1 delivered, last']);
});

test('stops at an item without a response and retries after 1, 2 and 4 seconds, or once the network is back', async () => {
	queued = ['a1', 'b1'];
	errors = { a1: new NetworkError(null) };
	const { delivery, events } = openTab();
	await advance(second - 1);
	expect(sent).toEqual(['a1']);
	await advance(1);
	expect(sent).toEqual(['a1', 'a1']);
	await advance(2 * second);
	await advance(4 * second - 1);
	expect(sent).toHaveLength(3);
	errors = {};
	delivery.retryNow();
	await advance(0);
	expect(events.slice(-2)).toEqual(['a1 delivered', 'b1 delivered, last']);
});

test('holds up only the queue of a deferred item, for as long as the server says', async () => {
	queued = ['a1', 'b1', 'a2', 'b2'];
	errors = { a1: apiError(429, 3600) };
	const { delivery, events } = openTab();
	await advance(0);
	expect(events).toEqual([`a1 deferred ${3600 * second}`, 'b1 delivered', 'b2 delivered']);
	errors = {};
	delivery.retryNow();
	await advance(3600 * second - 1);
	expect(sent).toEqual(['a1', 'b1', 'b2']);
	await advance(1);
	expect(events.slice(-2)).toEqual(['a1 delivered', 'a2 delivered, last']);
});

test('doubles the delay of an item that is deferred repeatedly without a time', async () => {
	queued = ['a1'];
	errors = { a1: apiError(503) };
	const { events } = openTab();
	await advance(7 * second);
	expect(events).toEqual([
		`a1 deferred ${second}`,
		`a1 deferred ${2 * second}`,
		`a1 deferred ${4 * second}`,
		`a1 deferred ${8 * second}`,
	]);
});

test('checks a held queue again after an hour', async () => {
	queued = ['a1'];
	let until = Number.POSITIVE_INFINITY;
	openTab({ getNotBefore: () => until });
	await advance(0);
	until = 0;
	await advance(3_600_000 - 1);
	expect(sent).toEqual([]);
	await advance(1);
	expect(sent).toEqual(['a1']);
});

test('drops a rejected item and sends the next one of its queue', async () => {
	queued = ['a1', 'a2'];
	errors = { a1: apiError(404) };
	const { events } = openTab();
	await advance(0);
	expect(events).toEqual(['a1 rejected', 'a2 delivered, last']);
});

test('sends from one tab, and from another once the first is closed', async () => {
	queued = ['a1', 'a2', 'b1'];
	const response = Promise.withResolvers<void>();
	const first = openTab({ send: () => response.promise });
	const other = openTab();
	await advance(10 * second);
	expect(sent).toEqual([]);
	first.close();
	response.resolve();
	await advance(0);
	expect(first.events).toEqual(['a1 delivered']);
	expect(other.events).toEqual(['a2 delivered', 'b1 delivered, last']);
});

test('skips an item that is being sent elsewhere, and sends it if it is still pending afterwards', async () => {
	queued = ['a1', 'b1'];
	const otherSend = Promise.withResolvers<void>();
	void locks.withLock('a', () => otherSend.promise);
	openTab();
	await advance(0);
	expect(sent).toEqual(['b1']);
	otherSend.resolve();
	await advance(second);
	expect(sent).toEqual(['b1', 'a1']);
});

test('sends and retries nothing after it is closed', async () => {
	queued = ['a1'];
	errors = { a1: new NetworkError(null) };
	const { close } = openTab();
	await advance(0);
	close();
	enqueue('a2');
	await advance(60 * second);
	expect(sent).toEqual(['a1']);
});

test('picks the oldest item of each queue', () => {
	const queue = ([queue = '']: Item) => queue;
	expect(getFirstPerQueue(['a1', 'b1', 'a2', 'b2'], queue)).toEqual(['a1', 'b1']);
	expect(getFirstPerQueue([], queue)).toEqual([]);
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
])('classifies as %s: %o', (outcome, error) => {
	expect(classifyDeliveryError(error)).toBe(outcome);
});
