import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { EndpointAddress } from '../../contract/core/addresses.ts';
import type { Endpoint, HandlerInput, ResponseOf } from '../../contract/core/endpoint.ts';
import type { LockOptions } from '../core/batcher.ts';
import type { Tx } from '../database/index.ts';
import type { Policy, PolicyActor, PolicyOptions } from './policy.ts';

/** Kind of work that a route does. It selects the rate limit; see `RateLimitConfig`. */
export type RateClass = 'read' | 'write' | 'login' | 'upload' | 'enrollment';

/** Cache lifetime of the response with one ad, post or person in milliseconds, the same as a page's. A change of it ends it earlier. */
export const detailTtl = 15_000;

/** Validated and authorized call of an endpoint. */
export interface EndpointCall<E extends Endpoint, P extends Policy> extends HandlerInput<E> {
	actor: PolicyActor<P>;
	/** Address of the caller according to the trusted proxies: an IPv4 address, or the /64 network of an IPv6 address. */
	network: string;
	/** Address of the caller like `network`, but with the /56 network that many IPv6 customers have. */
	wideNetwork: string;
	userAgent: string;
	/** Counts the call against its rate class. Only routes with the option `checksRate` call it. Throws `too_many`. */
	checkRate: () => Promise<void>;
	request: FastifyRequest;
	reply: FastifyReply;
	/** Unparsed body; only for routes with the option `rawBody`. */
	rawBody: Buffer | undefined;
	/** Open transaction of an idempotent endpoint. All effects of the call belong in it. */
	tx: E extends { idempotent: true } ? Tx : undefined;
}

/** Keeps the successful responses of a route in memory until one of their `cacheTags` is invalidated. */
export interface CacheOptions<E extends Endpoint> {
	/** Milliseconds after which a response expires anyway. They limit the age of what invalidates no tag, such as views. */
	ttl: number;
	/** Returns the part of the input on which the response depends, all of it by default. Null if the response is not to be cached. */
	key?: (input: Pick<HandlerInput<E>, 'params' | 'query'>) => string | null;
	/**
	 * Whether the handler ignores the session, so that callers with a session get cached responses too. Otherwise only visitors do: who
	 * changes something has a session, and reads it from the database, also in another process.
	 */
	ignoresSession?: true;
}

/** Lets calls of an idempotent endpoint that wait at the same time share a transaction. */
export interface BatchOptions<E extends Endpoint, P extends Policy> {
	/** Returns what identifies the row that a call changes and that others may have locked. Null for a call that has to run alone. */
	toRow: (call: Omit<EndpointCall<E, P>, 'tx'>) => string | null;
	/**
	 * Handles several calls with few statements. Returns null for each call that the handler of the route has to handle alone; if this throws,
	 * it handles all of them. With `skipLocked`, this waits for no row that another transaction has locked.
	 */
	handle: (
		tx: Tx,
		calls: readonly Omit<EndpointCall<E, P>, 'tx'>[],
		options: LockOptions,
	) => Promise<readonly (ResponseOf<E> | null)[]>;
}

export interface RouteOptions<E extends Endpoint, P extends Policy, R extends RateClass, Prepared>
	extends PolicyOptions {
	policy: P;
	rate: R;
	/** Returns the cost of a call with this query in units, if the rate class alone does not determine it; see `callCosts`. */
	cost?: (query: Readonly<Record<string, unknown>>) => number;
	/** Whether the handler calls `checkRate` itself, because it exempts some callers. Each call costs one read before that. */
	checksRate?: true;
	/**
	 * Returns the cache tags of a response. Invalidating one of them evicts the response from caches. A public GET must have it: `() => []` if
	 * no change of data evicts its response.
	 */
	cacheTags?: (response: ResponseOf<E>, input: HandlerInput<E>) => string[];
	cache?: P extends 'anyone' ? CacheOptions<E> : never;
	/** Not for the rate class `enrollment`, because each of its calls is counted in a transaction of its own. */
	batch?: R extends 'enrollment' ? never : E extends { idempotent: true } ? BatchOptions<E, P> : never;
	/**
	 * Runs before the transaction of an idempotent endpoint, for work that awaits more than the database, such as reading files. The handler gets
	 * the result.
	 */
	prepare?: E extends { idempotent: true } ? (call: Omit<EndpointCall<E, P>, 'tx'>) => Promise<Prepared> : never;
	/** Whether errors also contain the fields that Cloudinary's clients read. */
	cloudinaryErrors?: true;
	/** Whether the route accepts a multipart upload, which may arrive slowly. */
	multipart?: true;
	/** Whether the route accepts JSON with the content type `text/plain`, as beacons send it. */
	beacon?: true;
	/** Whether the handler gets the unparsed body, for signature checks. */
	rawBody?: true;
}

/** Options that an endpoint has to declare: public GETs their `cacheTags`, because without them pages that call it stay stale. */
type DeclaredOptions<E extends Endpoint, P extends Policy> = [EndpointAddress<E['name']>, P] extends [
	`GET ${string}`,
	'anyone',
]
	? { cacheTags: object }
	: unknown;

export interface Route {
	endpoint: Endpoint;
	options: PolicyOptions & {
		policy: Policy;
		rate: RateClass;
		cost?: (query: Readonly<Record<string, unknown>>) => number;
		checksRate?: true;
		cacheTags?: (response: never, input: never) => string[];
		cache?: Omit<CacheOptions<Endpoint>, 'key'> & { key?: (input: never) => string | null };
		batch?: BatchOptions<Endpoint, Policy>;
		prepare?: (call: never) => Promise<unknown>;
		cloudinaryErrors?: true;
		multipart?: true;
		beacon?: true;
		rawBody?: true;
	};
	handle(call: EndpointCall<Endpoint, Policy>, prepared?: unknown): Promise<unknown>;
}

/** Call as a handler gets it. A page calls endpoints that read in process, without a request. */
type HandledCall<E extends Endpoint, P extends Policy, R extends RateClass> = [EndpointAddress<E['name']>, R] extends [
	`GET ${string}`,
	'read',
]
	? Pick<EndpointCall<E, P>, keyof HandlerInput<E> | 'actor'>
	: EndpointCall<E, P>;

export function implementEndpoint<E extends Endpoint, P extends Policy, R extends RateClass, Prepared = undefined>(
	endpoint: E,
	options: RouteOptions<E, P, R, Prepared> & DeclaredOptions<E, P>,
	handle: (call: HandledCall<E, P, R>, prepared: Prepared) => Promise<ResponseOf<E>>,
): Route {
	return { endpoint, options: options as Route['options'], handle: handle as Route['handle'] };
}

/** Returns the status and schema of an endpoint's successful response. */
export function getSuccessResponse({ responses }: Endpoint): { status: number; schema: z.ZodType | null } {
	const [status, schema] = Object.entries(responses)[0] ?? [];
	return { status: Number(status), schema: schema ?? null };
}
