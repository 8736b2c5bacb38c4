import { createHash, timingSafeEqual } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import * as commonText from '../../../contract/text/common.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';
import type { Metrics } from '../metrics.ts';
import { addRoute, budgetKey, type RouteDeps, rejectOtherMethods, resolveActor, spendBudget } from './add-routes.ts';
import {
	acceptJson,
	drainOnStop,
	limitSlowBodies,
	logRequests,
	measureRequests,
	rejectUndeclaredInput,
	requirePolicies,
} from './hooks.ts';
import { isInProcess } from './in-process.ts';
import { serveOpenApi } from './openapi.ts';
import { enforcePolicy, type Policy } from './policy.ts';
import { handleError } from './problems.ts';
import { callCosts } from './rate-limit-config.ts';
import type { Route } from './route.ts';
import { type PressureLimits, rejectUnderPressure } from './under-pressure.ts';
import { setValidationMessages } from './validate-input.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Who may use the route; one without it does not start the server. */
		policy?: Policy;
		cloudinaryErrors?: true;
		multipart?: true;
		beacon?: true;
		rawBody?: true;
		/** Checks its query and body itself, or takes anything; other addresses of the API take neither. */
		validatesInput?: true;
		/** Counts towards what one account or address may cost; a read's cost unless told. */
		rateLimit?: { cost?: number };
		/** Its name in the figures, where many routes are one. */
		routeLabel?: string;
	}
	interface FastifyInstance {
		/** Takes from the caller's address what a call turned out to cost beside its class; see `costs`. */
		charge(request: FastifyRequest, cost: number): void;
	}
	interface FastifyRequest {
		rawBody?: Buffer;
		/** Whose session it is, for the log; null until that is known. */
		accountId: number | null;
	}
}

export interface HttpServerOptions extends RouteDeps {
	routes: readonly Route[];
	logger: FastifyBaseLogger;
	/** Hops in front of us that may be believed. */
	trustProxy: number;
	/** Throws where something the server needs does not answer. */
	checkReadiness: () => Promise<void>;
	metrics: Metrics;
	/** Opens the metrics to who sends it; administrators may read them anyway. */
	metricsToken: string | null;
	/** The server stands behind TLS. */
	secure: boolean;
	/** When it refuses requests because it falls behind; null for never. */
	underPressure: PressureLimits | null;
}

const maxJsonBytes = 256 * 1024;

/** A Fastify server with our routes: security headers, limits, one shape of error, health, the API's documents. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
	setValidationMessages();
	const app = Fastify({
		loggerInstance: options.logger,
		// A child of the logger for each request would cost more than a whole prepared answer.
		childLoggerFactory: (logger) => logger,
		logController: new LogController({ disableRequestLogging: true }),
		trustProxy: options.trustProxy > 0 && ((_, hop) => hop < options.trustProxy),
		// A silent connection is cut; a slow but moving upload is not.
		connectionTimeout: 60_000,
		bodyLimit: maxJsonBytes,
		keepAliveTimeout: 72_000,
		requestTimeout: 0,
		http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
		// Call 6 of the specification carries a whole description in its path.
		routerOptions: { maxParamLength: 20_000 },
		// An address that cannot be decoded never reaches a route.
		frameworkErrors: handleError,
		return503OnClosing: true,
		forceCloseConnections: 'idle',
	});

	app.setErrorHandler(handleError);
	app.setNotFoundHandler((request, reply) =>
		handleError(new DomainError('not_found', commonText.nothingHere), request, reply),
	);
	// Schemas stand in the documents; inputs are checked and answers made into text in one place.
	app.setSerializerCompiler(() => JSON.stringify);
	app.setValidatorCompiler(() => (value) => ({ value }));
	acceptJson(app);
	requirePolicies(app);
	rejectUndeclaredInput(app);
	app.decorateRequest('accountId', null);
	logRequests(app);
	measureRequests(app, options.metrics);
	drainOnStop(app, { behindProxy: options.trustProxy > 0 });
	limitSlowBodies(app);

	const headers = securityHeaders(options.secure);
	app.addHook('onRequest', (_, reply, done) => {
		reply.headers(headers);
		done();
	});
	if (options.underPressure) rejectUnderPressure(app, options.underPressure);
	addBudgetHook(app, options);
	await app.register(multipart, { throwFileSizeLimit: false });
	await serveOpenApi(app);

	for (const route of options.routes) addRoute(app, route, options);
	rejectOtherMethods(app, options.routes);
	addHealthRoutes(app, options.checkReadiness);
	addMetricsRoute(app, options);
	return app;
}

/** Routes beside those of the API: what counts is said by their configuration. */
function addBudgetHook(app: FastifyInstance, options: RouteDeps): void {
	app.decorate('charge', (request, cost) =>
		options.budgets.charge(budgetKey(request), options.rateLimitConfig.address, cost),
	);
	app.addHook('onRequest', async (request) => {
		const { rateLimit } = request.routeOptions.config;
		// A page's own questions are counted where the page is asked for.
		if (!rateLimit || isInProcess(request)) return;
		const actor = request.headers.authorization ? await resolveActor(request, options.authenticate) : null;
		spendBudget(request, actor, rateLimit.cost ?? callCosts.read, options);
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

function addHealthRoutes(app: FastifyInstance, checkReadiness: () => Promise<void>): void {
	const config = { policy: 'anyone' } as const;
	app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'live' }));
	app.get('/health/ready', { config, schema: { hide: true } }, async (request) => {
		try {
			if (app.stopping.aborted) throw new Error('The server stops');
			await checkReadiness();
			return { status: 'ready' };
		} catch (error) {
			request.log.warn({ request: request.id, err: error }, 'not ready');
			throw new DomainError('unavailable', problemsText.notReady);
		}
	});
}

/**
 * Figures for Prometheus, for the configured token or an administrator's session. Not for whoever comes from this machine: behind a proxy that
 * nobody told us of, that would be everyone.
 */
function addMetricsRoute(app: FastifyInstance, { metrics, metricsToken, authenticate }: HttpServerOptions): void {
	app.get(
		'/metrics',
		{ config: { policy: 'admin', rateLimit: {} }, schema: { hide: true } },
		async (request, reply) => {
			const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
			if (metricsToken === null || !isSameToken(token, metricsToken))
				enforcePolicy('admin', token ? await authenticate(token) : null, {});
			return reply
				.header('cache-control', 'no-store')
				.type(metrics.contentType)
				.send(await metrics.text());
		},
	);
}

function isSameToken(given: string, expected: string): boolean {
	const [a, b] = [given, expected].map((token) => createHash('sha256').update(token).digest());
	return timingSafeEqual(a as Buffer, b as Buffer);
}
