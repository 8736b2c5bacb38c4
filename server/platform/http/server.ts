import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import underPressure from '@fastify/under-pressure';
import Fastify, {
	type FastifyBaseLogger,
	type FastifyInstance,
	type FastifyRequest,
	type HTTPMethods,
	LogController,
	type RouteOptions,
} from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { brand } from '../../../contract/brand.ts';
import type { Rate, RateLimits } from '../rate-limits.ts';
import { invalid, Refusal } from '../refusal.ts';
import { isInProcess, surrogateCapability, surrogateKey } from './in-process.ts';
import { networkOf } from './network.ts';
import { type Actor, enforce, needsNoSession, type Policy } from './policy.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';
import { answerError } from './problems.ts';
import type { Repeats } from './repeats.ts';
import { type Call, type RateClass, type Route, successOf } from './route.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Who may use the route; one without it does not start the server. */
		policy?: Policy;
		mediaHost?: true;
		form?: true;
		beacon?: true;
		rawBody?: true;
	}
	interface FastifyRequest {
		rawBody?: Buffer;
	}
}

/** How often each class of route may be used: reads by one address, the others by one account or, without a session, one address. */
export type Rates = Readonly<Record<RateClass, Rate>>;

const minute = 60_000;
/** Generous, for a mobile network puts thousands of phones behind one address; an account has closer limits of its own. */
export const defaultRates: Rates = {
	read: { most: 1200, window: minute },
	write: { most: 120, window: minute },
	login: { most: 100, window: 15 * minute },
	upload: { most: 600, window: 60 * minute },
	enrollment: { most: 60, window: 60 * minute },
};

export interface HttpOptions {
	routes: readonly Route[];
	/** Who a session's token belongs to; null for one that is unknown or over. */
	authenticate: (token: string) => Promise<Actor | null>;
	rateLimits: RateLimits;
	rates: Rates;
	repeats: Repeats;
	logger: FastifyBaseLogger;
	/** Hops in front of us that may be believed. */
	trustProxy: number;
	/** Throws where something the server needs does not answer. */
	ready: () => Promise<void>;
	/** The server stands behind TLS. */
	secure: boolean;
}

const jsonBodyBytes = 256 * 1024;
/** Browsers let a beacon have so many. */
const beaconBytes = 64 * 1024;
/** How long such a body may take to come in, milliseconds. */
const bodyPatience = 30_000;
/** How long what is in flight may take to end once the server stops, milliseconds. */
const stopPatience = 15_000;

/** A Fastify server with our routes: security headers, limits, one shape of error, health, the API's documents. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
	sayWhatIsWrong();
	const app = Fastify({
		loggerInstance: options.logger,
		// A child of the logger for each request would cost more than a whole prepared answer.
		childLoggerFactory: (logger) => logger,
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: (_, hop) => hop < options.trustProxy,
		// A silent connection is cut; a slow but moving upload is not.
		connectionTimeout: 60_000,
		bodyLimit: jsonBodyBytes,
		keepAliveTimeout: 72_000,
		requestTimeout: 0,
		http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
		// Call 6 of the specification carries a whole description in its path.
		routerOptions: { maxParamLength: 20_000 },
		// An address that cannot be decoded never reaches a route.
		frameworkErrors: answerError,
		return503OnClosing: true,
		forceCloseConnections: 'idle',
	});

	app.setErrorHandler(answerError);
	app.setNotFoundHandler((request, reply) =>
		answerError(new Refusal('not_found', 'There is nothing here.'), request, reply),
	);
	// Schemas stand in the documents; inputs are checked and answers made into text in one place, below.
	app.setSerializerCompiler(() => JSON.stringify);
	app.setValidatorCompiler(() => (value) => ({ value }));
	acceptJson(app);
	requirePolicies(app);
	logRequests(app);
	closeConnectionsAtStop(app);
	limitSlowBodies(app);

	const headers = securityHeaders(options.secure);
	app.addHook('onRequest', (_, reply, done) => {
		reply.headers(headers);
		done();
	});
	await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5 });
	await app.register(rateLimit, {
		global: false,
		max: options.rates.read.most,
		timeWindow: options.rates.read.window,
		// A page's own questions are counted where the page is asked for.
		allowList: isInProcess,
		keyGenerator: (request) => networkOf(request.ip),
		addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
		addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
		errorResponseBuilder: (_, { ttl }) =>
			new Refusal('too_many', 'Too many requests. Please wait a little.', { retryAfter: Math.ceil(ttl / 1000) }),
	});
	await app.register(multipart, { throwFileSizeLimit: false });
	await documentApi(app);

	for (const route of options.routes) addRoute(app, route, options);
	refuseOtherMethods(app, options.routes);
	addHealth(app, options.ready);
	return app;
}

function addRoute(app: FastifyInstance, route: Route, options: HttpOptions): void {
	const { endpoint } = route;
	const { policy, rate, mediaHost, form, beacon, rawBody } = route.options;
	const [method = '', url = ''] = endpoint.address.split(' ');
	const { status, schema } = successOf(endpoint);

	async function checkRate(request: FastifyRequest, actor: Actor | null) {
		const who = actor ? `account ${actor.accountId}` : `address ${networkOf(request.ip)}`;
		await options.rateLimits.count(`${rate} ${who}`, options.rates[rate]);
	}

	app.route({
		method,
		url,
		schema: {
			summary: endpoint.summary,
			tags: [tagOf(url)],
			...(endpoint.params && { params: endpoint.params }),
			...(endpoint.query && { querystring: endpoint.query }),
			...(endpoint.body && { body: endpoint.body }),
			...(!needsNoSession(policy) && { security: [{ session: [] }] }),
			...(schema && { response: { [status]: schema } }),
		},
		config: {
			policy,
			...(mediaHost && { mediaHost }),
			...(form && { form }),
			...(beacon && { beacon }),
			...(rawBody && { rawBody }),
			...(rate === 'read' && { rateLimit: {} }),
		},
		async handler(request, reply) {
			const actor = request.headers.authorization ? await actorOf(request, options.authenticate) : null;
			if (rate !== 'read') await checkRate(request, actor);
			enforce(policy, actor, route.options.beforePasswordChange === true);
			const input = check(endpoint, request);
			const call = {
				...input,
				actor,
				ip: request.ip,
				userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
				request,
				reply,
				rawBody: request.rawBody,
				tx: undefined,
			} as unknown as Call<typeof endpoint, Policy>;
			const answer = endpoint.repeatable
				? await repeatable(route, call, options.repeats, actor)
				: await route.handle(call);
			if (schema === null) return reply.code(status).send();
			const prepared = isPrepared(answer) ? answer : prepareAnswer(route, status, schema, answer, actor !== null);
			if (request.headers[surrogateCapability]) reply.header(surrogateKey, prepared.tags.join(' '));
			return sendPrepared(prepared, request, reply);
		},
	});
}

async function repeatable(
	route: Route,
	call: Call<Route['endpoint'], Policy>,
	repeats: Repeats,
	actor: Actor | null,
): Promise<unknown> {
	const key = call.request.headers['idempotency-key'];
	const { body, repeated } = await repeats.once(
		{
			accountId: actor?.accountId ?? 0,
			key: typeof key === 'string' ? key : null,
			endpoint: `${route.endpoint.address} ${JSON.stringify(call.params ?? {})}`,
			body: call.body,
		},
		(tx) => route.handle({ ...call, tx: tx as never }),
	);
	if (repeated) call.reply.header('idempotency-replayed', 'true');
	return body;
}

/** An answer as text, held against its schema: what is not declared there does not leave the server. */
function prepareAnswer(
	route: Route,
	status: number,
	schema: z.ZodType | null,
	answer: unknown,
	personal: boolean,
): Prepared {
	const { policy, rate, shows } = route.options;
	// What begins a session is for the caller alone, though anyone may call.
	const kept = policy === 'anyone' && rate !== 'login' && !personal;
	return prepare({
		status,
		bytes: Buffer.from(JSON.stringify(schema ? schema.parse(answer) : answer)),
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'cache-control': kept ? 'no-cache' : 'no-store',
		},
		tags: shows?.(answer as never) ?? [],
	});
}

/** Inputs whose schema has no sentence of its own are refused in plain words too. */
function sayWhatIsWrong(): void {
	z.config({
		customError({ code, ...issue }) {
			if (code === 'too_big') return `At most ${issue.maximum}`;
			if (code === 'too_small') return `At least ${issue.minimum}`;
			if (code === 'invalid_value') return 'This is not one of the choices';
			if (code === 'invalid_type')
				return issue.input === undefined ? 'This is missing' : 'This is not of the right kind';
			return 'This is not understood';
		},
	});
}

/** What every answer carries. Those of the API show nothing and load nothing; pages and media replace the policy with their own. */
function securityHeaders(secure: boolean): Record<string, string> {
	return {
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		'cross-origin-opener-policy': 'same-origin-allow-popups',
		'cross-origin-resource-policy': 'same-site',
		'referrer-policy': 'strict-origin-when-cross-origin',
		'x-content-type-options': 'nosniff',
		'x-frame-options': 'DENY',
		...(secure && { 'strict-transport-security': 'max-age=31536000' }),
	};
}

function isPrepared(answer: unknown): answer is Prepared {
	return typeof answer === 'object' && answer !== null && 'compressed' in answer && 'etag' in answer;
}

async function actorOf(request: FastifyRequest, authenticate: HttpOptions['authenticate']): Promise<Actor | null> {
	const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
	return token ? authenticate(token) : null;
}

/** All that is wrong with a request at once. Throws `malformed` without a body, else `invalid` with a sentence for each field. */
function check({ params, query, body }: Route['endpoint'], request: FastifyRequest) {
	if (body && (request.body ?? null) === null) throw new Refusal('malformed', 'This request needs a body.');
	const fields: Record<string, string> = {};
	function parse(schema: z.ZodType | undefined, value: unknown): unknown {
		if (!schema) return undefined;
		const result = schema.safeParse(value);
		if (result.success) {
			refuseUnstorable(result.data, [], fields);
			return result.data;
		}
		for (const issue of result.error.issues) {
			if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= 'This is not known here';
			else fields[issue.path.join('.') || 'body'] ??= issue.message;
		}
		return undefined;
	}
	const input = {
		params: parse(params, request.params),
		query: parse(query, request.query),
		body: parse(body, request.body),
	};
	if (Object.keys(fields).length > 0) throw invalid(fields);
	return input;
}

/** PostgreSQL fails on NUL and lone surrogates, which SQLite takes. */
function refuseUnstorable(value: unknown, path: readonly string[], fields: Record<string, string>): void {
	if (typeof value === 'string') {
		if (value.includes('\0') || !value.isWellFormed())
			fields[path.join('.')] = 'This has characters that are not taken';
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, part] of Object.entries(value)) refuseUnstorable(part, [...path, name], fields);
	}
}

function acceptJson(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeContentTypeParser(['application/json', 'text/plain']);
	app.addContentTypeParser<Buffer>(
		['application/json', 'application/vnd.api+json'],
		{ parseAs: 'buffer' },
		(request, body, done) => {
			if (request.routeOptions.config.rawBody) request.rawBody = body;
			if (body.length === 0) done(null, undefined);
			else parse(request, body.toString(), done);
		},
	);
	app.addContentTypeParser<string>(
		'text/plain',
		{ parseAs: 'string', bodyLimit: beaconBytes },
		(request, body, done) =>
			request.routeOptions.config.beacon
				? parse(request, body, done)
				: done(new Refusal('unsupported_type', 'This type of content is not taken here.')),
	);
}

function requirePolicies(app: FastifyInstance): void {
	const added: RouteOptions[] = [];
	app.addHook('onRoute', (route) => void added.push(route));
	app.addHook('onReady', async () => {
		// Only now: a plugin may declare the policy of its own routes after it has added them.
		const undeclared = added.filter((route) => !route.config?.policy);
		const names = undeclared.map((route) => `${route.method} ${route.url}`).join(', ');
		if (undeclared.length > 0) throw new Error(`No policy is declared for ${names}`);
	});
}

/** A line for every write, refusal, failure and slow answer; reads that went well are counted, not logged. */
function logRequests(app: FastifyInstance): void {
	app.addHook('onResponse', (request, reply, done) => {
		const milliseconds = Math.round(reply.elapsedTime);
		const { statusCode } = reply;
		if (statusCode >= 400 || milliseconds > 1000 || (request.method !== 'GET' && request.method !== 'HEAD')) {
			const path = withoutSeals(request.url.split('?')[0] ?? '');
			request.log.info(
				{ request: request.id, method: request.method, path, status: statusCode, milliseconds },
				'request',
			);
		}
		done();
	});
}

/** An id with a seal in an address is a key: who reads the log is not to have it. */
function withoutSeals(path: string): string {
	return path.replace(/(\/[^/.]+)\.[\w-]{20,}(?=\/|$)/g, '$1.…');
}

/** A connection that was busy when the stop came would be kept alive after its answer, and the stop would wait for it. */
function closeConnectionsAtStop(app: FastifyInstance): void {
	let stopping = false;
	app.addHook('preClose', (done) => {
		stopping = true;
		setTimeout(() => app.server.closeAllConnections(), stopPatience).unref();
		done();
	});
	app.addHook('onResponse', (_, __, done) => {
		if (stopping) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Addresses of the API that are nothing answer in its own shape, not with a page. */
function refuseTheRest(app: FastifyInstance, url: string): void {
	app.route({
		method: everyMethod,
		url,
		schema: { hide: true },
		config: { policy: 'anyone' },
		handler() {
			throw new Refusal('not_found', 'There is nothing here.');
		},
	});
}

/** A body that drips in is cut off; only uploads may take their time. */
function limitSlowBodies(app: FastifyInstance): void {
	app.addHook('preParsing', (request, _, payload, done) => {
		if (!request.routeOptions.config.form) {
			const late = setTimeout(() => request.raw.destroy(), bodyPatience);
			payload.once('close', () => clearTimeout(late));
		}
		done(null, payload);
	});
}

function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
	const taken = new Map<string, string[]>();
	for (const { endpoint } of routes) {
		const [method = '', url = ''] = endpoint.address.split(' ');
		taken.set(url, [...(taken.get(url) ?? []), method]);
	}
	refuseTheRest(app, '/api/*');
	refuseTheRest(app, '/v1_1/*');
	for (const [url, methods] of taken) {
		const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
		app.route({
			method: everyMethod.filter((method) => !allowed.includes(method)),
			url,
			schema: { hide: true },
			config: { policy: 'anyone' },
			handler: (_, reply) => {
				reply.header('allow', allowed.join(', '));
				throw new Refusal('method_not_allowed', 'This address is not used that way.');
			},
		});
	}
}

function addHealth(app: FastifyInstance, ready: () => Promise<void>): void {
	const config = { policy: 'anyone' } as const;
	app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'live' }));
	app.get('/health/ready', { config, schema: { hide: true } }, async (request) => {
		try {
			await ready();
			return { status: 'ready' };
		} catch (error) {
			request.log.warn({ request: request.id, err: error }, 'not ready');
			throw new Refusal('unavailable', 'Not ready.');
		}
	});
}

async function documentApi(app: FastifyInstance): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: { title: `${brand.name} API`, version: '1', description: brand.tagline },
			components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
		},
		transform: jsonSchemaTransform,
	});
	await app.register(async (docs) => {
		docs.addHook('onRoute', (route) => {
			route.config = { ...route.config, policy: 'anyone' };
		});
		await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
	});
}

function tagOf(url: string): string {
	const [, first = '', second = ''] = url.split('/');
	return first === 'api' ? second : first;
}
