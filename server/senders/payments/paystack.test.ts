import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { type PaystackServer, startPaystackServer } from '../../testing/paystack-server.ts';
import { createPaystack, DuplicateReferenceError, type PaymentProvider } from './index.ts';

let paystack: PaystackServer;
let payments: PaymentProvider;

beforeEach(async () => {
	paystack = await startPaystackServer();
	payments = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 30_000, retryDelays: [1, 1] });
});
afterEach(() => paystack.close());

const returnTo = 'http://127.0.0.1:1/enrollment/a.b';
const seventyThousand = { amount: 7_000_000, currency: 'NGN', email: 'ada@example.com', returnTo };

/** Starts a server that closes after the test. Returns its URL. */
async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const initializeResponse = (authorization_url: string, reference = 'KSW-1') =>
	JSON.stringify({ data: { authorization_url, reference } });

test('initializes a payment once and verifies it after payment', async () => {
	const address = await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	expect(new URL(address).origin).toBe(paystack.url);
	expect(await payments.verify('KSW-1')).toMatchObject({ reference: 'KSW-1', status: 'abandoned' });
	await paystack.pay('KSW-1');
	const paid = { reference: 'KSW-1', status: 'success', amount: 7_000_000, currency: 'NGN' };
	expect(await payments.verify('KSW-1')).toEqual(paid);
	await expect(payments.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(
		DuplicateReferenceError,
	);
	expect(await payments.verify('KSW-2')).toBeNull();
});

test('redirects from the payment page after payment and cancellation', async () => {
	const address = await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	expect(await (await fetch(address)).text()).toContain('NGN 70000.00');
	const cancelled = await fetch(`${address}/cancel`, { method: 'POST', redirect: 'manual' });
	expect(cancelled.headers.get('location')).toBe(returnTo);
	const paid = await fetch(`${address}/pay`, { method: 'POST', redirect: 'manual' });
	expect(paid.headers.get('location')).toBe(`${returnTo}?trxref=KSW-1&reference=KSW-1`);
	expect((await payments.verify('KSW-1'))?.status).toBe('success');
});

test('attempts a call three times', async () => {
	paystack.failNext(2);
	await payments.initialize({ reference: 'KSW-1', ...seventyThousand });
	paystack.failNext(3);
	await expect(payments.verify('KSW-1')).rejects.toThrow(ServiceUnavailableError);
	paystack.loseResponses(2);
	expect(await payments.verify('KSW-1')).toMatchObject({ status: 'abandoned' });
	// The payment exists, but the URL of its payment page is lost. Only a payment with a new reference helps.
	paystack.loseResponses(1);
	await expect(payments.initialize({ reference: 'KSW-2', ...seventyThousand })).rejects.toThrow(
		DuplicateReferenceError,
	);
});

test('throws ServiceUnavailableError for a timeout, a wrong key and an invalid response', async () => {
	const impatient = createPaystack({ secretKey: paystack.secretKey, url: paystack.url, timeout: 20, retryDelays: [] });
	paystack.delay(5000);
	await expect(impatient.verify('KSW-1')).rejects.toThrow(ServiceUnavailableError);
	paystack.delay(0);
	const wrongKey = createPaystack({ secretKey: 'sk_test_other', url: paystack.url, retryDelays: [] });
	await expect(wrongKey.verify('KSW-1')).rejects.toThrow('401 Invalid key');
	await expect(wrongKey.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(
		ServiceUnavailableError,
	);

	const otherPayment = { reference: 'KSW-2', status: 'success', amount: 7_000_000, currency: 'NGN' };
	const responses = [
		JSON.stringify({ data: otherPayment }),
		'<html>',
		'{}',
		initializeResponse('javascript:alert(1)'),
		initializeResponse('xhttp://pay.example'),
		initializeResponse('httpx://pay.example'),
		initializeResponse('https://pay.example', 'KSW-2'),
	];
	const url = await listen(createServer((_, response) => response.end(responses.shift())));
	const misled = createPaystack({ secretKey: 'sk', url, retryDelays: [] });
	// A response that is about another payment is invalid.
	await expect(misled.verify('KSW-1')).rejects.toThrow(ServiceUnavailableError);
	await expect(misled.verify('KSW-1')).rejects.toThrow(ServiceUnavailableError);
	await expect(misled.verify('KSW-1')).rejects.toThrow(ServiceUnavailableError);
	for (let attempt = 0; attempt < 4; attempt += 1) {
		await expect(misled.initialize({ reference: 'KSW-1', ...seventyThousand })).rejects.toThrow(
			ServiceUnavailableError,
		);
	}
	expect(responses).toEqual([]);
});

test('sends authorization and content of a call', async () => {
	const calls: unknown[] = [];
	const url = await listen(
		createServer(async (request, response) => {
			const { authorization, 'content-type': type } = request.headers;
			calls.push([request.method, request.url, authorization, type, await text(request)]);
			response.end(request.method === 'POST' ? initializeResponse('https://pay.example/') : '{}');
		}),
	);
	const client = createPaystack({ secretKey: 'sk_test', url, retryDelays: [] });
	expect(await client.initialize({ reference: 'KSW-1', ...seventyThousand })).toBe('https://pay.example/');
	await expect(client.verify('KSW/1')).rejects.toThrow(ServiceUnavailableError);
	const { returnTo: callback_url, ...form } = { reference: 'KSW-1', ...seventyThousand };
	const sent = JSON.stringify({ ...form, callback_url, metadata: { cancel_action: callback_url } });
	expect(calls).toEqual([
		['POST', '/transaction/initialize', 'Bearer sk_test', 'application/json', sent],
		['GET', '/transaction/verify/KSW%2F1', 'Bearer sk_test', undefined, ''],
	]);
});

test('retries busy and failing servers, but not rejected calls', async () => {
	let calls = 0;
	const responses: [status: number, body: string][] = [];
	const url = await listen(
		createServer((_, response) => {
			calls += 1;
			const [status, body] = responses.shift() ?? [404, '{}'];
			response.writeHead(status).end(body);
		}),
	);
	const client = createPaystack({ secretKey: 'sk', url, retryDelays: [1, 1] });
	const paid = { reference: 'KSW-1', status: 'success', amount: 1, currency: 'NGN' };
	responses.push([429, initializeResponse('https://pay.example/')], [500, '{}'], [200, JSON.stringify({ data: paid })]);
	expect(await client.verify('KSW-1')).toEqual(paid);
	expect(calls).toBe(3);

	responses.push([503, '{}'], [503, '{}'], [503, '{}']);
	const expectedError = {
		message: expect.stringMatching(/ does not respond: Response status 503$/),
		cause: { message: 'Response status 503' },
	};
	await expect(client.verify('KSW-1')).rejects.toMatchObject(expectedError);

	const rejections: [status: number, message: string, begin: object, verify: object | null][] = [
		[400, 'Duplicate Transaction Reference', { name: 'DuplicateReferenceError' }, { name: 'ServiceUnavailableError' }],
		[403, 'Duplicate Transaction Reference', { name: 'ServiceUnavailableError' }, { name: 'ServiceUnavailableError' }],
		[400, 'Transaction reference not found', { name: 'ServiceUnavailableError' }, null],
		[403, 'Transaction reference not found', { name: 'ServiceUnavailableError' }, { name: 'ServiceUnavailableError' }],
		[404, 'Gone', { name: 'ServiceUnavailableError' }, null],
		[400, 'Gone', { name: 'ServiceUnavailableError' }, { name: 'ServiceUnavailableError' }],
	];
	for (const [status, message, begin, verify] of rejections) {
		const rejection: [number, string] = [
			status,
			JSON.stringify({ message, data: { ...paid, authorization_url: url } }),
		];
		responses.push(rejection, rejection);
		calls = 0;
		const expectedMessage = expect.stringContaining(message);
		const initialization = client.initialize({ reference: 'KSW-1', ...seventyThousand });
		await expect(initialization).rejects.toMatchObject({ ...begin, message: expectedMessage });
		if (verify === null) expect(await client.verify('KSW-1')).toBeNull();
		else
			await expect(client.verify('KSW-1')).rejects.toMatchObject({
				...verify,
				message: expect.stringContaining(message),
			});
		expect(calls).toBe(2);
	}
});

test('stops a call and its retries on abort', async () => {
	let calls = 0;
	let onCall = () => {};
	const url = await listen(
		createServer((request) => {
			calls += 1;
			onCall();
			// The third call gets no response. It waits for its retry when it is aborted.
			if (calls === 3) request.socket.destroy();
		}),
	);
	const slowClient = createPaystack({ secretKey: 'sk', url, timeout: 3_600_000, retryDelays: [3_600_000] });
	/** Calls `verify`, and aborts it `wait` milliseconds after the server has received the call. */
	async function callAndAbort(wait: number): Promise<unknown> {
		const controller = new AbortController();
		onCall = () => void setTimeout(() => controller.abort(new Error('left')), wait);
		return slowClient.verify('KSW-1', controller.signal).catch((error: unknown) => error);
	}
	expect(await callAndAbort(0)).toEqual(new Error('left'));
	expect(await callAndAbort(5)).toEqual(new Error('left'));
	expect(await callAndAbort(20)).toBeInstanceOf(Error);
	expect(calls).toBe(3);
});

test('does not retry a call to a server that accepts it and says nothing, and names the host', async () => {
	let calls = 0;
	const url = await listen(
		createServer(() => {
			calls += 1;
		}),
	);
	const client = createPaystack({ secretKey: 'sk', url, timeout: 50, retryDelays: [1, 1] });
	await expect(client.verify('KSW-1')).rejects.toMatchObject({
		name: 'ServiceUnavailableError',
		message: expect.stringContaining(`${new URL(url).host} does not respond: `),
	});
	expect(calls).toBe(1);
});

test('validates the signature of exact bytes', async () => {
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
