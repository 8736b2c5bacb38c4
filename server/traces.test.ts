import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request as requestOverHttp } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defaultEngine, describeOnBothEngines } from './testing/database.ts';
import {
	createApiClient,
	goodPassword,
	postPictureAd,
	postVideoAd,
	signUp,
	type TestPerson,
} from './testing/people.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
const upstream = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const traceparent = `00-${upstream.traceId}-${upstream.spanId}-01`;

describeOnBothEngines('traces', (engine) => {
	let server: TestServer;
	let seller: TestPerson;
	let log: string[] = [];
	const exporter = new InMemorySpanExporter();

	beforeAll(async () => {
		server = await startTestServer({
			engine,
			spanProcessor: new SimpleSpanProcessor({ exporter }),
			logDestination: { write: (line) => void log.push(line) },
			env: { ...collector, TRUST_PROXY: '1', LOG_LEVEL: 'info' },
			async render(request, client) {
				await client.getAd({ params: { id: new URL(request.url).pathname.slice(1) } }).catch(() => {});
				return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
			},
		});
		seller = await signUp(server);
		await server.jobs.whenIdle();
	});
	afterEach(() => {
		exporter.reset();
		log = [];
	});
	afterAll(() => server.close());

	const listSpans = () => exporter.getFinishedSpans();

	/** Waits for the end of a span. */
	async function findSpan(name: string): Promise<ReadableSpan> {
		const find = () => listSpans().find((span) => span.name === name);
		await expect.poll(find).toBeDefined();
		return find() as ReadableSpan;
	}

	/** Returns the names of a span and of those above it, the innermost first. */
	function listAncestors(span: ReadableSpan): string[] {
		const parent = listSpans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
		return [span.name, ...(parent ? listAncestors(parent) : [])];
	}

	test('the trace of a request leads through its handler and transaction to the query', async () => {
		await seller.client.createPost({ body: { kind: 'tweet', text: 'New lamps.' } });
		const request = await findSpan('POST /api/posts');
		expect(request).toMatchObject({
			kind: SpanKind.SERVER,
			status: { code: SpanStatusCode.UNSET },
			attributes: {
				'http.request.method': 'POST',
				'http.route': '/api/posts',
				'http.response.status_code': 201,
				'url.scheme': 'http',
			},
			resource: { attributes: { 'service.name': 'kasuwa' } },
		});
		const insert = await findSpan('INSERT posts');
		expect(listAncestors(insert)).toEqual(['INSERT posts', 'createPost', 'transaction', 'POST /api/posts']);
		expect(insert).toMatchObject({
			kind: SpanKind.CLIENT,
			attributes: {
				'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql',
				'db.operation.name': 'INSERT',
				'db.query.text': expect.stringMatching(/^insert into "posts" .*(\?|\$1)/),
			},
		});
	});

	// The next test proves for each engine that a job continues the trace.
	if (engine === defaultEngine)
		test('the trace of a request continues in the job that it queues, and in its ffmpeg', async () => {
			await postVideoAd(seller);
			await server.jobs.whenIdle();
			const ffmpeg = await findSpan('ffmpeg');
			const ancestors = listAncestors(ffmpeg);
			expect(ancestors.at(1)).toMatch(/^job media\./);
			expect(ancestors.at(-1)).toMatch(/^POST /);
			expect(ffmpeg.attributes).toMatchObject({ 'process.executable.name': 'ffmpeg', 'process.exit.code': 0 });
			expect((await findSpan('file write')).attributes).toEqual({ 'file.store': 'disk' });
			expect((await findSpan(String(ancestors.at(1)))).kind).toBe(SpanKind.CONSUMER);
		});

	test('the trace of a request for a new password leads to the mail of its job', async () => {
		await createApiClient(server).forgotPassword({ body: { email: seller.session.email ?? '' } });
		await server.jobs.whenIdle();
		const ancestors = listAncestors(await findSpan('mail'));
		expect(ancestors.at(1)).toMatch(/^job accounts\./);
		expect(ancestors.at(-1)).toMatch(/^POST /);
	});

	test('the trace of each of many pages leads through its rendering to the calls that it makes', async () => {
		const paths = ['/999991', '/999992', '/999993', '/999994', '/999995'];
		await Promise.all(paths.map((path) => fetch(server.address + path)));
		await expect.poll(() => listSpans().filter(({ name }) => name === 'GET /*')).toHaveLength(paths.length);
		const calls = listSpans().filter(({ name }) => name === 'getAd');
		for (const call of calls) expect(listAncestors(call)).toEqual(['getAd', 'render page', 'GET /*']);
		expect(new Set(calls.map((call) => call.spanContext().traceId)).size).toBe(paths.length);
	});

	test('a request continues the trace of a trusted proxy', async () => {
		await fetch(`${server.address}/api/feed`, { headers: { traceparent } });
		const { parentSpanContext } = await findSpan('GET /api/feed');
		expect(parentSpanContext).toMatchObject({ ...upstream, isRemote: true });
	});

	test.each(['nonsense', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`])('ignore the header %s', async (header) => {
		await fetch(`${server.address}/api/feed`, { headers: { traceparent: header } });
		expect((await findSpan('GET /api/feed')).parentSpanContext).toBeUndefined();
	});

	test('failures of the server are marked as errors, and rejected calls are not', async () => {
		await fetch(`${server.address}/api/ads/999999`);
		const missing = await findSpan('GET /api/ads/:id');
		expect(missing).toMatchObject({ status: { code: SpanStatusCode.UNSET } });
		expect(missing.attributes['http.response.status_code']).toBe(404);
		expect(await findSpan('getAd')).toMatchObject({
			status: { code: SpanStatusCode.UNSET },
			attributes: { 'error.type': 'not_found' },
		});
	});

	test('a request has no status if the client leaves before the response', async () => {
		const request = requestOverHttp(`${server.address}/api/posts`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
		});
		request.on('error', () => {}).flushHeaders();
		await once(request, 'continue');
		request.destroy();
		expect((await findSpan('POST /api/posts')).attributes).not.toHaveProperty('http.response.status_code');
	});

	test('spans contain no values of requests and queries', async () => {
		const secrets = [
			seller.session.user_name,
			seller.session.email,
			seller.token,
			'yellow lamp',
			'q-secret',
			goodPassword,
		];
		await postPictureAd(seller, { title: 'yellow lamp' });
		await fetch(`${server.address}/api/users/${seller.session.user_name}?q-secret=1`);
		await fetch(`${server.address}/api/search?q=q-secret`);
		await createApiClient(server).logIn({ body: { email: seller.session.email, password: goodPassword } });
		await server.jobs.whenIdle();
		await findSpan('POST /api/login');
		const recorded = JSON.stringify(listSpans().map(({ name, attributes, status }) => ({ name, attributes, status })));
		expect(recorded).toContain('GET /api/users/:user_name');
		for (const secret of secrets) expect(recorded).not.toContain(secret);
	});

	test('lines of the log contain the ids of their trace and span', async () => {
		await seller.client.createPost({ body: { kind: 'tweet', text: 'New chairs.' } });
		const span = await findSpan('POST /api/posts');
		const { traceId: trace_id, spanId: span_id } = span.spanContext();
		const lines = () => log.map((line) => JSON.parse(line));
		await expect.poll(lines).toContainEqual(expect.objectContaining({ path: '/api/posts', trace_id, span_id }));
	});

	test('health checks and metrics are not traced', async () => {
		await fetch(`${server.address}/health/ready`);
		await fetch(`${server.address}/metrics`);
		await fetch(`${server.address}/api/feed`);
		await findSpan('GET /api/feed');
		expect(listSpans().filter(({ kind }) => kind === SpanKind.SERVER)).toHaveLength(1);
	});
});

test('a client without a trusted proxy cannot choose its trace', async () => {
	const exporter = new InMemorySpanExporter();
	const server = await startTestServer({ spanProcessor: new SimpleSpanProcessor({ exporter }), env: collector });
	onTestFinished(() => server.close());
	await fetch(`${server.address}/api/feed`, { headers: { traceparent } });
	await expect.poll(() => exporter.getFinishedSpans().length).toBeGreaterThan(0);
	const request = exporter.getFinishedSpans().find(({ name }) => name === 'GET /api/feed');
	expect(request?.spanContext().traceId).not.toBe(upstream.traceId);
});

describe('a process without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
	/** Starts and stops a server for each environment, in one process. Returns the packages of OpenTelemetry that were loaded after each. */
	async function listLoadedPackages(...environments: Record<string, string>[]): Promise<string[][]> {
		const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
		const program = `
			import { registerHooks } from 'node:module';
			const loaded = new Set();
			registerHooks({
				load(url, context, next) {
					const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url) ?? [];
					if (name) loaded.add(name);
					return next(url, context);
				},
			});
			const { readConfig } = await import('./server/core/config.ts');
			const { createServer } = await import('./server/server.ts');
			const { mkdtemp, rm } = await import('node:fs/promises');
			const lists = [];
			for (const env of ${JSON.stringify(environments)}) {
				const folder = await mkdtemp((await import('node:os')).tmpdir() + '/kasuwa-traces-');
				const server = await createServer(readConfig({ ...env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }));
				await server.app.inject('/api/feed');
				await server.close();
				await rm(folder, { recursive: true });
				lists.push([...loaded].sort());
			}
			console.log(JSON.stringify(lists));
		`;
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
			{ cwd: join(import.meta.dirname, '..'), env: { PATH, TMPDIR, NODE_COMPILE_CACHE } },
		);
		return JSON.parse(stdout);
	}

	test.skipIf(defaultEngine !== 'sqlite')('loads nothing of OpenTelemetry', async () => {
		const [without, withCollector] = await listLoadedPackages({}, collector);
		// prom-client imports the API for exemplars.
		expect(without).toEqual(['@opentelemetry/api']);
		expect(withCollector).toContain('@opentelemetry/sdk-trace');
	});
});
