import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Client, createClient } from '../../../contract/client.ts';

/** Request header that asks for a response's cache tags (Surrogate-Key), as CDNs use it. */
export const surrogateCapability = 'surrogate-capability';
export const surrogateKey = 'surrogate-key';

/** Remote address of in-process calls, which no socket can have. */
const inProcessAddress = 'in-process';

export function isInProcess(request: FastifyRequest): boolean {
	return request.raw.socket.remoteAddress === inProcessAddress;
}

/** API client without a network, for server-side rendering. It receives the same validated responses as any client, and acts as a visitor. */
export function createInProcessClient(
	app: FastifyInstance,
	onResponse: (response: { status: number; tags: readonly string[] }) => void,
): Client {
	return createClient(async ({ method, path, headers, body, signal }) => {
		const response = await app.inject({
			method: method as 'GET',
			url: path,
			remoteAddress: inProcessAddress,
			headers: { ...headers, [surrogateCapability]: 'pages="Surrogate-Key"' },
			...(body !== undefined && { payload: body }),
			...(signal && { signal }),
		});
		const tags = response.headers[surrogateKey];
		onResponse({ status: response.statusCode, tags: typeof tags === 'string' && tags !== '' ? tags.split(' ') : [] });
		return { status: response.statusCode, text: response.payload };
	});
}
