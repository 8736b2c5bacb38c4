import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import type { Enrollment } from '../../contract/enrollments.ts';
import { waitForPayment } from './wait-for-payment.ts';

const waiting: Enrollment = {
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
const active: Enrollment = { ...waiting, state: 'active', payment: null };

/** Answers one after the other, the last one for ever. Counts the looks and the time that was waited. */
function asked(...answers: (Enrollment | Error)[]) {
	const told = { looks: 0, waited: 0 };
	const check = async () => {
		const answer = answers[Math.min(told.looks, answers.length - 1)];
		told.looks += 1;
		if (!answer || answer instanceof Error) throw answer;
		return answer;
	};
	const pause = async (milliseconds: number) => {
		told.waited += milliseconds;
	};
	return { told, wait: () => waitForPayment(check, pause) };
}

test('the first look is at once, and enough where the payment is there', async () => {
	const { told, wait } = asked(active);
	expect(await wait()).toBe(active);
	expect(told).toEqual({ looks: 1, waited: 0 });
});

test('it looks again until the payment arrives, whatever goes wrong meanwhile', async () => {
	const busy = new ApiError(503, { code: 'unavailable', message: 'Busy' });
	const { told, wait } = asked(waiting, new NetworkError('lost'), busy, active);
	expect(await wait()).toBe(active);
	expect(told.looks).toBe(4);
});

test('it gives up after about a minute', async () => {
	const { told, wait } = asked(waiting);
	expect(await wait()).toBeNull();
	expect(told.waited).toBeGreaterThan(45_000);
	expect(told.waited).toBeLessThan(75_000);
});

test('what went wrong at the last look is told', async () => {
	const lost = new NetworkError('lost');
	await expect(asked(waiting, lost).wait()).rejects.toBe(lost);
});

test('a request that does not exist is not asked for again', async () => {
	const unknown = new ApiError(404, { code: 'not_found', message: 'No such request' });
	const { told, wait } = asked(unknown);
	await expect(wait()).rejects.toBe(unknown);
	expect(told.looks).toBe(1);
});
