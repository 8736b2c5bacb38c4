import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import { authenticate, type Caller, identifyAtOnce, type Sessions } from './authenticate.ts';
import { createRouteCache } from './cache.ts';
import { encodeResponse, sendCached, writeEncoded } from './cached-response.ts';
import { acceptsOtherSites, crossOriginHeaders } from './cross-origin.ts';
import { type Call, createCallRunner, runHandler } from './idempotency.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { InProcessCall } from './in-process.ts';
import { countCall, type Limits, limitCall } from './limit.ts';
import { toNetworkPrefix, toWideNetworkPrefix } from './network.ts';
import { enforcePolicy } from './policy.ts';
import type { RecentWriters } from './recent-writers.ts';
import { createResponseBuilder } from './respond.ts';
import type { ResponseCache } from './response-cache.ts';
import { getSuccessResponse, type Route } from './route.ts';
import { createInputValidator, type ValidatedInput } from './validate-input.ts';

export interface RouteDeps extends Sessions, Limits {
	cache: ResponseCache;
	idempotencyStore: IdempotencyStore;
	recentWriters: RecentWriters;
}

/**
 * Adds the route of one endpoint. The functions below are in the order in which a request passes them: cache, authentication, limit, policy,
 * validation, cache again, handler, response.
 */
export function addRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
	const { endpoint } = route;
	const { policy, rate, cloudinaryErrors, multipart, beacon, rawBody } = route.options;
	const [method = '', url = ''] = endpointAddresses[endpoint.name].split(' ');
	const { status, schema } = getSuccessResponse(endpoint);
	const { recentWriters } = deps;
	const cache = createRouteCache(route, deps.cache);
	const validate = createInputValidator(endpoint);
	const runCall = createCallRunner(route, deps);
	const toResponse = createResponseBuilder(route);
	const crossOrigin = acceptsOtherSites(route);
	const defaultHeaders = crossOrigin ? { ...app.defaultHeaders, ...crossOriginHeaders } : app.defaultHeaders;

	app.route({
		method,
		url,
		config: {
			endpoint,
			policy,
			validatesInput: true,
			...(cloudinaryErrors && { cloudinaryErrors }),
			...(multipart && { multipart }),
			...(beacon && { beacon }),
			...(rawBody && { rawBody }),
			...(crossOrigin && { crossOrigin }),
		},
		...(cache && { onRequest: sendFromCache }),
		handler: (request, reply) => {
			const caller = identifyAtOnce(request, route, deps);
			if (caller) return limit(request, reply, caller);
			return authenticate(request, route, deps).then((caller) => limit(request, reply, caller));
		},
	});
	if (method === 'GET' && rate === 'read') app.inProcessCalls.set(endpoint.name, callInProcess);

	/** Sends a response from the cache before anything else runs, if a call with the same URL was validated before. */
	function sendFromCache(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
		const caller = identifyAtOnce(request, route, deps);
		if (caller && caller.accountId !== null) recentWriters.beforeRead(caller.accountId);
		const cached = caller && cache?.findByUrl(request.url);
		const encoded = cached && encodeResponse(cached, request.raw, defaultHeaders);
		if (encoded) {
			request.accountId = caller.accountId;
			countCall(request, caller.accountId, route, deps);
			writeEncoded(encoded, reply);
		} else done();
	}

	/** Responds at once if the limit and the response are in memory, so that a cached response costs no promise. */
	function limit(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> | undefined {
		request.accountId = caller.accountId;
		const counted = limitCall(request, caller, route, deps);
		if (counted) return counted.then(() => respond(request, reply, caller));
		return respond(request, reply, caller);
	}

	function respond(
		request: FastifyRequest,
		reply: FastifyReply,
		{ actor, accountId }: Caller,
	): Promise<void> | undefined {
		enforcePolicy(policy, actor, route.options);
		const input = validate(request);
		if (cache && accountId !== null) recentWriters.beforeRead(accountId);
		const isCached = actor === null || route.options.cache?.ignoresSession;
		const key = cache && isCached ? cache.toKey(input) : null;
		const cached = key === null ? undefined : cache?.find(key, request.url);
		if (cached) return sendCached(cached, request, reply);
		return runAndSend(toCall(request, reply, input, actor), input, key);
	}

	function toCall(request: FastifyRequest, reply: FastifyReply, input: ValidatedInput, actor: Caller['actor']): Call {
		return {
			...input,
			actor,
			network: toNetworkPrefix(request.ip),
			wideNetwork: toWideNetworkPrefix(request.ip),
			userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
			checkRate: async () => countCall(request, actor?.accountId ?? null, route, deps),
			request,
			reply,
			rawBody: request.rawBody,
			tx: undefined,
		} as unknown as Call;
	}

	async function runAndSend(call: Call, input: ValidatedInput, key: string | null): Promise<void> {
		const { request, reply, actor } = call;
		async function run(): Promise<unknown> {
			const result = await runCall(call);
			if (method !== 'GET' && actor) recentWriters.add(actor.accountId);
			return result;
		}
		if (schema === null) {
			await run();
			return void reply.code(status).send();
		}
		const build = async () => toResponse(await run(), input, actor !== null);
		return sendCached(await (cache ? cache.getOrBuild(key, build) : build()), request, reply);
	}

	/** Calls the endpoint without a request. See `InProcessCall`. */
	async function callInProcess(...[params, query]: Parameters<InProcessCall>): ReturnType<InProcessCall> {
		enforcePolicy(policy, null, route.options);
		const input = validate({ params, query, body: undefined });
		// `HandledCall` gives these handlers neither request nor reply.
		const call = { ...input, actor: null } as Call;
		const build = async () => toResponse(await runHandler(route, call), input, false);
		return cache ? cache.getOrBuild(cache.toKey(input), build) : build();
	}
}
