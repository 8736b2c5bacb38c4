import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Client, createClient } from '../../../contract/client.ts';

/** Asks for the tags of what an answer shows, as caches in front of a server do. */
export const surrogateCapability = 'surrogate-capability';
export const surrogateKey = 'surrogate-key';

/** Where calls of our own come from: no socket can say so of itself. */
const inProcessAddress = 'in-process';

export function isInProcess(request: FastifyRequest): boolean {
	return request.raw.socket.remoteAddress === inProcessAddress;
}

/** A client of our own API without a network: pages on the server are given the same checked answers as everyone. Acts as a visitor. */
export function createInProcessClient(
	app: FastifyInstance,
	onResponse: (answer: { status: number; tags: readonly string[] }) => void,
): Client {
	return createClient(async ({ method, path, headers, body, signal }) => {
		const answer = await app.inject({
			method: method as 'GET',
			url: path,
			remoteAddress: inProcessAddress,
			headers: { ...headers, [surrogateCapability]: 'pages="Surrogate-Key"' },
			...(body !== undefined && { payload: body }),
			...(signal && { signal }),
		});
		const tags = answer.headers[surrogateKey];
		onResponse({ status: answer.statusCode, tags: typeof tags === 'string' && tags !== '' ? tags.split(' ') : [] });
		return { status: answer.statusCode, text: answer.payload };
	});
}
