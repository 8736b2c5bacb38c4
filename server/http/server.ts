import { createHash, timingSafeEqual } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { EndpointName } from '../../contract/core/addresses.ts';
import type { Endpoint } from '../../contract/core/endpoint.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Tracer } from '../core/operation.ts';
import { addRoute, type RouteDeps } from './add-routes.ts';
import { getBearerToken } from './authenticate.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import {
	addJsonBodyParsers,
	drainOnStop,
	limitSlowBodies,
	logRequests,
	measureRequests,
	nameOperations,
	rejectInputOutsideContract,
	rejectRepeatedHost,
	requirePolicies,
	traceRequests,
} from './hooks.ts';
import type { InProcessCall } from './in-process.ts';
import { getCallBudgetKey, spendCallBudget, spendTokenBudget } from './limit.ts';
import { type OpenApiOptions, serveOpenApi } from './openapi.ts';
import { enforcePolicy, type Policy } from './policy.ts';
import { handleError } from './problems.ts';
import { callCosts } from './rate-limit-config.ts';
import { rejectOtherMethods } from './reject-other-methods.ts';
import { type PressureLimits, rejectUnderPressure } from './under-pressure.ts';
import { setValidationMessages } from './validate-input.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Endpoint of the contract that the route implements. */
		endpoint?: Endpoint;
		/** Policy of the route. The server does not start if a route has no policy. */
		policy?: Policy;
		cloudinaryErrors?: true;
		multipart?: true;
		beacon?: true;
		rawBody?: true;
		/** Whether scripts of other sites may read the responses. */
		crossOrigin?: true;
		/** Whether the route validates its query and body itself. Other API routes outside the contract accept neither. */
		validatesInput?: true;
		/** Makes each call spend units of the caller's rate-limit budget, by default the cost of a read. */
		rateLimit?: { cost?: number };
		/** Label in the metrics that many routes share, instead of a label per route. */
		routeLabel?: string;
	}
	interface FastifyInstance {
		/** Headers of every response, unless the route sets others. */
		defaultHeaders: Readonly<Record<string, string>>;
		/** Charges the caller's address for a cost that is known only during the call; see `callCosts`. */
		charge(request: FastifyRequest, cost: number): void;
		/** Functions that call the endpoints that read, for server-side rendering. */
		inProcessCalls: Map<EndpointName, InProcessCall>;
	}
	interface FastifyRequest {
		rawBody?: Buffer;
		/** Account of the session, for the log. Null until the request is authenticated. */
		accountId: number | null;
	}
}

export interface HttpServerOptions extends RouteDeps, OpenApiOptions {
	logger: FastifyBaseLogger;
	/** Number of trusted proxies in front of the server. */
	trustProxy: number;
	/** Throws if a service that the server needs does not respond. */
	checkReadiness: () => Promise<void>;
	metrics: Metrics;
	/** Traces requests; null if nothing is traced. */
	tracer?: Tracer | null;
	/** Bearer token for `/metrics`. Administrators need no such token. */
	metricsToken: string | null;
	/** Whether clients connect over TLS. */
	secure: boolean;
	/** Limits beyond which the server sheds load; null disables load shedding. */
	underPressure: PressureLimits | null;
}

const maxJsonBytes = 256 * 1024;

/** Creates the Fastify server with security headers, limits, error format, health checks, API documentation and routes. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
	setValidationMessages();
	const app = Fastify({
		loggerInstance: options.logger,
		// A child logger per request would cost more than a cached response.
		childLoggerFactory: (logger) => logger,
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: options.trustProxy > 0 && ((_, hop) => hop < options.trustProxy),
		// Closes a connection on which nothing arrives for 60 seconds. A slow upload still sends data.
		connectionTimeout: 60_000,
		bodyLimit: maxJsonBytes,
		keepAliveTimeout: 72_000,
		requestTimeout: 0,
		http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
		// The path of a video ad (call 6 of the specification) contains a whole description as a parameter.
		routerOptions: { maxParamLength: 20_000 },
		// Handles URLs that cannot be decoded, because they never reach a route.
		frameworkErrors: handleError,
		// Routes have no schemas of Fastify's. Without these functions Fastify loads compilers for them.
		schemaController: { compilersFactory: { buildValidator: buildNothing, buildSerializer: buildNothing } },
		return503OnClosing: true,
		forceCloseConnections: 'idle',
	});

	app.setErrorHandler(handleError);
	app.setNotFoundHandler((request, reply) =>
		handleError(new DomainError('not_found', commonText.nothingHere), request, reply),
	);
	addJsonBodyParsers(app);
	requirePolicies(app);
	rejectInputOutsideContract(app);
	app.decorateRequest('accountId', null);
	app.decorate('inProcessCalls', new Map());
	const behindProxy = options.trustProxy > 0;
	nameOperations(app);
	if (options.tracer) traceRequests(app, options.tracer, { behindProxy });
	logRequests(app);
	measureRequests(app, options.metrics);
	drainOnStop(app, { behindProxy });
	limitSlowBodies(app);

	rejectRepeatedHost(app);
	const headers = securityHeaders(options.secure);
	app.decorate('defaultHeaders', headers);
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers(headers);
		if (request.routeOptions.config.crossOrigin) reply.headers(crossOriginHeaders);
		done();
	});
	if (options.underPressure) rejectUnderPressure(app, options.underPressure);
	addBudgetHook(app, options);
	serveOpenApi(app, options);

	// Two hooks of the plugin cost each request a promise, so only the routes that receive forms have them.
	await app.register(async (forms) => {
		await forms.register(multipart, { throwFileSizeLimit: false });
		for (const route of options.routes) if (route.options.multipart) addRoute(forms, route, options);
	});
	for (const route of options.routes) if (!route.options.multipart) addRoute(app, route, options);
	rejectOtherMethods(app, options.routes);
	addHealthRoutes(app, options.checkReadiness);
	addMetricsRoute(app, options);
	return app;
}

function buildNothing(): never {
	throw new Error('addRoute validates input and serializes responses');
}

/** Applies the option `rateLimit` of routes that are no endpoints of the contract. */
function addBudgetHook(app: FastifyInstance, options: RouteDeps): void {
	app.decorate('charge', (request, cost) =>
		options.budgets.charge(getCallBudgetKey(request), options.rateLimitConfig.current().address, cost),
	);
	app.addHook('onRequest', (request, _, done) => {
		const { rateLimit } = request.routeOptions.config;
		if (!rateLimit) return done();
		const spend = (accountId: number | null) =>
			spendCallBudget(request, accountId, rateLimit.cost ?? callCosts.read, options);
		const token = getBearerToken(request);
		if (token === null) {
			spend(null);
			return done();
		}
		options
			.authenticate(token)
			.then((actor) => {
				if (actor?.scopes) spendTokenBudget(actor.sessionId, rateLimit.cost ?? callCosts.read, options);
				spend(actor?.accountId ?? null);
			})
			.then(() => done(), done);
	});
}

/** Returns the default security headers. API responses load nothing; pages and media files set their own policy. */
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

function addHealthRoutes(app: FastifyInstance, checkReadiness: () => Promise<void>): void {
	const config = { policy: 'anyone' } as const;
	let wasReady = true;
	app.get('/health/live', { config }, async () => ({ status: 'live' }));
	app.get('/health/ready', { config }, async (request) => {
		try {
			if (app.stopping.aborted) throw new Error('The server is stopping');
			await checkReadiness();
			if (!wasReady) request.log.info('ready again');
			wasReady = true;
			return { status: 'ready' };
		} catch (error) {
			wasReady = false;
			request.log.warn({ request: request.id, err: error }, 'not ready');
			throw new DomainError('unavailable', problemsText.notReady);
		}
	});
}

/**
 * Serves Prometheus metrics to callers with the configured token or an administrator's session. Local requests have no special access,
 * because a misconfigured proxy would make every request look local.
 */
function addMetricsRoute(app: FastifyInstance, { metrics, metricsToken, authenticate }: HttpServerOptions): void {
	app.get('/metrics', { config: { policy: 'admin', rateLimit: {} } }, async (request, reply) => {
		const token = getBearerToken(request) ?? '';
		if (metricsToken === null || !isSameToken(token, metricsToken))
			enforcePolicy('admin', token ? await authenticate(token) : null, {});
		return reply
			.header('cache-control', 'no-store')
			.type(metrics.contentType)
			.send(await metrics.text());
	});
}

function isSameToken(given: string, expected: string): boolean {
	const [a, b] = [given, expected].map((token) => createHash('sha256').update(token).digest());
	return timingSafeEqual(a as Buffer, b as Buffer);
}
