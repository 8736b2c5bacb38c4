import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createOpenTelemetry } from '../core/open-telemetry.ts';
import { runInSpan } from '../core/operation.ts';
import { createPublicHttpsAgent, createPublicReceivers, type OutgoingReceivers } from '../senders/outgoing/index.ts';
import { type LoopbackReceiver, startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { createMessageSender } from './send-message.ts';

let receiver: LoopbackReceiver;

beforeAll(async () => {
	receiver = await startWebhookReceiver();
});
beforeEach(() => {
	receiver.received.length = 0;
	receiver.respondWith('shop.example', 204);
});
afterAll(() => receiver.close());

const neverAborts = new AbortController().signal;

function send(url = 'https://shop.example/hook', receivers: Partial<OutgoingReceivers> = {}) {
	const sendMessage = createMessageSender({ ...receiver.receivers, ...receivers });
	return sendMessage(url, { 'webhook-id': 'a' }, '{"type":"webhook.test"}', neverAborts);
}

describe('the result of a message', () => {
	test.each([
		[200, '2xx'],
		[204, '2xx'],
		[307, '3xx'],
		[410, '4xx'],
		[503, '5xx'],
		['broken', 'none'],
	] as const)('of a receiver that responds with %s is %s', async (behaviour, result) => {
		receiver.respondWith('shop.example', behaviour);
		expect(await send()).toBe(result);
		// No redirect is followed.
		expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
	});

	test('is none for a receiver that does not respond in time', async () => {
		receiver.respondWith('shop.example', 'silence');
		expect(await send(undefined, { timeout: 100 })).toBe('none');
	});

	test('is none for a receiver whose certificate is for another name', async () => {
		expect(await send('https://third.example/')).toBe('none');
		expect(receiver.received).toEqual([]);
	});

	test('is none for a URL that is no longer allowed', async () => {
		expect(await send(undefined, { allows: () => false })).toBe('none');
		expect(receiver.received).toEqual([]);
	});

	test('is an error if the process stops', async () => {
		receiver.respondWith('shop.example', 'silence');
		const reason = new Error('stopped');
		const sending = createMessageSender(receiver.receivers)(
			'https://shop.example/',
			{},
			'{}',
			AbortSignal.abort(reason),
		);
		await expect(sending).rejects.toBe(reason);
	});
});

test('a message is a step in the trace of its job, without the address', async () => {
	const exporter = new InMemorySpanExporter();
	const tracer = createOpenTelemetry({
		settings: { endpoint: 'http://127.0.0.1:1', sampler: 'always_on', samplerRatio: 1 },
		onError: () => {},
		processor: new SimpleSpanProcessor({ exporter }),
	});
	onTestFinished(() => tracer.close());
	await runInSpan('job', tracer.startSpan('job', {}), () => send());
	await runInSpan('job', tracer.startSpan('job', {}), () => send('https://third.example/'));
	const steps = exporter.getFinishedSpans().filter(({ name }) => name !== 'job');
	expect(steps.map(({ name, kind, attributes }) => [name, kind, attributes])).toEqual([
		['POST', SpanKind.CLIENT, { 'http.request.method': 'POST', 'http.response.status_code': 204 }],
		['POST', SpanKind.CLIENT, { 'http.request.method': 'POST', 'error.type': 'ERR_TLS_CERT_ALTNAME_INVALID' }],
	]);
});

describe('a private address', () => {
	let connections = 0;
	const listener = createServer();
	listener.on('connection', (socket) => {
		connections += 1;
		socket.destroy();
	});

	beforeAll(() => new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve)));
	beforeEach(() => {
		connections = 0;
	});
	afterEach(() => expect(connections).toBe(0));
	afterAll(() => void listener.close());

	/** Receivers at any URL, so that only the agent can reject one. `addresses` are what a host name resolves to, one lookup after another. */
	function resolveTo(addresses: string[], options = {}): OutgoingReceivers & { lookups: () => number } {
		let lookups = 0;
		const lookup: LookupFunction = (_host, { all }, callback) => {
			const address = addresses[Math.min(lookups, addresses.length - 1)] ?? '';
			lookups += 1;
			if (all) callback(null, [{ address, family: 4 }]);
			else callback(null, address, 4);
		};
		return { allows: () => true, agent: createPublicHttpsAgent({ ...options, lookup }), lookups: () => lookups };
	}

	const port = () => (listener.address() as AddressInfo).port;

	test.each([
		'127.0.0.1',
		'[::1]',
		'0.0.0.0',
		'169.254.169.254',
		'10.0.0.1',
		'192.168.1.1',
		'[fd00::1]',
		'[::ffff:127.0.0.1]',
	])('%s gets no connection', async (host) => {
		const receivers = { allows: () => true, agent: createPublicHttpsAgent() };
		expect(await send(`https://${host}:${port()}/`, receivers)).toBe('none');
	});

	test.each(['localhost', 'localhost.'])('named %s gets no connection', async (host) => {
		const receivers = { allows: () => true, agent: createPublicHttpsAgent() };
		expect(await send(`https://${host}:${port()}/`, receivers)).toBe('none');
	});

	test('behind a public name gets no connection', async () => {
		const receivers = resolveTo(['127.0.0.1']);
		expect(await send(`https://shop.example:${port()}/`, receivers)).toBe('none');
		expect(receivers.lookups()).toBe(1);
	});

	test('to which a name changes later gets no connection, because each connection uses the address that was checked', async () => {
		let accepted = 0;
		const allowed = createServer().on('connection', (socket) => {
			accepted += 1;
			socket.destroy();
		});
		await new Promise<void>((resolve) => void allowed.listen(port(), '127.0.0.2', resolve));
		onTestFinished(() => void allowed.close());
		// 127.0.0.2 stands for a public address.
		const receivers = resolveTo(['127.0.0.2', '127.0.0.1'], { allowIPAddressList: ['127.0.0.2'] });
		const url = `https://rebinding.example:${port()}/`;
		expect(await send(url, receivers)).toBe('none');
		expect([receivers.lookups(), accepted]).toEqual([1, 1]);
		expect(await send(url, receivers)).toBe('none');
		expect([receivers.lookups(), accepted]).toEqual([2, 1]);
	});

	test('is not even looked up: URLs with it, with a port or without https are not allowed', () => {
		const { allows } = createPublicReceivers();
		for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'http://shop.example/', 'https://shop.example:8443/']) {
			expect(allows(new URL(url)), url).toBe(false);
		}
		expect(allows(new URL('https://shop.example/hook?a=b'))).toBe(true);
	});
});
