import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { createRetryPolicy, type RetryWait } from './retry-policy.ts';
import { MediaHostError } from './upload.ts';

const lost = new NetworkError(new Error('No signal'));
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

/** Returns the milliseconds until `waited` resolves. */
async function measureWait(waited: Promise<void>): Promise<number> {
	const before = Date.now();
	await vi.runAllTimersAsync();
	await waited;
	return Date.now() - before;
}

test('retries a lost network forever, with pauses of at most 15 seconds', async () => {
	const policy = create();
	const pauses: number[] = [];
	for (let tries = 0; tries < 12; tries += 1) pauses.push(await measureWait(policy.waitAfter(lost)));
	expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 15].map((pause) => pause * seconds));
	expect(new Set(pauses.slice(5))).toEqual(new Set([15 * seconds]));
	policy.reset();
	expect(await measureWait(policy.waitAfter(lost))).toBe(seconds);
});

test('retries a busy host with long pauses after 8 tries, and respects Retry-After', async () => {
	const policy = create();
	for (let tries = 0; tries < 8; tries += 1) {
		expect(await measureWait(policy.waitAfter(badGateway))).toBeLessThanOrEqual(15 * seconds);
	}
	expect(await measureWait(policy.waitAfter(badGateway))).toBe(300 * seconds);
	policy.reset();
	expect(await measureWait(policy.waitAfter(new MediaHostError(429, 'Too many tries', 40)))).toBe(40 * seconds);
	expect(await measureWait(policy.waitAfter(new MediaHostError(410, null), 64 * seconds))).toBe(64 * seconds);
	expect(await measureWait(policy.waitAfter(new ApiError(503, { code: 'unavailable', message: 'Busy' })))).toBe(
		4 * seconds,
	);
});

test('reports what it waits for, and retries on demand or when the browser is online', async () => {
	const policy = create();
	const first = policy.waitAfter(lost);
	expect(waiting?.reason).toBeNull();
	waiting?.retryNow();
	await first;
	expect(waiting).toBeNull();
	const second = policy.waitAfter(new MediaHostError(423, mediaApiText.uploadLocked));
	expect(waiting).toMatchObject({ reason: mediaApiText.uploadLocked });
	window.dispatchEvent(new Event('online'));
	await second;
	const third = policy.waitAfter(badGateway);
	controller.abort(new Error('Cancelled'));
	await expect(third).rejects.toThrow('Cancelled');
});

test('throws permanent errors', async () => {
	const errors = [
		new MediaHostError(415, 'No video'),
		new MediaHostError(401, null),
		new ApiError(422, { code: 'invalid', message: 'Wrong' }),
		new ApiError(429, { code: 'too_many', message: 'Tomorrow' }),
		new TypeError('A bug'),
	];
	for (const error of errors) await expect(create().waitAfter(error)).rejects.toBe(error);
});
