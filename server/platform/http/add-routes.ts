import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import * as commonText from '../../../contract/text/common.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Tx } from '../database/index.ts';
import type { RateLimits } from '../rate-limits.ts';
import { Refusal } from '../refusal.ts';
import type { Budgets } from './budgets.ts';
import { inputCheckOf } from './check-input.ts';
import { documentResponses } from './documents.ts';
import { isInProcess, surrogateCapability, surrogateKey } from './in-process.ts';
import { networkOf, wideNetworkOf } from './network.ts';
import { type Actor, enforce, needsNoSession, type Policy } from './policy.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';
import { costs, type Rates } from './rates.ts';
import type { Repeats } from './repeats.ts';
import { type Call, type Route, successOf } from './route.ts';

/** What every call to a route passes through. */
export interface CallOptions {
	/** Who a session's token belongs to; null for one that is unknown or over. */
	authenticate: (token: string) => Promise<Actor | null>;
	rateLimits: RateLimits;
	budgets: Budgets;
	rates: Rates;
	repeats: Repeats;
}

/** Serves one endpoint: who calls, how often, what with; the rules; an answer as it was declared. */
export function addRoute(app: FastifyInstance, route: Route, options: CallOptions): void {
	const { endpoint } = route;
	const { policy, rate, mediaHost, form, beacon, rawBody } = route.options;
	const [method = '', url = ''] = endpoint.address.split(' ');
	const { status, schema } = successOf(endpoint);
	const check = inputCheckOf(endpoint);

	async function checkRate(request: FastifyRequest, actor: Actor | null): Promise<void> {
		const count = ({ accountId }: Actor) =>
			options.rateLimits.count(`${rate} account ${accountId}`, options.rates[rate]);
		if (rate === 'login') {
			if (actor) return count(actor);
			// Apart from what reads cost: who tries passwords keeps nobody behind the same address from browsing, or from a reset.
			return options.budgets.spend(`${endpoint.address} ${addressOf(request)}`, options.rates.addressLogin, 1);
		}
		if (actor && rate !== 'read' && rate !== 'enrollment') return count(actor);
		const cost = route.options.cost?.(request.query as Record<string, unknown>) ?? costs[rate];
		spend(request, actor, cost, options);
	}

	/** Handles the call; where only what is accepted counts, it is counted in the transaction that accepts it. */
	async function handle(call: Call<typeof endpoint, Policy>, actor: Actor | null): Promise<unknown> {
		if (!endpoint.repeatable) return route.handle(call);
		if (rate !== 'enrollment') return repeatable(route, call, options.repeats, actor);
		const key = `accepted ${rate} ${actor ? `account ${actor.accountId}` : `address ${call.wideNetwork}`}`;
		const counted: Route = {
			...route,
			async handle(inTransaction) {
				const { tx } = inTransaction as unknown as { tx: Tx };
				await options.rateLimits.count(key, options.rates[rate], { tx });
				return route.handle(inTransaction);
			},
		};
		return repeatable(counted, call, options.repeats, actor);
	}

	app.route({
		method,
		url,
		schema: {
			operationId: endpoint.name,
			summary: endpoint.summary,
			tags: [tagOf(url)],
			...(endpoint.params && { params: endpoint.params }),
			...(endpoint.query && { querystring: endpoint.query }),
			...(endpoint.body && { body: endpoint.body }),
			...(!needsNoSession(policy) && { security: [{ session: [] }] }),
			response: documentResponses(endpoint),
		},
		config: {
			policy,
			checksInput: true,
			...(mediaHost && { mediaHost }),
			...(form && { form }),
			...(beacon && { beacon }),
			...(rawBody && { rawBody }),
		},
		async handler(request, reply) {
			const actor = request.headers.authorization ? await actorOf(request, options.authenticate) : null;
			if (actor) request.accountId = actor.accountId;
			if (route.options.checksRate) spend(request, actor, costs.read, options);
			else if (!isInProcess(request)) await checkRate(request, actor);
			enforce(policy, actor, route.options);
			const input = check(request);
			const call = {
				...input,
				actor,
				network: networkOf(request.ip),
				wideNetwork: wideNetworkOf(request.ip),
				userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
				checkRate: () => checkRate(request, actor),
				request,
				reply,
				rawBody: request.rawBody,
				tx: undefined,
			} as unknown as Call<typeof endpoint, Policy>;
			const answer = await handle(call, actor);
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

function isPrepared(answer: unknown): answer is Prepared {
	return typeof answer === 'object' && answer !== null && 'compressed' in answer && 'etag' in answer;
}

/** Takes a cost from the budget of the account, or of the address where there is no session. Throws `too_many`. */
export function spend(
	request: FastifyRequest,
	actor: Actor | null,
	cost: number,
	{ budgets, rates }: Pick<CallOptions, 'budgets' | 'rates'>,
): void {
	if (actor) budgets.spend(`account ${actor.accountId}`, rates.read, cost);
	else budgets.spend(addressOf(request), rates.address, cost);
}

/** An IPv6 customer may be given a /56 whole. */
export const addressOf = (request: FastifyRequest): string => `address ${wideNetworkOf(request.ip)}`;

export async function actorOf(
	request: FastifyRequest,
	authenticate: CallOptions['authenticate'],
): Promise<Actor | null> {
	const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
	return token ? authenticate(token) : null;
}

const everyMethod: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Addresses of the API that are nothing answer in its own shape, not with a page. */
function refuseTheRest(app: FastifyInstance, url: string): void {
	app.route({
		method: everyMethod,
		url,
		schema: { hide: true },
		config: { policy: 'anyone', checksInput: true },
		handler() {
			throw new Refusal('not_found', commonText.nothingHere);
		},
	});
}

/** Addresses that are something answer 405 to other methods, what is nothing 404. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
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
			config: { policy: 'anyone', checksInput: true },
			handler: (_, reply) => {
				reply.header('allow', allowed.join(', '));
				throw new Refusal('method_not_allowed', problemsText.methodNotAllowed);
			},
		});
	}
}

function tagOf(url: string): string {
	const [, first = '', second = ''] = url.split('/');
	return first === 'api' ? second : first;
}
