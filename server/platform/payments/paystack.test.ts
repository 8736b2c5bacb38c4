import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type PaystackServer, startPaystackServer } from '../testing/paystack-server.ts';
import { Unavailable } from '../unavailable.ts';
import { createPaystack, DuplicateReference, type Payments } from './index.ts';

let paystack: PaystackServer;
let payments: Payments;

beforeEach(async () => {
	paystack = await startPaystackServer();
	payments = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 30_000, pauses: [1, 1] });
});
afterEach(() => paystack.close());

const returnTo = 'http://127.0.0.1:1/enrollment/a.b';
const seventyThousand = { amount: 7_000_000, currency: 'NGN', email: 'ada@example.com', returnTo };

test('a payment is begun once, paid and verified', async () => {
	const address = await payments.begin({ reference: 'KSW-1', ...seventyThousand });
	expect(new URL(address).origin).toBe(paystack.url);
	expect(await payments.verify('KSW-1')).toMatchObject({ reference: 'KSW-1', status: 'abandoned' });
	await paystack.pay('KSW-1');
	const paid = { reference: 'KSW-1', status: 'success', amount: 7_000_000, currency: 'NGN' };
	expect(await payments.verify('KSW-1')).toEqual(paid);
	await expect(payments.begin({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(DuplicateReference);
	expect(await payments.verify('KSW-2')).toBeNull();
});

test('the page has two ways back', async () => {
	const address = await payments.begin({ reference: 'KSW-1', ...seventyThousand });
	expect(await (await fetch(address)).text()).toContain('NGN 70000.00');
	const cancelled = await fetch(`${address}/cancel`, { method: 'POST', redirect: 'manual' });
	expect(cancelled.headers.get('location')).toBe(returnTo);
	const paid = await fetch(`${address}/pay`, { method: 'POST', redirect: 'manual' });
	expect(paid.headers.get('location')).toBe(`${returnTo}?trxref=KSW-1&reference=KSW-1`);
	expect((await payments.verify('KSW-1'))?.status).toBe('success');
});

test('a call is tried three times', async () => {
	paystack.breakDown(2);
	await payments.begin({ reference: 'KSW-1', ...seventyThousand });
	paystack.breakDown(3);
	await expect(payments.verify('KSW-1')).rejects.toThrow(Unavailable);
	paystack.loseAnswers(2);
	expect(await payments.verify('KSW-1')).toMatchObject({ status: 'abandoned' });
	// The payment was begun, but nobody knows where: only another reference helps.
	paystack.loseAnswers(1);
	await expect(payments.begin({ reference: 'KSW-2', ...seventyThousand })).rejects.toThrow(DuplicateReference);
});

test('silence, a wrong key and nonsense are no answer', async () => {
	const silent = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 20, pauses: [] });
	paystack.delay(5000);
	await expect(silent.verify('KSW-1')).rejects.toThrow(Unavailable);
	paystack.delay(0);
	const stranger = createPaystack({ secretKey: 'sk_test_other', url: paystack.url, pauses: [] });
	await expect(stranger.verify('KSW-1')).rejects.toThrow('401 Invalid key');
	await expect(stranger.begin({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(Unavailable);

	const another = { reference: 'KSW-2', status: 'success', amount: 7_000_000, currency: 'NGN' };
	const answers = [
		JSON.stringify({ data: another }),
		'<html>',
		'{}',
		'{"data":{"authorization_url":"javascript:alert(1)","reference":"KSW-1"}}',
	];
	const nonsense = createServer((_, response) => response.end(answers.shift())).listen(0, '127.0.0.1');
	await once(nonsense, 'listening');
	onTestFinished(() => void nonsense.close());
	const url = `http://127.0.0.1:${(nonsense.address() as AddressInfo).port}`;
	const confused = createPaystack({ secretKey: 'sk', url, pauses: [] });
	// What is said of another payment is nothing about this one.
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	await expect(confused.begin({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(Unavailable);
});

test('a signature is for these very bytes', async () => {
	await payments.begin({ reference: 'KSW-1', ...seventyThousand });
	const { body, signature } = await paystack.pay('KSW-1');
	expect(payments.isSigned(Buffer.from(body), signature)).toBe(true);
	for (const wrong of [
		signature.replace(/^./, (c) => (c === '0' ? '1' : '0')),
		signature.slice(2),
		'',
		undefined,
		[signature],
	]) {
		expect(payments.isSigned(Buffer.from(body), wrong)).toBe(false);
	}
	expect(payments.isSigned(Buffer.from(`${body} `), signature)).toBe(false);
});
