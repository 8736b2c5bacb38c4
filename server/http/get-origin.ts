import type { FastifyRequest } from 'fastify';

/** Returns the origin that the client requested. The client controls it, so it may only appear in the response to the same client. */
export function getOrigin({ protocol, host }: FastifyRequest): string {
	return `${protocol}://${host}`;
}
