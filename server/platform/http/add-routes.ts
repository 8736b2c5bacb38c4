import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Rate, RateLimits } from '../rate-limits.ts';
import { Refusal } from '../refusal.ts';
import { inputCheckOf } from './check-input.ts';
import { surrogateCapability, surrogateKey } from './in-process.ts';
import { networkOf } from './network.ts';
import { type Actor, enforce, needsNoSession, type Policy } from './policy.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';
import type { Repeats } from './repeats.ts';
import { type Call, type RateClass, type Route, successOf } from './route.ts';

/** How often each class of route may be used: reads by one address, the others by one account or, without a session, one address. */
export type Rates = Readonly<Record<RateClass, Rate>>;

/** What every call to a route passes through. */
export interface CallOptions {
	/** Who a session's token belongs to; null for one that is unknown or over. */
	authenticate: (token: string) => Promise<Actor | null>;
	rateLimits: RateLimits;
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
			checksInput: true,
			...(mediaHost && { mediaHost }),
			...(form && { form }),
			...(beacon && { beacon }),
			...(rawBody && { rawBody }),
			...(rate === 'read' && { rateLimit: {} }),
		},
		async handler(request, reply) {
			const actor = request.headers.authorization ? await actorOf(request, options.authenticate) : null;
			if (actor) request.accountId = actor.accountId;
			if (rate !== 'read') await checkRate(request, actor);
			enforce(policy, actor, route.options);
			const input = check(request);
			const call = {
				...input,
				actor,
				network: networkOf(request.ip),
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

function isPrepared(answer: unknown): answer is Prepared {
	return typeof answer === 'object' && answer !== null && 'compressed' in answer && 'etag' in answer;
}

async function actorOf(request: FastifyRequest, authenticate: CallOptions['authenticate']): Promise<Actor | null> {
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
			throw new Refusal('not_found', 'There is nothing here.');
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
				throw new Refusal('method_not_allowed', 'This address is not used that way.');
			},
		});
	}
}

function tagOf(url: string): string {
	const [, first = '', second = ''] = url.split('/');
	return first === 'api' ? second : first;
}
