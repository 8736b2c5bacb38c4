import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import { clock } from './clock.ts';
import { classifyError, Delivery, type DeliveryHandlers, firstPerQueue } from './delivery.ts';
import * as locks from './locks.ts';

/** A thing to be sent, and its line. */
type Item = `${'a' | 'b'}${number}`;

const second = 1000;
const refusal = (status: number, retryAfter?: number) =>
	new ApiError(status, { code: 'invalid', message: 'No' }, retryAfter);

let waiting: Item[];
const listeners = new Set<() => void>();
/** What the server says of each item; undefined where it takes it. */
let errors: Partial<Record<Item, Error>>;
/** What has reached the server, in its order. */
let sent: Item[];
let closeTabs: (() => void)[] = [];

beforeEach(() => {
	vi.useFakeTimers();
	// Turns are then those of this process, which all tabs of a test share.
	vi.stubGlobal('navigator', {});
	[waiting, errors, sent] = [[], {}, []];
});
afterEach(async () => {
	for (const close of closeTabs) close();
	closeTabs = [];
	await passes(0);
	vi.useRealTimers();
});

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function keep(...items: Item[]) {
	waiting = [...waiting, ...items];
	for (const listener of listeners) listener();
}

/** A tab that sends what waits. */
function openTab(handlers: Partial<DeliveryHandlers<Item>> = {}) {
	const told: string[] = [];
	const leave = (item: Item) => {
		waiting = waiting.filter((other) => other !== item);
	};
	const delivery = new Delivery<Item>({
		name: 'things',
		pending: {
			get: () => waiting,
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
		},
		handlers: () => ({
			toSend: (items) => [...items],
			queueKey: ([line = '']) => line,
			async send(item) {
				sent.push(item);
				if (errors[item]) throw errors[item];
			},
			onDelivered(item, isLast) {
				told.push(`${item} arrived${isLast ? ', the last' : ''}`);
				leave(item);
			},
			onDeferred: (_, item, until) =>
				told.push(`${item} waits ${until === null ? 'for an answer' : until - Date.now()}`),
			onRejected(_, item) {
				told.push(`${item} refused`);
				leave(item);
			},
			...handlers,
		}),
		locks,
		clock,
	});
	const close = delivery.start();
	closeTabs.push(close);
	return { delivery, told, close };
}

test('sends what waits, oldest first, and says what the last one is', async () => {
	waiting = ['a1', 'b1', 'a2'];
	const { told } = openTab();
	await passes(0);
	expect(told).toEqual(['a1 arrived', 'b1 arrived', 'a2 arrived, the last']);
});

test('sends what comes later at once', async () => {
	const { told } = openTab();
	await passes(second);
	keep('a1');
	await passes(0);
	expect(told).toEqual(['a1 arrived, the last']);
});

test('stops at an item without an answer, and tries again after 1, 2 and 4 seconds, or once the network is back', async () => {
	waiting = ['a1', 'b1'];
	errors = { a1: new NetworkError(null) };
	const { delivery, told } = openTab();
	await passes(second - 1);
	expect(sent).toEqual(['a1']);
	await passes(1);
	expect(sent).toEqual(['a1', 'a1']);
	await passes(2 * second);
	await passes(4 * second - 1);
	expect(sent).toHaveLength(3);
	errors = {};
	delivery.retryNow();
	await passes(0);
	expect(told.slice(-2)).toEqual(['a1 arrived', 'b1 arrived, the last']);
});

test('an item put off holds up its own line only, for as long as the server says', async () => {
	waiting = ['a1', 'b1', 'a2', 'b2'];
	errors = { a1: refusal(429, 3600) };
	const { delivery, told } = openTab();
	await passes(0);
	expect(told).toEqual([`a1 waits ${3600 * second}`, 'b1 arrived', 'b2 arrived']);
	errors = {};
	delivery.retryNow();
	await passes(3600 * second - 1);
	expect(sent).toEqual(['a1', 'b1', 'b2']);
	await passes(1);
	expect(told.slice(-2)).toEqual(['a1 arrived', 'a2 arrived, the last']);
});

test('an item that is put off again and again without a time waits longer each time', async () => {
	waiting = ['a1'];
	errors = { a1: refusal(503) };
	const { told } = openTab();
	await passes(7 * second);
	expect(told).toEqual([
		`a1 waits ${second}`,
		`a1 waits ${2 * second}`,
		`a1 waits ${4 * second}`,
		`a1 waits ${8 * second}`,
	]);
});

test('looks at a line after an hour, however long it is held', async () => {
	waiting = ['a1'];
	let until = Number.POSITIVE_INFINITY;
	openTab({ getNotBefore: () => until });
	await passes(0);
	until = 0;
	await passes(3_600_000 - 1);
	expect(sent).toEqual([]);
	await passes(1);
	expect(sent).toEqual(['a1']);
});

test('a refused item leaves, and the next of its line is sent', async () => {
	waiting = ['a1', 'a2'];
	errors = { a1: refusal(404) };
	const { told } = openTab();
	await passes(0);
	expect(told).toEqual(['a1 refused', 'a2 arrived, the last']);
});

test('one tab sends, and another takes over once it is closed', async () => {
	waiting = ['a1', 'a2', 'b1'];
	const answered = Promise.withResolvers<void>();
	const first = openTab({ send: () => answered.promise });
	const other = openTab();
	await passes(10 * second);
	expect(sent).toEqual([]);
	first.close();
	answered.resolve();
	await passes(0);
	expect(first.told).toEqual(['a1 arrived']);
	expect(other.told).toEqual(['a2 arrived', 'b1 arrived, the last']);
});

test('leaves what is just sent elsewhere, and sends it where it did not arrive there', async () => {
	waiting = ['a1', 'b1'];
	const elsewhere = Promise.withResolvers<void>();
	void locks.withLock('a', () => elsewhere.promise);
	openTab();
	await passes(0);
	expect(sent).toEqual(['b1']);
	elsewhere.resolve();
	await passes(second);
	expect(sent).toEqual(['b1', 'a1']);
});

test('sends nothing more once it is closed, also what was to be tried again', async () => {
	waiting = ['a1'];
	errors = { a1: new NetworkError(null) };
	const { close } = openTab();
	await passes(0);
	close();
	keep('a2');
	await passes(60 * second);
	expect(sent).toEqual(['a1']);
});

test('of each line the oldest item goes first', () => {
	const line = ([line = '']: Item) => line;
	expect(firstPerQueue(['a1', 'b1', 'a2', 'b2'], line)).toEqual(['a1', 'b1']);
	expect(firstPerQueue([], line)).toEqual([]);
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
	expect(classifyError(error)).toBe(outcome);
});
