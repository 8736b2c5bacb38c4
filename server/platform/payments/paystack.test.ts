import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type PaystackServer, startPaystackServer } from '../testing/paystack-server.ts';
import { Unavailable } from '../unavailable.ts';
import { createPaystack, DuplicateReference, type Payments } from './index.ts';

let paystack: PaystackServer;
let payments: Payments;

beforeEach(async () => {
	paystack = await startPaystackServer();
	payments = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 30_000, retryDelays: [1, 1] });
});
afterEach(() => paystack.close());

const returnTo = 'http://127.0.0.1:1/enrollment/a.b';
const seventyThousand = { amount: 7_000_000, currency: 'NGN', email: 'ada@example.com', returnTo };

/** Starts a server that is closed after the test; answers its address. */
async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const begun = (authorization_url: string, reference = 'KSW-1') =>
	JSON.stringify({ data: { authorization_url, reference } });

test('a payment is begun once, paid and verified', async () => {
	const address = await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	expect(new URL(address).origin).toBe(paystack.url);
	expect(await payments.verify('KSW-1')).toMatchObject({ reference: 'KSW-1', status: 'abandoned' });
	await paystack.pay('KSW-1');
	const paid = { reference: 'KSW-1', status: 'success', amount: 7_000_000, currency: 'NGN' };
	expect(await payments.verify('KSW-1')).toEqual(paid);
	await expect(payments.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(DuplicateReference);
	expect(await payments.verify('KSW-2')).toBeNull();
});

test('the page has two ways back', async () => {
	const address = await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	expect(await (await fetch(address)).text()).toContain('NGN 70000.00');
	const cancelled = await fetch(`${address}/cancel`, { method: 'POST', redirect: 'manual' });
	expect(cancelled.headers.get('location')).toBe(returnTo);
	const paid = await fetch(`${address}/pay`, { method: 'POST', redirect: 'manual' });
	expect(paid.headers.get('location')).toBe(`${returnTo}?trxref=KSW-1&reference=KSW-1`);
	expect((await payments.verify('KSW-1'))?.status).toBe('success');
});

test('a call is tried three times', async () => {
	paystack.failNext(2);
	await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	paystack.failNext(3);
	await expect(payments.verify('KSW-1')).rejects.toThrow(Unavailable);
	paystack.loseResponses(2);
	expect(await payments.verify('KSW-1')).toMatchObject({ status: 'abandoned' });
	// The payment was begun, but nobody knows where: only another reference helps.
	paystack.loseResponses(1);
	await expect(payments.initialize({ reference: 'KSW-2', ...seventyThousand })).rejects.toThrow(DuplicateReference);
});

test('silence, a wrong key and nonsense are no answer', async () => {
	const silent = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 20, retryDelays: [] });
	paystack.delay(5000);
	await expect(silent.verify('KSW-1')).rejects.toThrow(Unavailable);
	paystack.delay(0);
	const stranger = createPaystack({ secretKey: 'sk_test_other', url: paystack.url, retryDelays: [] });
	await expect(stranger.verify('KSW-1')).rejects.toThrow('401 Invalid key');
	await expect(stranger.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(Unavailable);

	const another = { reference: 'KSW-2', status: 'success', amount: 7_000_000, currency: 'NGN' };
	const answers = [
		JSON.stringify({ data: another }),
		'<html>',
		'{}',
		begun('javascript:alert(1)'),
		begun('xhttp://pay.example'),
		begun('httpx://pay.example'),
		begun('https://pay.example', 'KSW-2'),
	];
	const url = await listen(createServer((_, response) => response.end(answers.shift())));
	const confused = createPaystack({ secretKey: 'sk', url, retryDelays: [] });
	// What is said of another payment is nothing about this one.
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	await expect(confused.verify('KSW-1')).rejects.toThrow(Unavailable);
	for (let time = 0; time < 4; time += 1) {
		await expect(confused.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(Unavailable);
	}
	expect(answers).toEqual([]);
});

test('a call says who calls, and what for', async () => {
	const calls: unknown[] = [];
	const url = await listen(
		createServer(async (request, response) => {
			const { authorization, 'content-type': type } = request.headers;
			calls.push([request.method, request.url, authorization, type, await text(request)]);
			response.end(request.method === 'POST' ? begun('https://pay.example/') : '{}');
		}),
	);
	const ours = createPaystack({ secretKey: 'sk_test', url, retryDelays: [] });
	expect(await ours.initialize({ reference: 'KSW-1', ...seventyThousand })).toBe('https://pay.example/');
	await expect(ours.verify('KSW/1')).rejects.toThrow(Unavailable);
	const { returnTo: callback_url, ...form } = { reference: 'KSW-1', ...seventyThousand };
	const sent = JSON.stringify({ ...form, callback_url, metadata: { cancel_action: callback_url } });
	expect(calls).toEqual([
		['POST', '/transaction/initialize', 'Bearer sk_test', 'application/json', sent],
		['GET', '/transaction/verify/KSW%2F1', 'Bearer sk_test', undefined, ''],
	]);
});

test('what is busy or broken is tried again, and what refuses is not', async () => {
	let calls = 0;
	const answers: [status: number, body: string][] = [];
	const url = await listen(
		createServer((_, response) => {
			calls += 1;
			const [status, body] = answers.shift() ?? [404, '{}'];
			response.writeHead(status).end(body);
		}),
	);
	const ours = createPaystack({ secretKey: 'sk', url, retryDelays: [1, 1] });
	const paid = { reference: 'KSW-1', status: 'success', amount: 1, currency: 'NGN' };
	answers.push([429, begun('https://pay.example/')], [500, '{}'], [200, JSON.stringify({ data: paid })]);
	expect(await ours.verify('KSW-1')).toEqual(paid);
	expect(calls).toBe(3);

	answers.push([503, '{}'], [503, '{}'], [503, '{}']);
	const noAnswer = { message: 'Paystack does not answer', cause: { message: 'It answered 503' } };
	await expect(ours.verify('KSW-1')).rejects.toMatchObject(noAnswer);

	const refusals: [status: number, message: string, begin: object, verify: object | null][] = [
		[400, 'Duplicate Transaction Reference', { name: 'DuplicateReference' }, { name: 'Unavailable' }],
		[403, 'Duplicate Transaction Reference', { name: 'Unavailable' }, { name: 'Unavailable' }],
		[400, 'Transaction reference not found', { name: 'Unavailable' }, null],
		[403, 'Transaction reference not found', { name: 'Unavailable' }, { name: 'Unavailable' }],
		[404, 'Gone', { name: 'Unavailable' }, null],
		[400, 'Gone', { name: 'Unavailable' }, { name: 'Unavailable' }],
	];
	for (const [status, message, begin, verify] of refusals) {
		const answer: [number, string] = [status, JSON.stringify({ message, data: { ...paid, authorization_url: url } })];
		answers.push(answer, answer);
		calls = 0;
		const said = expect.stringContaining(message);
		const begun = ours.initialize({ reference: 'KSW-1', ...seventyThousand });
		await expect(begun).rejects.toMatchObject({ ...begin, message: said });
		if (verify === null) expect(await ours.verify('KSW-1')).toBeNull();
		else
			await expect(ours.verify('KSW-1')).rejects.toMatchObject({
				...verify,
				message: expect.stringContaining(message),
			});
		expect(calls).toBe(2);
	}
});

test('a call ends where nobody waits for it any more, and is not tried again', async () => {
	let calls = 0;
	let onCall = () => {};
	const url = await listen(
		createServer((request) => {
			calls += 1;
			onCall();
			// The next try of the third call is waited for.
			if (calls === 3) request.socket.destroy();
		}),
	);
	const patient = createPaystack({ secretKey: 'sk', url, timeout: 3_600_000, retryDelays: [3_600_000] });
	/** Asks, and leaves so many milliseconds after the call has come. */
	async function leave(wait: number): Promise<unknown> {
		const leaving = new AbortController();
		onCall = () => void setTimeout(() => leaving.abort(new Error('left')), wait);
		return patient.verify('KSW-1', leaving.signal).catch((error: unknown) => error);
	}
	expect(await leave(0)).toEqual(new Error('left'));
	expect(await leave(5)).toEqual(new Error('left'));
	expect(await leave(20)).toBeInstanceOf(Error);
	expect(calls).toBe(3);
});

test('a signature is for these very bytes', async () => {
	await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	const { body, signature } = await paystack.pay('KSW-1');
	expect(payments.isSignatureValid(Buffer.from(body), signature)).toBe(true);
	for (const wrong of [
		signature.replace(/^./, (c) => (c === '0' ? '1' : '0')),
		signature.slice(2),
		'',
		undefined,
		[signature],
		`zz${signature}`,
		`${signature}zz`,
	]) {
		expect(payments.isSignatureValid(Buffer.from(body), wrong)).toBe(false);
	}
	expect(payments.isSignatureValid(Buffer.from(`${body} `), signature)).toBe(false);
});
