import type { FastifyInstance } from 'fastify';
import type { Route } from './route.ts';

/** Headers of all responses, errors included, to calls that scripts of other sites may read. */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': 'etag, idempotency-replayed, retry-after',
};

const allowedHeaders = 'authorization, content-range, content-type, idempotency-key, if-none-match, x-unique-upload-id';
/** Seconds for which a browser remembers the response to a preflight. Chromium's maximum. */
const preflightLifetime = 7200;

/**
 * Returns whether scripts of other sites may call a route: if API tokens may. Sign-up, login and administration are not among them, so no
 * site can guess passwords through its visitors' browsers. Sessions are safe: no cookie holds them.
 */
export function acceptsOtherSites({ options }: Route): boolean {
	return options.scope !== undefined;
}

/** Responds to the request (OPTIONS) that a browser sends before a script of another site calls a URL with one of the methods. */
export function respondToPreflight(app: FastifyInstance, url: string, methods: readonly string[]): void {
	app.options(url, { config: { policy: 'anyone', validatesInput: true, crossOrigin: true } }, (_, reply) => {
		reply
			.code(204)
			.headers({
				'access-control-allow-methods': methods.join(', '),
				'access-control-allow-headers': allowedHeaders,
				'access-control-max-age': String(preflightLifetime),
			})
			.send();
	});
}
