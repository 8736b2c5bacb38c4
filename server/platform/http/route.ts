import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, HandledInput, ResponseOf } from '../../../contract/endpoint.ts';
import type { Tx } from '../database/index.ts';
import type { CachedResponse } from './cached-response.ts';
import type { Policy, PolicyActor } from './policy.ts';

/** Kind of work of a route, which selects its rate limit; see `RateLimitConfig`. */
export type RateClass = 'read' | 'write' | 'login' | 'upload' | 'enrollment';

/** Validated and authorized call of an endpoint. */
export interface Call<E extends Endpoint, P extends Policy> extends HandledInput<E> {
	actor: PolicyActor<P>;
	/** Caller's network according to the trusted proxies; see `toNetworkPrefix`. */
	network: string;
	/** Like `network`, with the /56 of an IPv6 customer. */
	wideNetwork: string;
	userAgent: string;
	/** Counts the call against its rate class; for routes with the option `checksRate`. Throws `too_many`. */
	checkRate: () => Promise<void>;
	request: FastifyRequest;
	reply: FastifyReply;
	/** Unparsed body, for routes with the option `rawBody`. */
	rawBody: Buffer | undefined;
	/** Open transaction of an idempotent endpoint, in which its effects belong. */
	tx: E extends { idempotent: true } ? Tx : undefined;
}

export interface RouteOptions<E extends Endpoint, P extends Policy> {
	policy: P;
	rate: RateClass;
	/** Units of a call with this query, if they differ from those of its class; see `callCosts`. */
	cost?: (query: Readonly<Record<string, unknown>>) => number;
	/** The handler calls `checkRate` itself, because it exempts some callers. Before that the call costs a read. */
	checksRate?: true;
	/** Cache tags of the response; invalidating one evicts it from caches. */
	cacheTags?: (response: ResponseOf<E>) => string[];
	/** Allows accounts that must change their password first. */
	beforePasswordChange?: true;
	/** Allows accounts pending deletion. */
	allowPendingDeletion?: true;
	/** Adds errors in Cloudinary's format. */
	cloudinaryErrors?: true;
	/** Accepts a multipart upload, which may arrive slowly. */
	multipart?: true;
	/** Accepts JSON with the content type `text/plain`, as beacons send it. */
	beacon?: true;
	/** Passes the unparsed body to the handler, for signature checks. */
	rawBody?: true;
}

export interface Route {
	endpoint: Endpoint;
	options: {
		policy: Policy;
		rate: RateClass;
		cost?: (query: Readonly<Record<string, unknown>>) => number;
		checksRate?: true;
		cacheTags?: (response: never) => string[];
		beforePasswordChange?: true;
		allowPendingDeletion?: true;
		cloudinaryErrors?: true;
		multipart?: true;
		beacon?: true;
		rawBody?: true;
	};
	handle(call: Call<Endpoint, Policy>): Promise<unknown>;
}

/** Implements an endpoint. Every route is created here. */
export function implementEndpoint<E extends Endpoint, P extends Policy>(
	endpoint: E,
	options: RouteOptions<E, P>,
	handle: (call: Call<E, P>) => Promise<ResponseOf<E> | CachedResponse>,
): Route {
	return { endpoint, options: options as Route['options'], handle: handle as Route['handle'] };
}

/** Status and schema of an endpoint's successful response. */
export function getSuccessResponse({ responses }: Endpoint): { status: number; schema: z.ZodType | null } {
	const [status, schema] = Object.entries(responses)[0] ?? [];
	return { status: Number(status), schema: schema ?? null };
}
