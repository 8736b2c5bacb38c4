import type { FastifyRequest } from 'fastify';

/** Returns the first value of a cookie as the browser sent it, or null. Clients can send any value. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
	const cookie = headers.cookie?.split(/; ?/).find((pair) => pair.startsWith(`${name}=`));
	return cookie?.slice(name.length + 1) ?? null;
}
