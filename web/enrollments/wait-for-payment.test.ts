import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import type { Enrollment } from '../../contract/enrollments/enrollments.ts';
import { waitForPayment } from './wait-for-payment.ts';

const awaitingPayment: Enrollment = {
	id: 'key',
	course_id: 'web-hacking-essentials',
	course_title: 'Web Hacking Essentials',
	name: 'Ada',
	state: 'awaiting_payment',
	price_kobo: 7_000_000,
	price: 'NGN 70,000',
	created_at: '2026-01-01T00:00:00.000Z',
	steps: [],
	payment: { online: true, bank: null, proofs: [] },
	joined: false,
};
const active: Enrollment = { ...awaitingPayment, state: 'active', payment: null };

/** Fakes the payment check: it gives the responses in order and repeats the last one. `calls` counts checks and milliseconds waited. */
function setUp(...responses: (Enrollment | Error)[]) {
	const calls = { checks: 0, waited: 0 };
	const check = async () => {
		const response = responses[Math.min(calls.checks, responses.length - 1)];
		calls.checks += 1;
		if (!response || response instanceof Error) throw response;
		return response;
	};
	const pause = async (milliseconds: number) => {
		calls.waited += milliseconds;
	};
	return { calls, wait: () => waitForPayment(check, pause) };
}

test('checks at once and stops if the payment has arrived', async () => {
	const { calls, wait } = setUp(active);
	expect(await wait()).toBe(active);
	expect(calls).toEqual({ checks: 1, waited: 0 });
});

test('retries until the payment arrives, despite errors', async () => {
	const busy = new ApiError(503, { code: 'unavailable', message: 'Busy' });
	const { calls, wait } = setUp(awaitingPayment, new NetworkError('lost'), busy, active);
	expect(await wait()).toBe(active);
	expect(calls.checks).toBe(4);
});

test('gives up after about a minute', async () => {
	const { calls, wait } = setUp(awaitingPayment);
	expect(await wait()).toBeNull();
	expect(calls.waited).toBeGreaterThan(45_000);
	expect(calls.waited).toBeLessThan(75_000);
});

test('throws the error of the last check', async () => {
	const lost = new NetworkError('lost');
	await expect(setUp(awaitingPayment, lost).wait()).rejects.toBe(lost);
});

test('does not retry a 404', async () => {
	const unknown = new ApiError(404, { code: 'not_found', message: 'No such request' });
	const { calls, wait } = setUp(unknown);
	await expect(wait()).rejects.toBe(unknown);
	expect(calls.checks).toBe(1);
});
