import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { createRetryPolicy, type RetryWait } from './retry-policy.ts';
import { MediaHostError } from './upload.ts';

const lost = new NetworkError(new Error('No mast'));
const badGateway = new MediaHostError(502, null);
const seconds = 1000;

let waiting: RetryWait | null;
let controller: AbortController;

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('window', new EventTarget());
	waiting = null;
	controller = new AbortController();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const create = () =>
	createRetryPolicy({
		signal: controller.signal,
		onWaiting(now) {
			waiting = now;
		},
	});

/** How long it waits, milliseconds. */
async function pauseOf(waited: Promise<void>): Promise<number> {
	const before = Date.now();
	await vi.runAllTimersAsync();
	await waited;
	return Date.now() - before;
}

test('a lost network is waited for without end, never longer than 15 seconds at a time', async () => {
	const patience = create();
	const pauses: number[] = [];
	for (let tries = 0; tries < 12; tries += 1) pauses.push(await pauseOf(patience.waitAfter(lost)));
	expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 15].map((pause) => pause * seconds));
	expect(new Set(pauses.slice(5))).toEqual(new Set([15 * seconds]));
	patience.reset();
	expect(await pauseOf(patience.waitAfter(lost))).toBe(seconds);
});

test('whoever cannot at the moment is asked ever more rarely, and as late as it says', async () => {
	const patience = create();
	for (let tries = 0; tries < 8; tries += 1) {
		expect(await pauseOf(patience.waitAfter(badGateway))).toBeLessThanOrEqual(15 * seconds);
	}
	expect(await pauseOf(patience.waitAfter(badGateway))).toBe(300 * seconds);
	patience.reset();
	expect(await pauseOf(patience.waitAfter(new MediaHostError(429, 'Too many tries', 40)))).toBe(40 * seconds);
	expect(await pauseOf(patience.waitAfter(new MediaHostError(410, null), 64 * seconds))).toBe(64 * seconds);
	expect(await pauseOf(patience.waitAfter(new ApiError(503, { code: 'unavailable', message: 'Busy' })))).toBe(
		4 * seconds,
	);
});

test('says what it waits for, and tries at once when it is told to or the browser is online', async () => {
	const patience = create();
	const first = patience.waitAfter(lost);
	expect(waiting?.reason).toBeNull();
	waiting?.retryNow();
	await first;
	expect(waiting).toBeNull();
	const second = patience.waitAfter(new MediaHostError(423, mediaApiText.uploadLocked));
	expect(waiting).toMatchObject({ reason: mediaApiText.uploadLocked });
	window.dispatchEvent(new Event('online'));
	await second;
	const third = patience.waitAfter(badGateway);
	controller.abort(new Error('Cancelled'));
	await expect(third).rejects.toThrow('Cancelled');
});

test('what no waiting helps with is thrown', async () => {
	const refusals = [
		new MediaHostError(415, 'No video'),
		new MediaHostError(401, null),
		new ApiError(422, { code: 'invalid', message: 'Wrong' }),
		new ApiError(429, { code: 'too_many', message: 'Tomorrow' }),
		new TypeError('A mistake of ours'),
	];
	for (const refusal of refusals) await expect(create().waitAfter(refusal)).rejects.toBe(refusal);
});
