import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, HandledInput, ResponseOf } from '../../../contract/endpoint.ts';
import type { Tx } from '../database/index.ts';
import type { CachedResponse } from './cached-response.ts';
import type { Policy, PolicyActor } from './policy.ts';

/** What kind of work a route is, and so how often it may be used; see `Rates`. */
export type RateClass = 'read' | 'write' | 'login' | 'upload' | 'enrollment';

/** One call to an endpoint, checked and allowed. */
export interface Call<E extends Endpoint, P extends Policy> extends HandledInput<E> {
	actor: PolicyActor<P>;
	/** The caller's network, as far as the configured proxies vouch for it; see `toNetwork`. */
	network: string;
	/** The same, with the /56 of an IPv6 customer. */
	wideNetwork: string;
	/** Name of the browser or program that calls. */
	userAgent: string;
	/** Counts the call as its class says, where the route has the option `checksRate`. Throws `too_many`. */
	checkRate: () => Promise<void>;
	request: FastifyRequest;
	reply: FastifyReply;
	/** The body as it came, where the route has the option `rawBody`. */
	rawBody: Buffer | undefined;
	/** Open transaction of a repeatable endpoint; the effect belongs in it. */
	tx: E extends { idempotent: true } ? Tx : undefined;
}

export interface RouteOptions<E extends Endpoint, P extends Policy> {
	policy: P;
	rate: RateClass;
	/** Units that a call with this query costs, where it is not what its class costs; see `costs`. */
	cost?: (query: Readonly<Record<string, unknown>>) => number;
	/** The handler calls `checkRate` itself, for there are callers whom the class does not limit. Until then it costs a read. */
	checksRate?: true;
	/** What the answer shows, by tag, so that it can be dropped from caches when that changes. */
	cacheTags?: (answer: ResponseOf<E>) => string[];
	/** Open to an account that must change its password first. */
	beforePasswordChange?: true;
	/** Open to an account that its owner has deleted. */
	allowPendingDeletion?: true;
	/** Errors are told as Cloudinary tells them, too. */
	cloudinaryErrors?: true;
	/** Takes a form with a file, which may take its time to come in. */
	multipart?: true;
	/** JSON that calls itself text is taken: a browser's beacon sends it like that. */
	beacon?: true;
	/** The handler is given the body's bytes, too: somebody signed them. */
	rawBody?: true;
}

/** An endpoint with its implementation. */
export interface Route {
	endpoint: Endpoint;
	options: {
		policy: Policy;
		rate: RateClass;
		cost?: (query: Readonly<Record<string, unknown>>) => number;
		checksRate?: true;
		cacheTags?: (answer: never) => string[];
		beforePasswordChange?: true;
		allowPendingDeletion?: true;
		cloudinaryErrors?: true;
		multipart?: true;
		beacon?: true;
		rawBody?: true;
	};
	handle(call: Call<Endpoint, Policy>): Promise<unknown>;
}

/** The one way to implement an endpoint: who may, and the call to the rules that answers. */
export function implement<E extends Endpoint, P extends Policy>(
	endpoint: E,
	options: RouteOptions<E, P>,
	handle: (call: Call<E, P>) => Promise<ResponseOf<E> | CachedResponse>,
): Route {
	return { endpoint, options: options as Route['options'], handle: handle as Route['handle'] };
}

/** The status and schema of an endpoint's success. */
export function getSuccessResponse({ responses }: Endpoint): { status: number; schema: z.ZodType | null } {
	const [status, schema] = Object.entries(responses)[0] ?? [];
	return { status: Number(status), schema: schema ?? null };
}
