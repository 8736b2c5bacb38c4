import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { DomainError } from './domain-error.ts';
import { createOpenTelemetry } from './open-telemetry.ts';

/** More spans than may wait for the collector. */
const manySpans = 10_000;

function open(endpoint: string, env: Record<string, string> = {}) {
	const exporter = new InMemorySpanExporter();
	const errors: Error[] = [];
	const { traces } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env });
	if (!traces) throw new Error('Traces are off');
	const createTracer = (isCollected: boolean) =>
		createOpenTelemetry({
			settings: traces,
			onError: (error) => void errors.push(error),
			processor: isCollected ? undefined : new SimpleSpanProcessor({ exporter }),
		});
	return { errors, createTracer, listSpans: () => exporter.getFinishedSpans() };
}

/** Starts a collector that accepts connections and never responds. */
async function startSilentCollector() {
	let received = 0;
	const server = createServer((request) => {
		received += 1;
		request.resume();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, countRequests: () => received };
}

describe('a collector that does not respond', () => {
	beforeEach(() => {
		vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '50');
	});

	test('a failed export is reported, and spans that cannot wait are dropped', async () => {
		const { address, countRequests } = await startSilentCollector();
		const { createTracer, errors } = open(address);
		const tracer = createTracer(true);
		for (let count = 0; count < manySpans; count += 1) tracer.startSpan('step', {}).end();
		await expect.poll(() => errors.length).toBeGreaterThan(0);
		await tracer.close();
		// 2,048 spans wait, in requests of at most 512. One more request was on its way before.
		expect(countRequests()).toBeLessThanOrEqual(6);
	});

	test('the end of the process is delayed for at most three seconds', async () => {
		vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '600000');
		const { address, countRequests } = await startSilentCollector();
		const tracer = open(address).createTracer(true);
		tracer.startSpan('step', {}).end();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		onTestFinished(() => void vi.useRealTimers());
		const closed = tracer.close();
		while (countRequests() === 0) await new Promise((resolve) => setImmediate(resolve));
		await vi.advanceTimersByTimeAsync(3000);
		await expect(closed).resolves.toBeUndefined();
	});
});

describe('spans', () => {
	test('a span contains the type of an error, and not its message', () => {
		const { createTracer, listSpans } = open('http://127.0.0.1:1');
		const tracer = createTracer(false);
		tracer.startSpan('a', {}).end(new TypeError('secret'));
		tracer.startSpan('b', {}).end(Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }));
		tracer.startSpan('c', {}).end(new DomainError('not_found', 'secret'));
		tracer.startSpan('d', {}).end();
		expect(listSpans().map(({ status, attributes }) => [status, attributes])).toEqual([
			[{ code: 2 }, { 'error.type': 'TypeError' }],
			[{ code: 2 }, { 'error.type': 'ECONNREFUSED' }],
			[{ code: 0 }, { 'error.type': 'not_found' }],
			[{ code: 0 }, {}],
		]);
	});

	test('the span of a batch is linked to the traces of its jobs', () => {
		const { createTracer, listSpans } = open('http://127.0.0.1:1');
		const tracer = createTracer(false);
		const links = [tracer.startSpan('one', {}), tracer.startSpan('two', {})].map(({ traceparent }) => traceparent);
		tracer.startSpan('batch', { links }).end();
		const [batch] = listSpans();
		expect(batch?.parentSpanContext).toBeUndefined();
		expect(batch?.links.map(({ context }) => `00-${context.traceId}-${context.spanId}-01`)).toEqual(links);
	});

	test.each([
		['always_off', '1', 0],
		['traceidratio', '0', 0],
		['traceidratio', '1', 1],
		['parentbased_traceidratio', '0', 1],
		['parentbased_always_on', '1', 1],
		['always_on', '0', 1],
	])('OTEL_TRACES_SAMPLER=%s with %s decides whether a span is sent', (sampler, share, sampled) => {
		const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share };
		const { createTracer, listSpans } = open('http://127.0.0.1:1', env);
		const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
		createTracer(false).startSpan('step', { traceparent }).end();
		expect(listSpans()).toHaveLength(sampled);
	});

	test('attributes of a span have at most 2,000 characters', () => {
		const { createTracer, listSpans } = open('http://127.0.0.1:1');
		createTracer(false)
			.startSpan('query', { attributes: { 'db.query.text': 'x'.repeat(5000) } })
			.end();
		expect(listSpans()[0]?.attributes['db.query.text']).toHaveLength(2000);
	});
});
