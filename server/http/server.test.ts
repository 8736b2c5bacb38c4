import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../contract/core/endpoint.ts';
import { problemSchema } from '../../contract/core/problem.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createReplaceable } from '../core/current.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import { DomainError } from '../core/domain-error.ts';
import { createMetrics } from '../core/metrics.ts';
import { createRateLimiter } from '../core/rate-limits.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import type { Database } from '../database/index.ts';
import { createJobQueue } from '../jobs/index.ts';
import { createFakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import {
	callCosts,
	createCallBudgets,
	createIdempotencyStore,
	createRecentWriters,
	createResponseCache,
	implementEndpoint,
	type Route,
} from './index.ts';
import type { RateLimitConfig } from './rate-limit-config.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

let db: Database;
let app: FastifyInstance;
let log: string;

// Each test endpoint uses the name and path of an arbitrary endpoint of the contract.
const adEndpoint = defineEndpoint('createAd', {
	summary: 'A thing',
	body: z.strictObject({ name: z.string(), inner: z.strictObject({ list: z.array(z.string()) }).optional() }),
	responses: { 201: z.strictObject({ name: z.string() }) },
	errors: ['unauthenticated', 'conflict'],
});
const feedEndpoint = defineEndpoint('getFeed', {
	summary: 'Look',
	responses: { 200: z.strictObject({ name: z.string() }) },
	errors: ['not_found'],
});
const minute = 60_000;
const actor = {
	accountId: 1,
	userName: 'ada',
	role: 'user',
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
	scopes: null,
} as const;

type ServeOptions = Omit<Partial<HttpServerOptions>, 'rateLimitConfig'> & { rateLimitConfig?: RateLimitConfig };

async function serve(
	routes: readonly Route[],
	{ rateLimitConfig, ...options }: ServeOptions = {},
): Promise<FastifyInstance> {
	const clock = createFakeClock();
	log = '';
	const logger = pino(
		{ level: 'info' },
		new Writable({
			write(chunk, _, done) {
				log += chunk;
				done();
			},
		}),
	);
	const rate = { most: 1000, window: minute };
	app = await createHttpServer({
		routes,
		otherOperations: [],
		publicUrl: null,
		authenticate: async (token) => (token === 'good' ? actor : null),
		findRecentAccountId: () => undefined,
		cache: createResponseCache({ db, clock }),
		rateLimits: createRateLimiter({ db, clock }),
		budgets: createCallBudgets({ clock }),
		rateLimitConfig: createReplaceable(
			rateLimitConfig ?? {
				address: rate,
				addressLogin: rate,
				read: rate,
				write: rate,
				login: rate,
				upload: rate,
				signUp: rate,
				enrollment: rate,
			},
		),
		brand: createReplaceable(defaultBrand),
		idempotencyStore: createIdempotencyStore({ db, clock }),
		recentWriters: createRecentWriters(db),
		logger,
		trustProxy: 0,
		metrics: createMetrics({
			db,
			jobs: createJobQueue({ db, logger }),
			clock,
			dataDir: tmpdir(),
			backupTarget: null,
		}),
		metricsToken: null,
		checkReadiness: async () => {},
		secure: false,
		underPressure: null,
		...options,
	});
	return app;
}

const makeAdRoute = (
	handle: (body: { name: string }) => Promise<{ name: string }>,
	policy: 'anyone' | 'signedIn' = 'anyone',
) => implementEndpoint(adEndpoint, { policy, rate: 'write' }, ({ body }) => handle(body));
const makeFailingRoute = (error: unknown) =>
	makeAdRoute(async () => {
		throw error;
	});
const echoRoute = makeAdRoute(async ({ name }) => ({ name }));
const feedRoute = implementEndpoint(
	feedEndpoint,
	{ policy: 'anyone', rate: 'read', cacheTags: () => [] },
	async () => ({ name: 'x' }),
);
const post = (payload: unknown, headers: Record<string, string> = {}) =>
	app.inject({
		method: 'POST',
		url: '/api/ads',
		headers: { 'content-type': 'application/json', ...headers },
		payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
	});

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
});
afterEach(async () => {
	await app.close();
	await db.close();
});

describe('policy', () => {
	test('fails the start if a route declares none', async () => {
		await serve([echoRoute]);
		app.get('/no-policy', async () => 'open to all');
		await expect(app.ready()).rejects.toThrow('No policy is declared for GET /no-policy');
	});

	test('signedIn requires a valid session', async () => {
		await serve([makeAdRoute(async ({ name }) => ({ name }), 'signedIn')]);
		expect((await post({ name: 'a' })).statusCode).toBe(401);
		for (const authorization of ['Bearer bad', 'good', 'Basic good', 'Bearer', 'Bearer good extra']) {
			expect((await post({ name: 'a' }, { authorization })).statusCode, authorization).toBe(401);
		}
		expect((await post({ name: 'a' }, { authorization: 'Bearer good' })).statusCode).toBe(201);
	});
});

describe('input', () => {
	beforeEach(() => serve([echoRoute, feedRoute]));

	test('accepts JSON and JSON:API', async () => {
		for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
			expect((await post({ name: 'a' }, { 'content-type': type })).json()).toEqual({ name: 'a' });
		}
	});

	test.each([
		['truncated JSON', '{"name":', {}, 400, 'malformed'],
		['an empty body', '', {}, 400, 'malformed'],
		['JSON with a prototype', '{"name":"a","__proto__":{"admin":true}}', {}, 400, 'malformed'],
		['text', 'name=a', { 'content-type': 'text/plain' }, 415, 'unsupported_type'],
		['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_type'],
		['a body over 256 KB', { name: 'x'.repeat(300_000) }, {}, 413, 'too_large'],
		['a list', [], {}, 422, 'invalid'],
		['null', 'null', {}, 400, 'malformed'],
		['an unknown key', { name: 'a', admin: true }, {}, 422, 'invalid'],
		['a number instead of text', { name: 1 }, {}, 422, 'invalid'],
		['NUL', { name: 'a\0' }, {}, 422, 'invalid'],
		['a nested lone surrogate', { name: 'a', inner: { list: ['b', '\ud800'] } }, {}, 422, 'invalid'],
		['deeply nested lists', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}, 422, 'invalid'],
	] as const)('rejects %s', async (_, payload, headers, status, code) => {
		const response = await post(payload, headers);
		expect([response.statusCode, response.json().code]).toEqual([status, code]);
		expect(problemSchema.parse(response.json())).toEqual(response.json());
		expect(log).not.toContain('unexpected');
	});

	test('names the path of an invalid field', async () => {
		const response = await post({ name: 'a', inner: { list: ['b', '\0'], more: 1 } });
		expect(response.json().fields).toEqual({ more: expect.any(String) });
		const nestedProblem = await post({ name: 'a', inner: { list: ['b', '\0'] } });
		expect(nestedProblem.json().fields).toEqual({ 'inner.list.1': expect.any(String) });
	});

	test('returns 404 for an unknown path and 405 with the allowed methods for a known one', async () => {
		const unknownPath = await app.inject({ url: '/api/nothing' });
		expect([unknownPath.statusCode, unknownPath.json()]).toEqual([
			404,
			{ code: 'not_found', message: commonText.nothingHere },
		]);
		const wrongMethod = await app.inject({ method: 'POST', url: '/api/feed' });
		expect([wrongMethod.statusCode, wrongMethod.headers.allow, wrongMethod.json().code]).toEqual([
			405,
			'GET, HEAD',
			'method_not_allowed',
		]);
		for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
			const response = await app.inject({ method, url: '/api/ads' });
			expect([response.statusCode, response.headers.allow], method).toEqual([405, 'POST']);
		}
		expect((await app.inject({ method: 'HEAD', url: '/api/feed' })).statusCode).toBe(200);
	});
});

describe('errors', () => {
	test('hides an unexpected error and logs it under the request id', async () => {
		await serve([makeFailingRoute(new Error('the secret is 42'))]);
		const response = await post({ name: 'my secret name' });
		expect(response.statusCode).toBe(500);
		expect(response.json()).toEqual({
			code: 'internal',
			message: problemsText.unexpected,
			request_id: expect.any(String),
		});
		expect(log).toContain('the secret is 42');
		expect(log).toContain(`"request":"${response.json().request_id}"`);
		expect(log).not.toContain('my secret name');
	});

	test('redacts signed ids in logged paths', async () => {
		await serve([feedRoute]);
		await app.inject({ method: 'GET', url: `/api/feed/2s.${'Ab-_'.repeat(6)}/pay?a=1` });
		await app.inject({ method: 'GET', url: `/enrollment/2s.${'Ab-_'.repeat(6)}` });
		expect(log).not.toContain('Ab-_');
		expect(log).toContain('"path":"/api/feed/2s.…/pay"');
	});

	test('returns 500 if a response violates the contract', async () => {
		await serve([makeAdRoute(async () => ({ name: 'a', password_hash: 'x' }) as never)]);
		const response = await post({ name: 'a' });
		expect(response.statusCode).toBe(500);
		expect(response.payload).not.toContain('password');
	});

	test.each([
		[new DomainError('conflict', 'Not now'), 409, 'Not now', undefined],
		[new DomainError('too_many', 'Wait', { retryAfter: 7 }), 429, 'Wait', '7'],
		[new ServiceUnavailableError('gone'), 503, problemsText.unavailable, '5'],
		[new DiskFullError('full'), 507, problemsText.diskFull, '60'],
		[Object.assign(new Error('x'), { code: 'ENOSPC' }), 507, expect.any(String), '60'],
		[Object.assign(new Error('x'), { code: 'EDQUOT' }), 507, expect.any(String), '60'],
		[new Error('write error\nsystem error: No space left on device'), 507, expect.any(String), '60'],
		[Object.assign(new Error('x'), { statusCode: 502 }), 500, expect.any(String), undefined],
		['a thrown string', 500, expect.any(String), undefined],
		[null, 500, expect.any(String), undefined],
	])('converts %s to a response', async (error, status, message, retryAfter) => {
		await serve([makeFailingRoute(error)]);
		const response = await post({ name: 'a' });
		expect([response.statusCode, response.headers['retry-after']]).toEqual([status, retryAfter]);
		expect(response.json().message).toEqual(message);
		expect(log.includes('unexpected')).toBe(status === 500);
	});

	test('reports a code that the endpoint does not declare', async () => {
		const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
		await serve([makeFailingRoute(new DomainError('conflict', 'Not now'))]);
		await post({ name: 'a' });
		expect(consoleError).not.toHaveBeenCalled();
		await app.close();
		await serve([makeFailingRoute(new DomainError('not_found', 'Gone'))]);
		expect((await post({ name: 'a' })).statusCode).toBe(404);
		expect(consoleError).toHaveBeenCalledExactlyOnceWith('POST /api/ads responded with the undeclared status 404');
	});
});

describe('rate limits', () => {
	const highLimit = { most: 1000, window: minute };
	const unlimited = {
		address: highLimit,
		addressLogin: highLimit,
		read: highLimit,
		write: highLimit,
		login: highLimit,
		upload: highLimit,
		signUp: highLimit,
		enrollment: highLimit,
	};
	const validToken = { authorization: 'Bearer good' };

	async function getStatuses(calls: readonly (() => Promise<{ statusCode: number }>)[]): Promise<number[]> {
		const statuses = [];
		for (const call of calls) statuses.push((await call()).statusCode);
		return statuses;
	}
	const read = (headers = {}, remoteAddress = '203.0.113.7') =>
		app.inject({ url: '/api/feed', headers, remoteAddress });
	const repeat = <Call>(count: number, call: Call): Call[] => Array.from({ length: count }, () => call);

	test('count writes per account', async () => {
		await serve([echoRoute], { rateLimitConfig: { ...unlimited, write: { most: 2, window: minute } } });
		const write = () => post({ name: 'a' }, validToken);
		expect(await getStatuses(repeat(3, write))).toEqual([201, 201, 429]);
		const rejected = await write();
		expect(rejected.json().code).toBe('too_many');
		expect(rejected.headers['retry-after']).toBe('60');
		expect((await post({ name: 'a' })).statusCode).toBe(201);
	});

	test('deduct the cost of calls from the budget of the address, which refills', async () => {
		const clock = createFakeClock();
		const budget = callCosts.write + 2 * callCosts.read;
		await serve([echoRoute, feedRoute], {
			budgets: createCallBudgets({ clock }),
			rateLimitConfig: { ...unlimited, address: { most: budget, window: minute } },
		});
		const write = () => post({ name: 'a' });
		const readLocally = () => read({}, '127.0.0.1');
		expect(await getStatuses([write, write, readLocally, readLocally, readLocally])).toEqual([201, 429, 200, 200, 429]);
		const rejected = await write();
		expect(rejected.json().code).toBe('too_many');
		expect(rejected.headers['retry-after']).toBe(String(Math.ceil((60 * callCosts.write) / budget)));
		expect((await read()).statusCode).toBe(200);
		clock.advance(Number(rejected.headers['retry-after']) * 1000);
		expect(await getStatuses([write, write])).toEqual([201, 429]);
	});

	test('survive a clock that is set back', async () => {
		const clock = createFakeClock();
		await serve([feedRoute], {
			budgets: createCallBudgets({ clock }),
			rateLimitConfig: { ...unlimited, address: { most: 2, window: minute } },
		});
		expect((await read()).statusCode).toBe(200);
		clock.advance(-60 * minute);
		expect(await getStatuses(repeat(2, () => read()))).toEqual([200, 429]);
	});

	test('count logins separately from other calls of an address', async () => {
		const loginRoute = implementEndpoint(
			adEndpoint,
			{ policy: 'anyone', rate: 'login' },
			async ({ body: { name } }) => ({
				name,
			}),
		);
		await serve([loginRoute, feedRoute], {
			rateLimitConfig: { ...unlimited, addressLogin: { most: 2, window: minute } },
		});
		const calls = [...repeat(3, () => post({ name: 'a' })), () => read({}, '127.0.0.1')];
		expect(await getStatuses(calls)).toEqual([201, 201, 429, 200]);
	});

	test('count reads per account, and those with an invalid token per address', async () => {
		const lowLimit = { most: 2, window: minute };
		await serve([feedRoute], { rateLimitConfig: { ...unlimited, address: lowLimit, read: lowLimit } });
		const invalidToken = { authorization: 'Bearer bad' };
		expect(await getStatuses([() => read(invalidToken), () => read(), () => read(invalidToken), () => read()])).toEqual(
			[200, 200, 429, 429],
		);
		expect(await getStatuses(repeat(3, () => read(validToken)))).toEqual([200, 200, 429]);
		expect((await read({}, '203.0.113.8')).statusCode).toBe(200);
	});

	test('treat the networks of an IPv6 customer as one', async () => {
		await serve([feedRoute], { rateLimitConfig: { ...unlimited, address: { most: 2, window: minute } } });
		const readFrom = (address: string) => () => read({}, address);
		const calls = ['2001:db8:0:1ff::1', '2001:db8:0:100::2', '2001:db8:0:17a::3', '2001:db8:0:200::1'].map(readFrom);
		expect(await getStatuses(calls)).toEqual([200, 200, 429, 200]);
	});

	test('count other routes by their configuration', async () => {
		await serve([], { rateLimitConfig: { ...unlimited, address: { most: 10, window: minute } } });
		app.get('/cheap', { config: { policy: 'anyone', rateLimit: {} } }, async () => 'a');
		app.get('/expensive', { config: { policy: 'anyone', rateLimit: { cost: 9 } } }, async () => 'a');
		app.get('/charged-later', { config: { policy: 'anyone', rateLimit: {} } }, async (request) => {
			app.charge(request, 100);
			return 'a';
		});
		const get =
			(url: string, headers = {}) =>
			() =>
				app.inject({ url, headers });
		expect(await getStatuses(['/expensive', '/cheap', '/cheap'].map((url) => get(url)))).toEqual([200, 200, 429]);
		expect(await getStatuses([get('/charged-later', validToken), get('/cheap', validToken)])).toEqual([200, 200]);
	});

	test('count later charges against the following calls', async () => {
		await serve([], { rateLimitConfig: { ...unlimited, address: { most: 10, window: minute } } });
		app.get('/page', { config: { policy: 'anyone', rateLimit: {} } }, async (request) => {
			app.charge(request, 100);
			return 'a';
		});
		expect(await getStatuses(repeat(2, () => app.inject({ url: '/page' })))).toEqual([200, 429]);
	});

	test('trust the configured number of proxies', async () => {
		await serve([feedRoute], {
			rateLimitConfig: { ...unlimited, address: { most: 1, window: minute } },
			trustProxy: 1,
		});
		const readFrom = async (address: string) => (await read({ 'x-forwarded-for': address })).statusCode;
		expect(await readFrom('203.0.113.7')).toBe(200);
		expect(await readFrom('203.0.113.8')).toBe(200);
		expect(await readFrom('203.0.113.9, 203.0.113.7')).toBe(429);
	});
});

test('sends security headers', async () => {
	await serve([feedRoute], { secure: true });
	const { headers } = await app.inject({ url: '/api/feed' });
	expect(headers).toMatchObject({
		'content-security-policy': expect.stringMatching(/^default-src 'none'; ?frame-ancestors 'none'$/),
		'x-content-type-options': 'nosniff',
		'x-frame-options': expect.any(String),
		'referrer-policy': 'strict-origin-when-cross-origin',
		'strict-transport-security': expect.stringContaining('max-age=31536000'),
	});
	expect(headers['x-powered-by']).toBeUndefined();
	await app.close();
	await serve([feedRoute]);
	expect((await app.inject({ url: '/api/feed' })).headers['strict-transport-security']).toBeUndefined();
});

test('sends no-store with a session', async () => {
	await serve([feedRoute]);
	const response = await app.inject({ url: '/api/feed', headers: { authorization: 'Bearer good' } });
	expect(response.headers['cache-control']).toBe('no-store');
});

test('is ready if its dependencies are', async () => {
	let isBroken = false;
	await serve([], {
		async checkReadiness() {
			if (isBroken) throw new Error('the database is gone');
		},
	});
	expect((await app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' });
	isBroken = true;
	const response = await app.inject({ url: '/health/ready' });
	expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
	expect(response.payload).not.toContain('database');
	expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' });

	isBroken = false;
	for (let time = 0; time < 2; time += 1) await app.inject({ url: '/health/ready' });
	expect(log.match(/ready again/g)).toHaveLength(1);
});

test('completes a call whose client disconnects during authentication', async () => {
	const [authenticating, done] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
	const disconnected = Promise.withResolvers<void>();
	const route = makeAdRoute(async ({ name }) => {
		done.resolve(name);
		return { name };
	});
	await serve([route], {
		authenticate: async () => {
			authenticating.resolve();
			await disconnected.promise;
			return null;
		},
	});
	app.server.once('connection', (connection) => connection.once('close', () => disconnected.resolve()));
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const abortController = new AbortController();
	const call = fetch(`${address}/api/ads`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: 'Bearer slow' },
		body: '{"name":"a"}',
		signal: abortController.signal,
	});
	await authenticating.promise;
	abortController.abort();
	await expect(call).rejects.toThrow();
	expect(await done.promise).toBe('a');
	expect(log).not.toContain('unexpected');
});

test('completes requests in flight on stop and accepts no new ones', async () => {
	const entered = Promise.withResolvers<void>();
	const finish = Promise.withResolvers<void>();
	await serve([
		makeAdRoute(async ({ name }) => {
			entered.resolve();
			await finish.promise;
			return { name };
		}),
	]);
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const inFlight = fetch(`${address}/api/ads`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{"name":"a"}',
	});
	await entered.promise;
	const closed = app.close();
	const connectAgain = () => fetch(`${address}/health/live`);
	await vi.waitFor(() => expect(connectAgain()).rejects.toThrow(), { timeout: 30_000 });
	finish.resolve();
	expect((await inFlight).status).toBe(201);
	await closed;
});

test('serves one more request per connection on stop behind a proxy', async () => {
	// The handler makes an in-process call, as page rendering does.
	const route = makeAdRoute(async ({ name }) => ({ name: `${name} ${(await app.inject('/health/live')).statusCode}` }));
	await serve([route], { trustProxy: 1 });
	const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	onTestFinished(() => agent.destroy());
	async function post() {
		const headers = { 'content-type': 'application/json' };
		const clientRequest = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/api/ads', headers });
		clientRequest.end('{"name":"a"}');
		const [response]: IncomingMessage[] = await once(clientRequest, 'response');
		return {
			status: response?.statusCode,
			connection: response?.headers.connection,
			text: response && (await text(response)),
		};
	}
	expect(await post()).toMatchObject({ status: 201, connection: 'keep-alive' });
	const drained = app.drain();
	expect(await post()).toEqual({ status: 201, connection: 'close', text: '{"name":"a 200"}' });
	await expect(post()).rejects.toThrow('ECONNREFUSED');
	expect((await app.inject('/health/ready')).statusCode).toBe(503);
	await drained;
});

test('closes silent connections on stop', async () => {
	await serve([]);
	const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
	const accepted = once(app.server, 'connection');
	const silent = connect(Number(address.port), address.hostname);
	await Promise.all([accepted, once(silent, 'connect')]);
	const ended = once(silent, 'close');
	await app.close();
	// The value `false` of the `close` event means that no error closed the socket.
	expect(await ended).toEqual([false]);
});

describe('a cached route', () => {
	const items = defineEndpoint('listPosts', {
		summary: 'Things',
		query: z.strictObject({ shown: z.string().optional() }),
		responses: { 200: z.strictObject({ items: z.array(z.strictObject({ name: z.string() })) }) },
		errors: [],
	});
	const asActor = { authorization: 'Bearer good' };
	const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
	const invalidate = (tag: string) => db.transaction(async (tx) => tx.invalidate(tag));
	let handled: (string | null)[];

	async function serveItems(ignoresSession: boolean, options: ServeOptions = {}, name = 'x'.repeat(2000)) {
		handled = [];
		const cache = { ttl: minute, ...(ignoresSession && { ignoresSession }) } as const;
		const cacheTags = () => ['things'];
		const route = implementEndpoint(items, { policy: 'anyone', rate: 'read', cacheTags, cache }, async ({ actor }) => {
			handled.push(actor?.userName ?? null);
			return { items: [{ name }] };
		});
		// PostgreSQL's listener clears the cache when it has connected.
		const connected = new Promise<void>((resolve) => db.onInvalidate((tags) => tags.includes('*') && resolve()));
		await serve([route], options);
		if (db.engine === 'postgres') await connected;
	}

	test('handles a call once until a tag is invalidated', async () => {
		await serveItems(false);
		const first = await get('/api/posts');
		const { date: _, ...headers } = first.headers;
		// The second call is validated, the third one is not.
		for (let round = 0; round < 2; round += 1) {
			const again = await get('/api/posts');
			expect([again.statusCode, again.body]).toEqual([200, first.body]);
			expect(again.headers).toMatchObject(headers);
		}
		expect(handled).toEqual([null]);
		await invalidate('others');
		await get('/api/posts');
		expect(handled).toHaveLength(1);
		await invalidate('things');
		await get('/api/posts');
		expect(handled).toHaveLength(2);
	});

	test('handles calls with a session itself', async () => {
		await serveItems(false);
		await get('/api/posts');
		const response = await get('/api/posts', asActor);
		expect(response.headers['cache-control']).toBe('no-store');
		expect(handled).toEqual([null, 'ada']);
		await get('/api/posts', { authorization: 'Bearer bad' });
		expect(handled).toHaveLength(2);
	});

	test('gives the same response to callers with a session if it ignores the session', async () => {
		await serveItems(true, { findRecentAccountId: (token) => (token === 'recent' ? 2 : undefined) });
		const bodies = await Promise.all([get('/api/posts'), get('/api/posts', asActor)]);
		for (const token of ['good', 'recent', 'bad'])
			bodies.push(await get('/api/posts', { authorization: `Bearer ${token}` }));
		expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
		expect(handled).toHaveLength(1);
	});

	test('charges the budget of the caller for each response', async () => {
		const one = { most: 2, window: minute };
		const clock = createFakeClock();
		const rates = { address: one, addressLogin: one, read: one, write: one, login: one, upload: one };
		await serveItems(true, {
			findRecentAccountId: (token) => (token === 'recent' ? 2 : undefined),
			budgets: createCallBudgets({ clock }),
			rateLimitConfig: { ...rates, signUp: one, enrollment: one },
		});
		for (const headers of [{}, asActor, { authorization: 'Bearer recent' }]) {
			const responses = [
				await get('/api/posts', headers),
				await get('/api/posts', headers),
				await get('/api/posts', headers),
			];
			expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
		}
	});

	test('validates each URL', async () => {
		await serveItems(false);
		expect((await get('/api/posts')).statusCode).toBe(200);
		for (let round = 0; round < 3; round += 1) {
			expect((await get('/api/posts?unknown=1')).statusCode).toBe(422);
			expect((await get('/api/posts?shown=a')).statusCode).toBe(200);
		}
		expect(handled).toHaveLength(2);
	});

	test('answers conditional, partial, compressed and HEAD requests from the cache', async () => {
		await serveItems(false);
		const { headers, body } = await get('/api/posts');
		const etag = String(headers.etag);
		expect((await get('/api/posts', { 'if-none-match': etag })).statusCode).toBe(304);
		expect(await get('/api/posts', { range: 'bytes=0-8' })).toMatchObject({ statusCode: 206, body: body.slice(0, 9) });
		const head = await app.inject({ method: 'HEAD', url: '/api/posts' });
		expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(body.length)]);
		for (const encoding of ['br', 'gzip'] as const) {
			const accepting = { 'accept-encoding': encoding };
			const [first, second] = [await get('/api/posts', accepting), await get('/api/posts', accepting)];
			const decompress = encoding === 'br' ? brotliDecompressSync : gunzipSync;
			for (const response of [first, second]) {
				expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag });
				expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
				expect(decompress(response.rawPayload).toString()).toBe(body);
			}
		}
		expect(handled).toHaveLength(1);
	});

	test('limits the body of a request, which may arrive slowly', async () => {
		await serveItems(false);
		let limited = 0;
		app.addHook('preParsing', (_request, _reply, payload, done) => {
			limited += 1;
			done(null, payload);
		});
		for (let round = 0; round < 3; round += 1) await get('/api/posts');
		expect(limited).toBe(2);
		await app.inject({ url: '/api/posts', headers: { 'content-length': '2' }, payload: '{}' });
		await app.inject({ url: '/api/posts', headers: { 'transfer-encoding': 'chunked' }, payload: '{}' });
		expect(limited).toBe(4);
		expect(handled).toHaveLength(1);
		const unknown = await app.inject({ method: 'POST', url: '/v1_1/unknown', payload: 'a' });
		expect(unknown.statusCode).toBe(404);
		expect(limited).toBe(5);
	});

	test.each([
		['one Host header', 'host: a\r\n', '200'],
		['two equal Host headers', 'host: a\r\nhost: a\r\n', '400'],
		['two Host headers with headers between them', 'Host: a\r\naccept: b\r\nHOST: b\r\n', '400'],
		['no Host header', '', '400'],
	])('answers a request with %s', async (_, headers, status) => {
		await serveItems(false);
		await app.listen({ port: 0, host: '127.0.0.1' });
		const { port } = app.server.address() as { port: number };
		const socket = connect(port, '127.0.0.1');
		socket.write(`GET /health/live HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
		expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
	});

	test('closes the connection after the response while the server stops', async () => {
		await serveItems(false);
		for (let round = 0; round < 2; round += 1) await get('/api/posts');
		await app.listen({ port: 0, host: '127.0.0.1' });
		const { port } = app.server.address() as { port: number };
		const accepted = once(app.server, 'connection');
		const socket = connect(port, '127.0.0.1');
		socket.write('GET /api/posts HTTP/1.1\r\nhost: a\r\n');
		const [connection] = await accepted;
		await vi.waitFor(() => expect(connection.bytesRead).toBeGreaterThan(0));
		const drained = app.drain();
		socket.write('\r\n');
		expect((await text(socket)).toLowerCase()).toContain('connection: close');
		await drained;
		expect(handled).toHaveLength(1);
	});

	test('never sends an undeclared property, and caches no error', async () => {
		await serve([
			implementEndpoint(
				items,
				{ policy: 'anyone', rate: 'read', cacheTags: () => ['things'], cache: { ttl: minute } },
				async () => ({ items: [Object.freeze({ name: 'a', secret: 's' })] }),
			),
		]);
		for (let round = 0; round < 2; round += 1) {
			const response = await get('/api/posts');
			expect([response.statusCode, response.body.includes('secret')]).toEqual([500, false]);
		}
	});
});

describe('calls of scripts of other sites', () => {
	const origin = { origin: 'https://tools.example' };
	const feed = () =>
		implementEndpoint(
			feedEndpoint,
			{ policy: 'anyone', scope: 'read', rate: 'read', cacheTags: () => [], cache: { ttl: minute } },
			async () => ({
				name: 'lamp',
			}),
		);
	const ads = (handle = async () => ({ name: 'lamp' })) =>
		implementEndpoint(adEndpoint, { policy: 'signedIn', scope: 'ads', rate: 'write' }, handle);

	test('are answered for every site, from the cache and with errors too', async () => {
		await serve([feed(), ads()]);
		for (let reads = 0; reads < 3; reads += 1) {
			const { statusCode, headers } = await app.inject({ url: '/api/feed', headers: origin });
			expect(statusCode).toBe(200);
			expect(headers['access-control-allow-origin']).toBe('*');
			expect(headers['access-control-allow-credentials']).toBeUndefined();
		}
		const rejected = await app.inject({ method: 'POST', url: '/api/ads', headers: origin, payload: {} });
		expect(rejected.statusCode).toBe(401);
		expect(rejected.headers['access-control-allow-origin']).toBe('*');
		expect(rejected.headers['access-control-expose-headers']).toContain('retry-after');
	});

	test('are allowed by the response to a preflight', async () => {
		await serve([feed(), ads()]);
		const { statusCode, headers } = await app.inject({
			method: 'OPTIONS',
			url: '/api/ads',
			headers: {
				...origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'authorization',
			},
		});
		expect(statusCode).toBe(204);
		expect(headers).toMatchObject({
			'access-control-allow-origin': '*',
			'access-control-allow-methods': 'POST',
			'access-control-allow-headers': expect.stringContaining('authorization'),
		});
	});

	test('are not allowed on routes that API tokens cannot call', async () => {
		await serve([makeAdRoute(async ({ name }) => ({ name }))]);
		const preflight = await app.inject({ method: 'OPTIONS', url: '/api/ads', headers: origin });
		expect(preflight.statusCode).toBe(405);
		const call = await app.inject({ method: 'POST', url: '/api/ads', headers: origin, payload: { name: 'lamp' } });
		for (const { headers } of [preflight, call]) expect(headers['access-control-allow-origin']).toBeUndefined();
	});
});
