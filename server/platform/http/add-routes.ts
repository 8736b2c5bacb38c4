import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import * as commonText from '../../../contract/text/common.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Tx } from '../database/index.ts';
import { DomainError } from '../domain-error.ts';
import type { RateLimiter } from '../rate-limits.ts';
import type { CallBudgets } from './budgets.ts';
import { buildResponse, type CachedResponse, sendCached } from './cached-response.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import { isInProcessRequest, surrogateCapabilityHeader, surrogateKeyHeader } from './in-process.ts';
import { toNetworkPrefix, toWideNetworkPrefix } from './network.ts';
import { describeResponses } from './openapi.ts';
import { type Actor, enforcePolicy, isSessionlessPolicy, type Policy } from './policy.ts';
import { callCosts, type RateLimitConfig } from './rate-limit-config.ts';
import { type EndpointCall, getSuccessResponse, type Route } from './route.ts';
import { createInputValidator } from './validate-input.ts';

export interface RouteDeps {
	/** Returns the actor of a session token; null if the token is unknown or expired. */
	authenticate: (token: string) => Promise<Actor | null>;
	rateLimits: RateLimiter;
	budgets: CallBudgets;
	rateLimitConfig: RateLimitConfig;
	idempotencyStore: IdempotencyStore;
}

/** Adds the route of one endpoint: authentication, rate limit, policy, validation, handler, response. */
export function addRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
	const { endpoint } = route;
	const { policy, rate, cloudinaryErrors, multipart, beacon, rawBody } = route.options;
	const [method = '', url = ''] = endpoint.address.split(' ');
	const { status, schema } = getSuccessResponse(endpoint);
	const check = createInputValidator(endpoint);

	async function checkRate(request: FastifyRequest, actor: Actor | null): Promise<void> {
		const count = ({ accountId }: Actor) =>
			deps.rateLimits.count(`${rate} account ${accountId}`, deps.rateLimitConfig[rate]);
		if (rate === 'login') {
			if (actor) return count(actor);
			// Each login endpoint has its own budget per address, so password guessing blocks neither browsing nor a password reset.
			return deps.budgets.spend(
				`${endpoint.address} ${getCallBudgetKey(request)}`,
				deps.rateLimitConfig.addressLogin,
				1,
			);
		}
		if (actor && rate !== 'read' && rate !== 'enrollment') return count(actor);
		const cost = route.options.cost?.(request.query as Record<string, unknown>) ?? callCosts[rate];
		spendCallBudget(request, actor, cost, deps);
	}

	/** Runs the handler. For the rate class `enrollment`, the transaction that accepts a call counts it against the limit. */
	async function handle(call: EndpointCall<typeof endpoint, Policy>, actor: Actor | null): Promise<unknown> {
		if (!endpoint.idempotent) return route.handle(call);
		if (rate !== 'enrollment') return handleIdempotently(route, call, deps.idempotencyStore, actor);
		const key = `accepted ${rate} ${actor ? `account ${actor.accountId}` : `address ${call.wideNetwork}`}`;
		const rateLimitedRoute: Route = {
			...route,
			async handle(inTransaction) {
				const { tx } = inTransaction as unknown as { tx: Tx };
				await deps.rateLimits.count(key, deps.rateLimitConfig[rate], { tx });
				return route.handle(inTransaction);
			},
		};
		return handleIdempotently(rateLimitedRoute, call, deps.idempotencyStore, actor);
	}

	app.route({
		method,
		url,
		schema: {
			operationId: endpoint.name,
			summary: endpoint.summary,
			tags: [openApiTag(url)],
			...(endpoint.params && { params: endpoint.params }),
			...(endpoint.query && { querystring: endpoint.query }),
			...(endpoint.body && { body: endpoint.body }),
			...(!isSessionlessPolicy(policy) && { security: [{ session: [] }] }),
			response: describeResponses(endpoint),
		},
		config: {
			policy,
			validatesInput: true,
			...(cloudinaryErrors && { cloudinaryErrors }),
			...(multipart && { multipart }),
			...(beacon && { beacon }),
			...(rawBody && { rawBody }),
		},
		async handler(request, reply) {
			const actor = request.headers.authorization ? await resolveActor(request, deps.authenticate) : null;
			if (actor) request.accountId = actor.accountId;
			if (route.options.checksRate) spendCallBudget(request, actor, callCosts.read, deps);
			else if (!isInProcessRequest(request)) await checkRate(request, actor);
			enforcePolicy(policy, actor, route.options);
			const input = check(request);
			const call = {
				...input,
				actor,
				network: toNetworkPrefix(request.ip),
				wideNetwork: toWideNetworkPrefix(request.ip),
				userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
				checkRate: () => checkRate(request, actor),
				request,
				reply,
				rawBody: request.rawBody,
				tx: undefined,
			} as unknown as EndpointCall<typeof endpoint, Policy>;
			const result = await handle(call, actor);
			if (schema === null) return reply.code(status).send();
			const response = isCachedResponse(result)
				? result
				: serializeResponse(route, status, schema, result, actor !== null);
			if (request.headers[surrogateCapabilityHeader]) reply.header(surrogateKeyHeader, response.tags.join(' '));
			return sendCached(response, request, reply);
		},
	});
}

async function handleIdempotently(
	route: Route,
	call: EndpointCall<Route['endpoint'], Policy>,
	store: IdempotencyStore,
	actor: Actor | null,
): Promise<unknown> {
	const key = call.request.headers['idempotency-key'];
	const { body, replayed } = await store.runOnce(
		{
			accountId: actor?.accountId ?? 0,
			key: typeof key === 'string' ? key : null,
			endpoint: `${route.endpoint.address} ${JSON.stringify(call.params ?? {})}`,
			body: call.body,
		},
		(tx) => route.handle({ ...call, tx: tx as never }),
	);
	if (replayed) call.reply.header('idempotency-replayed', 'true');
	return body;
}

/** Serializes the result of a handler. The response schema rejects undeclared properties. */
function serializeResponse(
	route: Route,
	status: number,
	schema: z.ZodType | null,
	result: unknown,
	isPersonal: boolean,
): CachedResponse {
	const { policy, rate, cacheTags } = route.options;
	// The response to a login contains a session token, so it must not be cached although the policy is `anyone`.
	const isCacheable = policy === 'anyone' && rate !== 'login' && !isPersonal;
	return buildResponse({
		status,
		bytes: Buffer.from(JSON.stringify(schema ? schema.parse(result) : result)),
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'cache-control': isCacheable ? 'no-cache' : 'no-store',
		},
		tags: cacheTags?.(result as never) ?? [],
	});
}

function isCachedResponse(result: unknown): result is CachedResponse {
	return typeof result === 'object' && result !== null && 'compressed' in result && 'etag' in result;
}

/** Spends units from the account's budget, or without a session from the address's budget. Throws `too_many`. */
export function spendCallBudget(
	request: FastifyRequest,
	actor: Actor | null,
	cost: number,
	{ budgets, rateLimitConfig }: Pick<RouteDeps, 'budgets' | 'rateLimitConfig'>,
): void {
	if (actor) budgets.spend(`account ${actor.accountId}`, rateLimitConfig.read, cost);
	else budgets.spend(getCallBudgetKey(request), rateLimitConfig.address, cost);
}

/** Returns the budget key of a request's address. All addresses in an IPv6 customer's /56 share one key. */
export const getCallBudgetKey = (request: FastifyRequest): string => `address ${toWideNetworkPrefix(request.ip)}`;

export async function resolveActor(
	request: FastifyRequest,
	authenticate: RouteDeps['authenticate'],
): Promise<Actor | null> {
	const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
	return token ? authenticate(token) : null;
}

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Makes unknown API paths return an error as JSON, not a page. */
function rejectUnknownPaths(app: FastifyInstance, url: string): void {
	app.route({
		method: allMethods,
		url,
		schema: { hide: true },
		config: { policy: 'anyone', validatesInput: true },
		handler() {
			throw new DomainError('not_found', commonText.nothingHere);
		},
	});
}

/** Makes known API paths return 405 to other methods, and unknown API paths 404. */
export function rejectOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
	const methodsByUrl = new Map<string, string[]>();
	for (const { endpoint } of routes) {
		const [method = '', url = ''] = endpoint.address.split(' ');
		methodsByUrl.set(url, [...(methodsByUrl.get(url) ?? []), method]);
	}
	rejectUnknownPaths(app, '/api/*');
	rejectUnknownPaths(app, '/v1_1/*');
	for (const [url, methods] of methodsByUrl) {
		const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
		app.route({
			method: allMethods.filter((method) => !allowed.includes(method)),
			url,
			schema: { hide: true },
			config: { policy: 'anyone', validatesInput: true },
			handler: (_, reply) => {
				reply.header('allow', allowed.join(', '));
				throw new DomainError('method_not_allowed', problemsText.methodNotAllowed);
			},
		});
	}
}

function openApiTag(url: string): string {
	const [, first = '', second = ''] = url.split('/');
	return first === 'api' ? second : first;
}
