import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import type {
	FastifyInstance,
	FastifyReply,
	onResponseHookHandler,
	preValidationHookHandler,
	RouteOptions,
} from 'fastify';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Metrics } from '../core/metrics.ts';
import { currentOperation, type Operation, type Tracer } from '../core/operation.ts';
import { rejectAnyInput } from './validate-input.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Signal that aborts when the server stops, so that readiness fails and streams end. */
		stopping: AbortSignal;
		/** Stops listening and waits for open requests and connections to end. Call it before `close()`, so that pages still render. */
		drain(): Promise<void>;
	}
	interface FastifyRequest {
		/** Operation of a traced request. */
		operation: Operation | null;
	}
}

/** Maximum bytes of a beacon, the limit that browsers set. */
const maxBeaconBytes = 64 * 1024;
/** Milliseconds that the body of a request may take to arrive. Uploads are exempt. */
const bodyTimeout = 30_000;
/** Milliseconds that requests in flight may take after the server starts to stop. */
const stopTimeout = 15_000;
/** Milliseconds that a proxy's idle connections stay open after a stop begins, longer than the proxy keeps them (docs/production.md). */
const drainTimeout = 5000;

/**
 * Rejects a request with several `Host` headers (RFC 9112, section 3.2). Node keeps the first one, and a proxy may have used another one.
 * Node itself rejects a request of HTTP/1.1 without the header.
 */
export function rejectRepeatedHost(app: FastifyInstance): void {
	app.addHook('onRequest', ({ raw: { rawHeaders } }, _, done) => {
		let hosts = 0;
		// Names and values alternate.
		for (let index = 0; index < rawHeaders.length; index += 2) {
			const name = rawHeaders[index] as string;
			if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
		}
		done(hosts > 1 ? new DomainError('malformed', problemsText.malformed) : undefined);
	});
}

/** Makes the server parse JSON and JSON:API bodies, and `text/plain` bodies of beacons. */
export function addJsonBodyParsers(app: FastifyInstance): void {
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
		{ parseAs: 'string', bodyLimit: maxBeaconBytes },
		(request, body, done) =>
			request.routeOptions.config.beacon
				? parse(request, body, done)
				: done(new DomainError('unsupported_type', problemsText.unsupportedType)),
	);
}

/** Makes the server fail to start if a route has no policy. */
export function requirePolicies(app: FastifyInstance): void {
	const added: RouteOptions[] = [];
	app.addHook('onRoute', (route) => void added.push(route));
	app.addHook('onReady', async () => {
		// The check runs when the server is ready, because a plugin may set the policy of its routes after it adds them.
		const undeclared = added.filter((route) => !route.config?.policy);
		const names = undeclared.map((route) => `${route.method} ${route.url}`).join(', ');
		if (undeclared.length > 0) throw new Error(`No policy is declared for ${names}`);
	});
}

/** Logs every write, every error and every slow response. Other reads and beacons appear only in metrics. */
export function logRequests(app: FastifyInstance): void {
	app.addHook('onResponse', (request, reply, done) => {
		const milliseconds = Math.round(reply.elapsedTime);
		const { statusCode } = reply;
		const isQuiet = request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.beacon;
		if (statusCode >= 400 || milliseconds > 1000 || !isQuiet) {
			const path = redactSignedIds(request.url.split('?')[0] ?? '');
			request.log.info(
				{
					request: request.id,
					...(request.accountId !== null && { account: request.accountId }),
					method: request.method,
					path,
					status: statusCode,
					milliseconds,
				},
				'request',
			);
		}
		done();
	});
}

/** Rejects a query or JSON body on API routes outside the contract, unless the route validates its own input (`validatesInput`). */
export function rejectInputOutsideContract(app: FastifyInstance): void {
	app.addHook('preValidation', (request, _, done) => {
		const { url = '', config } = request.routeOptions;
		if (/^\/(api|v1_1)\//.test(url) && !config.validatesInput) rejectAnyInput(request);
		done();
	});
}

/** Returns the name of a route in metrics, traces and the log. It contains no values of a URL. */
function getRouteLabel({ method, url, config }: RouteOptions): string {
	return config?.routeLabel ?? `${Array.isArray(method) ? 'other' : method} ${url}`;
}

/** Makes the handler of every route that is added after this call run as the operation of this route, or of its traced request. */
export function nameOperations(app: FastifyInstance): void {
	app.decorateRequest('operation', null);
	app.addHook('onRoute', (route) => {
		// The name is read with the first request, because a plugin may still configure its routes before.
		let operation: Operation | undefined;
		const preValidation: preValidationHookHandler = (request, _, done) => {
			operation ??= { name: getRouteLabel(route) };
			currentOperation.run(request.operation ?? operation, done);
		};
		route.preValidation = [preValidation, ...[route.preValidation ?? []].flat()];
	});
}

/** Routes that programs call every few seconds. Their traces would hide the others. */
const untracedRoutes = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Traces each request as a span with its route and status. Behind a trusted proxy it continues the trace of the header `traceparent`.
 * Addresses, query strings and accounts are not recorded.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, { behindProxy }: { behindProxy: boolean }): void {
	app.addHook('onRequest', (request, reply, done) => {
		const { url: route, config } = request.routeOptions;
		if (route !== undefined && untracedRoutes.has(route)) return done();
		const { method } = request;
		const name = route === undefined ? `${method} unknown` : (config.routeLabel ?? `${method} ${route}`);
		const { traceparent } = request.headers;
		const span = tracer.startSpan(name, {
			kind: 'server',
			traceparent: behindProxy && typeof traceparent === 'string' ? traceparent : undefined,
			attributes: { 'http.request.method': method, 'http.route': route, 'url.scheme': request.protocol },
		});
		request.operation = { name, span };
		// A response closes after it is sent, and also if the client disconnects.
		reply.raw.once('close', () => {
			const { headersSent, statusCode } = reply.raw;
			if (headersSent) span.setAttributes({ 'http.response.status_code': statusCode });
			span.end(statusCode >= 500 ? { code: String(statusCode) } : undefined);
		});
		currentOperation.run(request.operation, done);
	});
	// Fastify calls these hooks outside the context of the request. The log of the response needs it.
	app.addHook('onResponse', (request, _, done) => currentOperation.run(request.operation ?? undefined, done));
}

/** Counts and times the responses of every route that is added after this call. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
	app.addHook('onRoute', (route) => {
		// The recorder is created with the first response, because a plugin may still configure its routes before.
		let record: ReturnType<Metrics['createRouteRecorder']> | undefined;
		const onResponse: onResponseHookHandler = (request, reply, done) => {
			record ??= metrics.createRouteRecorder(getRouteLabel(route));
			record(reply.statusCode, reply.elapsedTime, Number(request.headers['content-length'] ?? 0) || 0);
			done();
		};
		// Each route has its own hook function, so that a response needs no lookup.
		route.onResponse = [...[route.onResponse ?? []].flat(), onResponse];
	});
}

/** Removes signatures of signed ids from a path. Signed ids in URLs grant access, so they must not appear in the log. */
function redactSignedIds(path: string): string {
	return path.replace(/(\/[^/.]+)\.[\w-]{20,}(?=\/|$)/g, '$1.…');
}

/**
 * Decorates the server with `stopping` and `drain()`, and makes `close()` drain first. Draining stops listening, marks every response as
 * the last of its connection, and waits until all connections are closed.
 * Behind a proxy, an idle connection may be about to carry a request, and a proxy does not retry a POST. Such connections stay open for
 * `drainTimeout`.
 */
export function drainOnStop(app: FastifyInstance, { behindProxy }: { behindProxy: boolean }): void {
	const connections = new Set<Socket>();
	app.server.on('connection', (connection) => {
		connections.add(connection);
		connection.once('close', () => connections.delete(connection));
	});

	const stop = new AbortController();
	let isClosingIdle = false;
	function closeIdle() {
		isClosingIdle = true;
		// Closes the connections that browsers open in advance. Node does not count a connection without any request as idle.
		for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
		app.server.closeIdleConnections();
	}

	async function drain() {
		stop.abort();
		const closed = once(app.server, 'close');
		// The HTTP server's own `close()` would also close idle connections, so the `close()` of the TCP server is called.
		Server.prototype.close.call(app.server);
		const idleTimer = setTimeout(closeIdle, behindProxy ? drainTimeout : 0);
		const busyTimer = setTimeout(() => app.server.closeAllConnections(), stopTimeout);
		await closed;
		clearTimeout(idleTimer);
		clearTimeout(busyTimer);
	}

	let drained: Promise<void> | undefined;
	app.decorate('stopping', stop.signal);
	app.decorate('drain', () => {
		drained ??= drain();
		return drained;
	});
	app.addHook('preClose', () => app.drain());

	function closeAfter({ raw }: FastifyReply) {
		if (stop.signal.aborted && !raw.headersSent) raw.setHeader('connection', 'close');
	}
	app.addHook('onRequest', (_, reply, done) => {
		closeAfter(reply);
		done();
	});
	// `onSend` marks the responses to requests that began before the stop as the last of their connections.
	app.addHook('onSend', (_, reply, payload, done) => {
		closeAfter(reply);
		done(null, payload);
	});
	app.addHook('onResponse', (_, __, done) => {
		if (isClosingIdle) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}

/** Aborts requests whose body arrives too slowly. Uploads are exempt. */
export function limitSlowBodies(app: FastifyInstance): void {
	app.addHook('preParsing', (request, _, payload, done) => {
		const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
		const hasBody = length !== undefined || encoding !== undefined;
		if (hasBody && !request.routeOptions.config.multipart) {
			const timer = setTimeout(() => request.raw.destroy(), bodyTimeout);
			payload.once('close', () => clearTimeout(timer));
		}
		done(null, payload);
	});
}
