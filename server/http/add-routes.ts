import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { Current } from '../core/current.ts';
import { DomainError } from '../core/domain-error.ts';
import { runStep } from '../core/operation.ts';
import type { RateLimit, RateLimiter } from '../core/rate-limits.ts';
import type { Tx } from '../database/index.ts';
import type { CallBudgets } from './budgets.ts';
import { buildResponse, type CachedResponse, encodeResponse, sendCached, writeEncoded } from './cached-response.ts';
import { acceptsOtherSites, crossOriginHeaders, respondToPreflight } from './cross-origin.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import type { UrlFields } from './in-process.ts';
import { toNetworkPrefix, toWideNetworkPrefix } from './network.ts';
import { type Actor, enforcePolicy, hasScope, isSessionlessPolicy, type Policy } from './policy.ts';
import { callCosts, type RateLimitConfig } from './rate-limit-config.ts';
import type { RecentWriters } from './recent-writers.ts';
import type { ResponseCache } from './response-cache.ts';
import { type EndpointCall, getSuccessResponse, type Route } from './route.ts';
import { createSerializer } from './serialize.ts';
import { createInputValidator, type ValidatedInput } from './validate-input.ts';

export interface RouteDeps {
	/** Returns the actor of a session token; null if the token is unknown or expired. */
	authenticate: (token: string) => Promise<Actor | null>;
	/** Returns the account of a session token that was authenticated lately and not revoked since. Enough for a budget, not for access. */
	findRecentAccountId: (token: string) => number | undefined;
	cache: ResponseCache;
	rateLimits: RateLimiter;
	budgets: CallBudgets;
	rateLimitConfig: Current<RateLimitConfig>;
	idempotencyStore: IdempotencyStore;
	recentWriters: RecentWriters;
}

/** Limits of the remembered URLs of each cached route. */
const [maxRememberedUrls, maxRememberedUrl] = [10_000, 200];

type Call = EndpointCall<Route['endpoint'], Policy>;

/** Adds the route of one endpoint: authentication, rate limit, policy, validation, handler, response. */
export function addRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
	const { endpoint } = route;
	const { policy, scope, rate, batch, prepare, cache, cacheTags, cloudinaryErrors, multipart, beacon, rawBody } =
		route.options;
	const address = endpointAddresses[endpoint.name];
	const [method = '', url = ''] = address.split(' ');
	const { status, schema } = getSuccessResponse(endpoint);
	const check = createInputValidator(endpoint);
	const serialize = createSerializer(schema);
	const crossOrigin = acceptsOtherSites(route);
	const defaultHeaders = crossOrigin ? { ...app.defaultHeaders, ...crossOriginHeaders } : app.defaultHeaders;
	/** Cache keys of validated calls by URL, so that the same call is not validated again. Only calls that got a cached response are in it. */
	const keysByUrl = new Map<string, string>();

	/** Counts a call against its limit: in memory, or in the database with a promise. */
	function checkRate(request: FastifyRequest, accountId: number | null): Promise<void> | undefined {
		const count = (id: number) => deps.rateLimits.count(`${rate} account ${id}`, deps.rateLimitConfig.current()[rate]);
		if (rate === 'login') {
			if (accountId !== null) return count(accountId);
			// Each login endpoint has its own budget per address, so password guessing blocks neither browsing nor a password reset.
			const key = `${address} ${getCallBudgetKey(request)}`;
			deps.budgets.spend(key, deps.rateLimitConfig.current().addressLogin, 1);
			return;
		}
		if (accountId !== null && rate !== 'read' && rate !== 'enrollment') return count(accountId);
		spendCallBudget(request, accountId, getCost(request), deps);
	}

	function getCost({ query }: FastifyRequest): number {
		return route.options.cost?.(query as Record<string, unknown>) ?? callCosts[rate === 'login' ? 'read' : rate];
	}

	/** Counts a call with an API token against the limit of the token, half of an account's, so that no token locks its owner out. */
	function checkTokenRate(request: FastifyRequest, tokenId: number): Promise<void> | undefined {
		if (rate !== 'read' && rate !== 'enrollment')
			return deps.rateLimits.count(`${rate} token ${tokenId}`, halve(deps.rateLimitConfig.current()[rate]));
		spendTokenBudget(tokenId, getCost(request), deps);
	}

	const runBatched =
		batch &&
		deps.idempotencyStore.createBatch({
			toRow: batch.toRow,
			together: batch.handle,
			alone: (tx: Tx, call: Call) => handleInTransaction(tx, call),
		});

	function runHandler(call: EndpointCall<typeof endpoint, Policy>, prepared?: unknown): Promise<unknown> {
		return runStep(
			() => ({ name: endpoint.name }),
			() => route.handle(call, prepared),
		);
	}

	async function handle(call: Call, actor: Actor | null): Promise<unknown> {
		if (!endpoint.idempotent) return runHandler(call);
		const { 'idempotency-key': key } = call.request.headers;
		const idempotentCall = {
			accountId: actor?.accountId ?? 0,
			key: typeof key === 'string' ? key : null,
			endpoint: `${address} ${JSON.stringify(call.params ?? {})}`,
			body: call.body,
		};
		const prepared = prepare && (await prepare(call as never));
		const { body, replayed } = await (runBatched
			? runBatched(idempotentCall, call)
			: deps.idempotencyStore.runOnce(idempotentCall, (tx) => handleInTransaction(tx, call, prepared)));
		if (replayed) call.reply.header('idempotency-replayed', 'true');
		return body;
	}

	/** Runs the handler in a transaction. For the rate class `enrollment`, the transaction that accepts a call counts it against the limit. */
	async function handleInTransaction(tx: Tx, call: Call, prepared?: unknown): Promise<unknown> {
		if (rate === 'enrollment') {
			const { actor } = call;
			const key = `accepted ${rate} ${actor ? `account ${actor.accountId}` : `address ${call.wideNetwork}`}`;
			await deps.rateLimits.count(key, deps.rateLimitConfig.current()[rate], { tx });
		}
		return runHandler({ ...call, tx: tx as never }, prepared);
	}

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
		handler(request, reply) {
			const token = getBearerToken(request);
			if (token === null) return respond(request, reply, null);
			const accountId = cache?.ignoresSession ? deps.findRecentAccountId(token) : undefined;
			if (accountId !== undefined) return respond(request, reply, null, accountId);
			return deps
				.authenticate(token)
				.then((actor) => (actor?.scopes ? respondToApiToken(request, reply, actor) : respond(request, reply, actor)));
		},
	});

	/**
	 * Responds to a call with an API token. Without the scope it runs as a visitor's call, or is rejected where visitors may not call. It counts
	 * against the limits of the address, so that a token cannot use up limits of its owner that are not in its scopes, such as that of logins.
	 */
	async function respondToApiToken(request: FastifyRequest, reply: FastifyReply, actor: Actor): Promise<void> {
		if (route.options.refusesTokens) throw new DomainError('forbidden', apiTokensText.noToken);
		if (!hasScope(actor, scope)) return respond(request, reply, isSessionlessPolicy(policy) ? null : actor, null);
		await checkTokenRate(request, actor.sessionId);
		return respond(request, reply, actor);
	}

	/** Sends a response from the cache before anything else runs, if a call with the same URL was validated before. */
	function sendFromCache(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
		const accountId = findBudgetAccountId(request);
		if (accountId) deps.recentWriters.beforeRead(accountId);
		const key = accountId === undefined ? undefined : keysByUrl.get(request.url);
		const cached = key === undefined ? undefined : deps.cache.get(key);
		const encoded = cached && encodeResponse(cached, request.raw, defaultHeaders);
		if (encoded && accountId !== undefined) {
			request.accountId = accountId;
			checkRate(request, accountId);
			writeEncoded(encoded, reply);
		} else done();
	}

	/** Returns whose budget pays for a cached response: an account's, or that of the address (null). Undefined if only `respond` can tell. */
	function findBudgetAccountId(request: FastifyRequest): number | null | undefined {
		const { authorization } = request.raw.headers;
		if (authorization === undefined) return null;
		const token = cache?.ignoresSession ? getBearerToken(request) : null;
		return token === null ? undefined : deps.findRecentAccountId(token);
	}

	/** Responds at once from the cache, so that a cached response costs no promise; otherwise with a promise. */
	function respond(
		request: FastifyRequest,
		reply: FastifyReply,
		actor: Actor | null,
		accountId = actor?.accountId ?? null,
	): Promise<void> | undefined {
		request.accountId = accountId;
		if (route.options.checksRate) spendCallBudget(request, accountId, callCosts.read, deps);
		else {
			const counted = checkRate(request, accountId);
			if (counted) return counted.then(() => call(request, reply, actor));
		}
		return call(request, reply, actor);
	}

	function call(request: FastifyRequest, reply: FastifyReply, actor: Actor | null): Promise<void> | undefined {
		enforcePolicy(policy, actor, route.options);
		const input = check(request);
		const key = cache && (actor === null || cache.ignoresSession) ? toCacheKey(input) : null;
		if (cache && request.accountId !== null) deps.recentWriters.beforeRead(request.accountId);
		const cached = key === null ? undefined : deps.cache.get(key);
		if (key === null || !cached) return handleAndSend(request, reply, actor, input, key);
		rememberKey(request.url, key);
		return sendCached(cached, request, reply);
	}

	function rememberKey(url: string, key: string): void {
		if (url.length > maxRememberedUrl) return;
		if (keysByUrl.size >= maxRememberedUrls) keysByUrl.clear();
		keysByUrl.set(url, key);
	}

	/** Returns the cache key of a call; null if its response is not cached. */
	function toCacheKey({ params, query }: ValidatedInput): string | null {
		const part = cache?.key ? cache.key({ params, query } as never) : JSON.stringify([params, query]);
		return part === null ? null : `${endpoint.name} ${part}`;
	}

	async function handleAndSend(
		request: FastifyRequest,
		reply: FastifyReply,
		actor: Actor | null,
		input: ValidatedInput,
		key: string | null,
	): Promise<void> {
		const endpointCall = {
			...input,
			actor,
			network: toNetworkPrefix(request.ip),
			wideNetwork: toWideNetworkPrefix(request.ip),
			userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
			checkRate: async () => checkRate(request, actor?.accountId ?? null),
			request,
			reply,
			rawBody: request.rawBody,
			tx: undefined,
		} as unknown as Call;
		async function run(): Promise<unknown> {
			const result = await handle(endpointCall, actor);
			if (method !== 'GET' && actor) deps.recentWriters.add(actor.accountId);
			return result;
		}
		if (schema === null) {
			await run();
			return void reply.code(status).send();
		}
		const build = async () => toResponse(await run(), input, actor !== null);
		const response = await (cache && key !== null ? deps.cache.getOrBuild(key, cache.ttl, build) : build());
		return sendCached(response, request, reply);
	}

	/** Calls the endpoint without a request. See `InProcessCall`. */
	async function callInProcess(params: UrlFields, query: UrlFields): Promise<CachedResponse> {
		enforcePolicy(policy, null, route.options);
		const input = check({ params, query, body: undefined });
		// `HandledCall` gives these handlers neither request nor reply.
		const endpointCall = { ...input, actor: null } as EndpointCall<typeof endpoint, Policy>;
		const key = cache ? toCacheKey(input) : null;
		const build = async () => toResponse(await runHandler(endpointCall), input, false);
		return cache && key !== null ? deps.cache.getOrBuild(key, cache.ttl, build) : build();
	}
	if (method === 'GET' && rate === 'read') app.inProcessCalls.set(endpoint.name, callInProcess);

	/** Serializes the result of a handler. The response schema rejects undeclared properties. */
	function toResponse(result: unknown, input: ValidatedInput, hasSession: boolean): CachedResponse {
		// The response to a login contains a session token, so it must not be cached although the policy is `anyone`.
		const isPublic = policy === 'anyone' && rate !== 'login' && (!hasSession || cache?.ignoresSession);
		return buildResponse({
			status,
			bytes: Buffer.from(serialize(result)),
			headers: {
				'content-type': 'application/json; charset=utf-8',
				'cache-control': isPublic ? 'no-cache' : 'no-store',
			},
			tags: cacheTags?.(result as never, input as never) ?? [],
		});
	}
}

/** Spends units from the account's budget, or without a session from the address's budget. Throws `too_many`. */
export function spendCallBudget(
	request: FastifyRequest,
	accountId: number | null,
	cost: number,
	{ budgets, rateLimitConfig }: Pick<RouteDeps, 'budgets' | 'rateLimitConfig'>,
): void {
	if (accountId !== null) budgets.spend(`account ${accountId}`, rateLimitConfig.current().read, cost);
	else budgets.spend(getCallBudgetKey(request), rateLimitConfig.current().address, cost);
}

/** Spends units from the budget of an API token. Throws `too_many`. */
export function spendTokenBudget(
	tokenId: number,
	cost: number,
	{ budgets, rateLimitConfig }: Pick<RouteDeps, 'budgets' | 'rateLimitConfig'>,
): void {
	budgets.spend(`token ${tokenId}`, halve(rateLimitConfig.current().read), cost);
}

function halve({ most, window }: RateLimit): RateLimit {
	return { most: Math.ceil(most / 2), window };
}

/** Returns the budget key of a request's address. All addresses in an IPv6 customer's /56 share one key. */
export const getCallBudgetKey = (request: FastifyRequest): string => `address ${toWideNetworkPrefix(request.ip)}`;

export function getBearerToken({ headers: { authorization } }: FastifyRequest): string | null {
	return authorization === undefined ? null : (/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? null);
}

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Makes unknown API paths return an error as JSON, not a page. */
function rejectUnknownPaths(app: FastifyInstance, url: string, config: { cloudinaryErrors?: true } = {}): void {
	const reject = async () => {
		throw new DomainError('not_found', commonText.nothingHere);
	};
	app.route({
		method: allMethods,
		url,
		config: { ...config, policy: 'anyone', validatesInput: true },
		// Before the body is parsed, because its type does not matter. The time in which the body must arrive is already limited.
		preParsing: reject,
		handler: reject,
	});
}

/** Makes known API paths return 405 to other methods, and unknown API paths 404. */
export function rejectOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
	const routesByUrl = Map.groupBy(routes, ({ endpoint }) => endpointAddresses[endpoint.name].split(' ')[1] ?? '');
	const getMethods = (routes: readonly Route[]) =>
		routes.map(({ endpoint }) => endpointAddresses[endpoint.name].split(' ')[0] ?? '');
	rejectUnknownPaths(app, '/api/*');
	rejectUnknownPaths(app, '/v1_1/*', { cloudinaryErrors: true });
	for (const [url, routes] of routesByUrl) {
		const methods = getMethods(routes);
		const openMethods = getMethods(routes.filter(acceptsOtherSites));
		if (openMethods.length > 0) respondToPreflight(app, url, openMethods);
		const allowed = [
			...methods,
			...(methods.includes('GET') ? ['HEAD'] : []),
			...(openMethods.length > 0 ? ['OPTIONS'] : []),
		];
		app.route({
			method: allMethods.filter((method) => !allowed.includes(method)),
			url,
			config: { policy: 'anyone', validatesInput: true },
			handler: (_, reply) => {
				reply.header('allow', allowed.join(', '));
				throw new DomainError('method_not_allowed', problemsText.methodNotAllowed);
			},
		});
	}
}
