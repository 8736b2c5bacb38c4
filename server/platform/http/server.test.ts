import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { problem } from '../../../contract/problem.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Database } from '../database/index.ts';
import { DiskFull } from '../disk-full.ts';
import { DomainError } from '../domain-error.ts';
import { createLocalJobs } from '../jobs/index.ts';
import { createMetrics } from '../metrics.ts';
import { createRateLimiter } from '../rate-limits.ts';
import { fakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { Unavailable } from '../unavailable.ts';
import { callCosts, createBudgets, createIdempotencyStore, implement, type Route } from './index.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

let db: Database;
let app: FastifyInstance;
let log: string;

// Any address of the contract will do: what stands behind it is planted.
const thing = endpoint('createAd', {
	summary: 'A thing',
	body: z.strictObject({ name: z.string(), inner: z.strictObject({ list: z.array(z.string()) }).optional() }),
	responses: { 201: z.strictObject({ name: z.string() }) },
	errors: ['unauthenticated', 'conflict'],
});
const look = endpoint('getFeed', {
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
} as const;

async function serve(routes: readonly Route[], options: Partial<HttpServerOptions> = {}): Promise<FastifyInstance> {
	const clock = fakeClock();
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
		authenticate: async (token) => (token === 'good' ? actor : null),
		rateLimits: createRateLimiter({ db, clock }),
		budgets: createBudgets({ clock }),
		rateLimitConfig: {
			address: rate,
			addressLogin: rate,
			read: rate,
			write: rate,
			login: rate,
			upload: rate,
			signUp: rate,
			enrollment: rate,
		},
		idempotencyStore: createIdempotencyStore({ db, clock }),
		logger,
		trustProxy: 0,
		metrics: createMetrics({ db, jobs: createLocalJobs({ db, logger }), clock }),
		metricsToken: null,
		checkReadiness: async () => {},
		secure: false,
		underPressure: null,
		...options,
	});
	return app;
}

const make = (
	handle: (body: { name: string }) => Promise<{ name: string }>,
	policy: 'anyone' | 'signedIn' = 'anyone',
) => implement(thing, { policy, rate: 'write' }, ({ body }) => handle(body));
const failing = (error: unknown) =>
	make(async () => {
		throw error;
	});
const echo = make(async ({ name }) => ({ name }));
const looking = implement(look, { policy: 'anyone', rate: 'read' }, async () => ({ name: 'x' }));
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

describe('a policy', () => {
	test('must be declared by every route, or the server does not start', async () => {
		await serve([echo]);
		app.get('/planted', async () => 'open to all');
		await expect(app.ready()).rejects.toThrow('No policy is declared for GET /planted');
	});

	test('lets in who has a session', async () => {
		await serve([make(async ({ name }) => ({ name }), 'signedIn')]);
		expect((await post({ name: 'a' })).statusCode).toBe(401);
		for (const authorization of ['Bearer bad', 'good', 'Basic good', 'Bearer', 'Bearer good extra']) {
			expect((await post({ name: 'a' }, { authorization })).statusCode, authorization).toBe(401);
		}
		expect((await post({ name: 'a' }, { authorization: 'Bearer good' })).statusCode).toBe(201);
	});
});

describe('what is sent', () => {
	beforeEach(() => serve([echo, looking]));

	test('may be JSON, or JSON:API by its name', async () => {
		for (const type of ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
			expect((await post({ name: 'a' }, { 'content-type': type })).json()).toEqual({ name: 'a' });
		}
	});

	test.each([
		['JSON cut off', '{"name":', {}, 400, 'malformed'],
		['nothing', '', {}, 400, 'malformed'],
		['JSON with a prototype', '{"name":"a","__proto__":{"admin":true}}', {}, 400, 'malformed'],
		['text', 'name=a', { 'content-type': 'text/plain' }, 415, 'unsupported_type'],
		['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_type'],
		['too much', { name: 'x'.repeat(300_000) }, {}, 413, 'too_large'],
		['a list', [], {}, 422, 'invalid'],
		['null', 'null', {}, 400, 'malformed'],
		['an unknown key', { name: 'a', admin: true }, {}, 422, 'invalid'],
		['a number for a text', { name: 1 }, {}, 422, 'invalid'],
		['NUL', { name: 'a\0' }, {}, 422, 'invalid'],
		['half a letter, deep inside', { name: 'a', inner: { list: ['b', '\ud800'] } }, {}, 422, 'invalid'],
		['lists in lists in lists', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}, 422, 'invalid'],
	] as const)('is refused where it is %s', async (_, payload, headers, status, code) => {
		const answer = await post(payload, headers);
		expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
		expect(problem.parse(answer.json())).toEqual(answer.json());
		expect(log).not.toContain('unexpected');
	});

	test('names the field that is wrong, by its path', async () => {
		const answer = await post({ name: 'a', inner: { list: ['b', '\0'], more: 1 } });
		expect(answer.json().fields).toEqual({ more: expect.any(String) });
		const deep = await post({ name: 'a', inner: { list: ['b', '\0'] } });
		expect(deep.json().fields).toEqual({ 'inner.list.1': expect.any(String) });
	});

	test('is 404 where there is nothing, and 405 with what is allowed where the method is another', async () => {
		const nothing = await app.inject({ url: '/api/nothing' });
		expect([nothing.statusCode, nothing.json()]).toEqual([404, { code: 'not_found', message: commonText.nothingHere }]);
		const posted = await app.inject({ method: 'POST', url: '/api/feed' });
		expect([posted.statusCode, posted.headers.allow, posted.json().code]).toEqual([
			405,
			'GET, HEAD',
			'method_not_allowed',
		]);
		for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
			const answer = await app.inject({ method, url: '/api/ads' });
			expect([answer.statusCode, answer.headers.allow], method).toEqual([405, 'POST']);
		}
		expect((await app.inject({ method: 'HEAD', url: '/api/feed' })).statusCode).toBe(200);
	});
});

describe('an error', () => {
	test('that nobody expected says nothing but an id, under which the log has it', async () => {
		await serve([failing(new Error('the secret is 42'))]);
		const answer = await post({ name: 'my secret name' });
		expect(answer.statusCode).toBe(500);
		expect(answer.json()).toEqual({
			code: 'internal',
			message: problemsText.unexpected,
			request_id: expect.any(String),
		});
		expect(log).toContain('the secret is 42');
		expect(log).toContain(`"request":"${answer.json().request_id}"`);
		expect(log).not.toContain('my secret name');
	});

	test('is logged without the seal of an unguessable id in its address', async () => {
		await serve([looking]);
		await app.inject({ method: 'GET', url: `/api/feed/2s.${'Ab-_'.repeat(6)}/pay?a=1` });
		await app.inject({ method: 'GET', url: `/enrollment/2s.${'Ab-_'.repeat(6)}` });
		expect(log).not.toContain('Ab-_');
		expect(log).toContain('"path":"/api/feed/2s.…/pay"');
	});

	test('of an answer that breaks the contract is ours', async () => {
		await serve([make(async () => ({ name: 'a', password_hash: 'x' }) as never)]);
		const answer = await post({ name: 'a' });
		expect(answer.statusCode).toBe(500);
		expect(answer.payload).not.toContain('password');
	});

	test.each([
		[new DomainError('conflict', 'Not now'), 409, 'Not now', undefined],
		[new DomainError('too_many', 'Wait', { retryAfter: 7 }), 429, 'Wait', '7'],
		[new Unavailable('gone'), 503, problemsText.unavailable, '5'],
		[new DiskFull('full'), 507, problemsText.diskFull, undefined],
		[Object.assign(new Error('x'), { code: 'ENOSPC' }), 507, expect.any(String), undefined],
		[Object.assign(new Error('x'), { statusCode: 502 }), 500, expect.any(String), undefined],
		['a text that was thrown', 500, expect.any(String), undefined],
		[null, 500, expect.any(String), undefined],
	])('%s is answered as what it is', async (error, status, message, wait) => {
		await serve([failing(error)]);
		const answer = await post({ name: 'a' });
		expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, wait]);
		expect(answer.json().message).toEqual(message);
		expect(log.includes('unexpected')).toBe(status === 500);
	});

	test('with a code that its endpoint does not declare fails the test it is met in', async () => {
		const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
		await serve([failing(new DomainError('conflict', 'Not now'))]);
		await post({ name: 'a' });
		expect(reported).not.toHaveBeenCalled();
		await app.close();
		await serve([failing(new DomainError('not_found', 'Gone'))]);
		expect((await post({ name: 'a' })).statusCode).toBe(404);
		expect(reported).toHaveBeenCalledExactlyOnceWith('POST /api/ads answered 404, which it does not declare');
	});
});

describe('limits', () => {
	const plenty = { most: 1000, window: minute };
	const none = {
		address: plenty,
		addressLogin: plenty,
		read: plenty,
		write: plenty,
		login: plenty,
		upload: plenty,
		signUp: plenty,
		enrollment: plenty,
	};
	const good = { authorization: 'Bearer good' };

	async function statusesOf(calls: readonly (() => Promise<{ statusCode: number }>)[]): Promise<number[]> {
		const statuses = [];
		for (const call of calls) statuses.push((await call()).statusCode);
		return statuses;
	}
	const read = (headers = {}, remoteAddress = '203.0.113.7') =>
		app.inject({ url: '/api/feed', headers, remoteAddress });
	const times = <Call>(count: number, call: Call): Call[] => Array.from({ length: count }, () => call);

	test('of writes count for each account', async () => {
		await serve([echo], { rateLimitConfig: { ...none, write: { most: 2, window: minute } } });
		const write = () => post({ name: 'a' }, good);
		expect(await statusesOf(times(3, write))).toEqual([201, 201, 429]);
		const refused = await write();
		expect(refused.json().code).toBe('too_many');
		expect(refused.headers['retry-after']).toBe('60');
		expect((await post({ name: 'a' })).statusCode).toBe(201);
	});

	test('without a session take from one budget of the address what each call costs, and it fills up again', async () => {
		const clock = fakeClock();
		const most = callCosts.write + 2 * callCosts.read;
		await serve([echo, looking], {
			budgets: createBudgets({ clock }),
			rateLimitConfig: { ...none, address: { most, window: minute } },
		});
		const write = () => post({ name: 'a' });
		const here = () => read({}, '127.0.0.1');
		expect(await statusesOf([write, write, here, here, here])).toEqual([201, 429, 200, 200, 429]);
		const refused = await write();
		expect(refused.json().code).toBe('too_many');
		expect(refused.headers['retry-after']).toBe(String(Math.ceil((60 * callCosts.write) / most)));
		expect((await read()).statusCode).toBe(200);
		clock.advance(Number(refused.headers['retry-after']) * 1000);
		expect(await statusesOf([write, write])).toEqual([201, 429]);
	});

	test('without a session are not used up by a clock that is set back', async () => {
		const clock = fakeClock();
		await serve([looking], {
			budgets: createBudgets({ clock }),
			rateLimitConfig: { ...none, address: { most: 2, window: minute } },
		});
		expect((await read()).statusCode).toBe(200);
		clock.advance(-60 * minute);
		expect(await statusesOf(times(2, () => read()))).toEqual([200, 429]);
	});

	test('of logins count apart from what else an address costs', async () => {
		const logging = implement(thing, { policy: 'anyone', rate: 'login' }, async ({ body: { name } }) => ({ name }));
		await serve([logging, looking], { rateLimitConfig: { ...none, addressLogin: { most: 2, window: minute } } });
		const calls = [...times(3, () => post({ name: 'a' })), () => read({}, '127.0.0.1')];
		expect(await statusesOf(calls)).toEqual([201, 201, 429, 200]);
	});

	test('of reads count for an account where there is one, and a token that is nobody’s counts for the address', async () => {
		const few = { most: 2, window: minute };
		await serve([looking], { rateLimitConfig: { ...none, address: few, read: few } });
		const bogus = { authorization: 'Bearer bad' };
		expect(await statusesOf([() => read(bogus), () => read(), () => read(bogus), () => read()])).toEqual([
			200, 200, 429, 429,
		]);
		expect(await statusesOf(times(3, () => read(good)))).toEqual([200, 200, 429]);
		expect((await read({}, '203.0.113.8')).statusCode).toBe(200);
	});

	test('take an IPv6 customer’s networks for one', async () => {
		await serve([looking], { rateLimitConfig: { ...none, address: { most: 2, window: minute } } });
		const from = (address: string) => () => read({}, address);
		const calls = ['2001:db8:0:1ff::1', '2001:db8:0:100::2', '2001:db8:0:17a::3', '2001:db8:0:200::1'].map(from);
		expect(await statusesOf(calls)).toEqual([200, 200, 429, 200]);
	});

	test('of routes beside the API count as their configuration says', async () => {
		await serve([], { rateLimitConfig: { ...none, address: { most: 10, window: minute } } });
		app.get('/cheap', { config: { policy: 'anyone', rateLimit: {} } }, async () => 'a');
		app.get('/dear', { config: { policy: 'anyone', rateLimit: { cost: 9 } } }, async () => 'a');
		app.get('/turns-out-dear', { config: { policy: 'anyone', rateLimit: {} } }, async (request) => {
			app.charge(request, 100);
			return 'a';
		});
		const get =
			(url: string, headers = {}) =>
			() =>
				app.inject({ url, headers });
		expect(await statusesOf(['/dear', '/cheap', '/cheap'].map((url) => get(url)))).toEqual([200, 200, 429]);
		expect(await statusesOf([get('/turns-out-dear', good), get('/cheap', good)])).toEqual([200, 200]);
	});

	test('count what was charged once it shows, against the calls that follow', async () => {
		await serve([], { rateLimitConfig: { ...none, address: { most: 10, window: minute } } });
		app.get('/page', { config: { policy: 'anyone', rateLimit: {} } }, async (request) => {
			app.charge(request, 100);
			return 'a';
		});
		expect(await statusesOf(times(2, () => app.inject({ url: '/page' })))).toEqual([200, 429]);
	});

	test('believe as many proxies as are configured', async () => {
		await serve([looking], { rateLimitConfig: { ...none, address: { most: 1, window: minute } }, trustProxy: 1 });
		const from = async (address: string) => (await read({ 'x-forwarded-for': address })).statusCode;
		expect(await from('203.0.113.7')).toBe(200);
		expect(await from('203.0.113.8')).toBe(200);
		expect(await from('203.0.113.9, 203.0.113.7')).toBe(429);
	});
});

test('answers carry headers that disarm them', async () => {
	await serve([looking], { secure: true });
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
	await serve([looking]);
	expect((await app.inject({ url: '/api/feed' })).headers['strict-transport-security']).toBeUndefined();
});

test('what a session sees is kept by no cache', async () => {
	await serve([looking]);
	const mine = await app.inject({ url: '/api/feed', headers: { authorization: 'Bearer good' } });
	expect(mine.headers['cache-control']).toBe('no-store');
});

test('ready is what it needs to be', async () => {
	let broken = false;
	await serve([], {
		async checkReadiness() {
			if (broken) throw new Error('the database is gone');
		},
	});
	expect((await app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ready' });
	broken = true;
	const answer = await app.inject({ url: '/health/ready' });
	expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
	expect(answer.payload).not.toContain('database');
	expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' });
});

test('what was asked is done although the caller is gone before it is known who it is', async () => {
	const [asked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
	const gone = Promise.withResolvers<void>();
	const route = make(async ({ name }) => {
		done.resolve(name);
		return { name };
	});
	await serve([route], {
		authenticate: async () => {
			asked.resolve();
			await gone.promise;
			return null;
		},
	});
	app.server.once('connection', (connection) => connection.once('close', () => gone.resolve()));
	const address = await app.listen({ port: 0, host: '127.0.0.1' });
	const leaving = new AbortController();
	const asking = fetch(`${address}/api/ads`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: 'Bearer slow' },
		body: '{"name":"a"}',
		signal: leaving.signal,
	});
	await asked.promise;
	leaving.abort();
	await expect(asking).rejects.toThrow();
	expect(await done.promise).toBe('a');
	expect(log).not.toContain('unexpected');
});

test('a stop finishes what is in flight and takes nothing new', async () => {
	const entered = Promise.withResolvers<void>();
	const finish = Promise.withResolvers<void>();
	await serve([
		make(async ({ name }) => {
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
	const knock = () => fetch(`${address}/health/live`);
	await vi.waitFor(() => expect(knock()).rejects.toThrow(), { timeout: 30_000 });
	finish.resolve();
	expect((await inFlight).status).toBe(201);
	await closed;
});

test('behind a proxy a stop serves one more request on each open connection', async () => {
	// Pages are rendered from calls within the process.
	const route = make(async ({ name }) => ({ name: `${name} ${(await app.inject('/health/live')).statusCode}` }));
	await serve([route], { trustProxy: 1 });
	const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	onTestFinished(() => agent.destroy());
	async function post() {
		const headers = { 'content-type': 'application/json' };
		const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/api/ads', headers });
		sent.end('{"name":"a"}');
		const [response]: IncomingMessage[] = await once(sent, 'response');
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

test('a stop waits for nobody who has asked for nothing', async () => {
	await serve([]);
	const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
	const accepted = once(app.server, 'connection');
	const silent = connect(Number(address.port), address.hostname);
	await Promise.all([accepted, once(silent, 'connect')]);
	const ended = once(silent, 'close');
	await app.close();
	// Without an error.
	expect(await ended).toEqual([false]);
});
