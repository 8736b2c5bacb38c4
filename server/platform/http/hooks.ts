import type { Socket } from 'node:net';
import type { FastifyInstance, onResponseHookHandler, RouteOptions } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { isInProcess } from './in-process.ts';

/** Browsers let a beacon have so many. */
const beaconBytes = 64 * 1024;
/** How long such a body may take to come in, milliseconds. */
const bodyPatience = 30_000;
/** How long what is in flight may take to end once the server stops, milliseconds. */
const stopPatience = 15_000;

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
		{ parseAs: 'string', bodyLimit: beaconBytes },
		(request, body, done) =>
			request.routeOptions.config.beacon
				? parse(request, body, done)
				: done(new Refusal('unsupported_type', 'This type of content is not taken here.')),
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
		const quiet = request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.beacon;
		if (statusCode >= 400 || milliseconds > 1000 || !quiet) {
			const path = withoutSeals(request.url.split('?')[0] ?? '');
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

/** Counts and times the answers of every route that is added from here on. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
	app.addHook('onRoute', (route) => {
		const method = Array.isArray(route.method) ? 'other' : route.method;
		// Made with the first answer: a plugin may still configure its own routes after this.
		let record: ReturnType<Metrics['routeRecorder']> | undefined;
		const onResponse: onResponseHookHandler = (request, reply, done) => {
			if (!isInProcess(request)) {
				record ??= metrics.routeRecorder(route.config?.countedAs ?? `${method} ${route.url}`);
				record(reply.statusCode, reply.elapsedTime, Number(request.headers['content-length'] ?? 0) || 0);
			}
			done();
		};
		// One function a route, made once: looking the route up anew with each answer would cost more than counting it.
		route.onResponse = [...[route.onResponse ?? []].flat(), onResponse];
	});
}

/** An id with a seal in an address is a key: who reads the log is not to have it. */
function withoutSeals(path: string): string {
	return path.replace(/(\/[^/.]+)\.[\w-]{20,}(?=\/|$)/g, '$1.…');
}

/**
 * The server waits at its stop for connections it does not take for idle: those that were busy when the stop came and would be kept
 * alive after their answer, and those that browsers open ahead and that have said nothing yet.
 */
export function closeConnectionsAtStop(app: FastifyInstance): void {
	const connections = new Set<Socket>();
	app.server.on('connection', (connection) => {
		connections.add(connection);
		connection.once('close', () => connections.delete(connection));
	});
	let stopping = false;
	app.addHook('preClose', (done) => {
		stopping = true;
		for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
		setTimeout(() => app.server.closeAllConnections(), stopPatience).unref();
		done();
	});
	app.addHook('onResponse', (_, __, done) => {
		if (stopping) setImmediate(() => app.server.closeIdleConnections());
		done();
	});
}

/** A body that drips in is cut off; only uploads may take their time. */
export function limitSlowBodies(app: FastifyInstance): void {
	app.addHook('preParsing', (request, _, payload, done) => {
		const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
		const hasBody = length !== undefined || encoding !== undefined;
		if (hasBody && !request.routeOptions.config.form) {
			const late = setTimeout(() => request.raw.destroy(), bodyPatience);
			payload.once('close', () => clearTimeout(late));
		}
		done(null, payload);
	});
}
