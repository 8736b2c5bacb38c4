import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, onResponseHookHandler, RouteOptions } from 'fastify';
import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';
import type { Metrics } from '../metrics.ts';
import { isInProcess } from './in-process.ts';
import { rejectInput } from './validate-input.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Aborted as soon as the server stops: health says so, and streams end. */
		stopping: AbortSignal;
		/** Stops listening and serves what is in flight; resolves once every connection is closed. Before `close()`, pages still render. */
		drain(): Promise<void>;
	}
}

/** Browsers let a beacon have so many. */
const maxBeaconBytes = 64 * 1024;
/** How long such a body may take to come in, milliseconds. */
const bodyTimeout = 30_000;
/** How long what is in flight may take to end once the server stops, milliseconds. */
const stopTimeout = 15_000;
/** How long idle connections of a proxy stay open once the server stops, milliseconds: longer than the proxy keeps them (docs/production.md). */
const drainTimeout = 5000;

/** JSON under its names; what calls itself text only from a browser's beacon. */
export function acceptJson(app: FastifyInstance): void {
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

/** A route without a declared policy does not start the server. */
export function requirePolicies(app: FastifyInstance): void {
	const added: RouteOptions[] = [];
	app.addHook('onRoute', (route) => void added.push(route));
	app.addHook('onReady', async () => {
		// Only now: a plugin may declare the policy of its own routes after it has added them.
		const undeclared = added.filter((route) => !route.config?.policy);
		const names = undeclared.map((route) => `${route.method} ${route.url}`).join(', ');
		if (undeclared.length > 0) throw new Error(`No policy is declared for ${names}`);
	});
}

/** A line for every write, refusal, failure and slow answer; reads and beacons that went well are counted, not logged. */
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

/**
 * Addresses of the API take no query and no JSON body but what their endpoint declares. This holds for routes that are added without an
 * endpoint too, unless they check what they take themselves (`checksInput`).
 */
export function rejectUndeclaredInput(app: FastifyInstance): void {
	app.addHook('preValidation', (request, _, done) => {
		const { url = '', config } = request.routeOptions;
		if (/^\/(api|v1_1)\//.test(url) && !config.validatesInput) rejectInput(request);
		done();
	});
}

/** Counts and times the answers of every route that is added from here on. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
	app.addHook('onRoute', (route) => {
		const method = Array.isArray(route.method) ? 'other' : route.method;
		// Made with the first answer: a plugin may still configure its own routes after this.
		let record: ReturnType<Metrics['createRouteRecorder']> | undefined;
		const onResponse: onResponseHookHandler = (request, reply, done) => {
			if (!isInProcess(request)) {
				record ??= metrics.createRouteRecorder(route.config?.routeLabel ?? `${method} ${route.url}`);
				record(reply.statusCode, reply.elapsedTime, Number(request.headers['content-length'] ?? 0) || 0);
			}
			done();
		};
		// One function a route, made once: looking the route up anew with each answer would cost more than counting it.
		route.onResponse = [...[route.onResponse ?? []].flat(), onResponse];
	});
}

/** An id with a seal in an address is a key: who reads the log is not to have it. */
function redactSignedIds(path: string): string {
	return path.replace(/(\/[^/.]+)\.[\w-]{20,}(?=\/|$)/g, '$1.…');
}

/**
 * Decorates the server with `stopping` and `drain()`, which `close()` begins with. Draining stops listening, marks every response
 * as the last of its connection, and waits until all connections are closed. Behind a proxy an idle connection may carry a request at this
 * very moment, and a proxy does not repeat a POST: there, idle connections get time to carry one more, or to be closed by the proxy.
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
		// Browsers open connections ahead, which Node does not count as idle.
		for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
		app.server.closeIdleConnections();
	}

	async function drain() {
		stop.abort();
		const closed = once(app.server, 'close');
		// The HTTP server's own close() would close idle connections, too.
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
	// Of a request that began before the stop.
	app.addHook('onSend', (_, reply, payload, done) => {
		closeAfter(reply);
		done(null, payload);
	});
	app.addHook('onResponse', (_, __, done) => {
		if (isClosingIdle) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}

/** A body that drips in is cut off; only uploads may take their time. */
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
