import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Client, createClient } from '../../../contract/client.ts';

/** Request header that asks for the cache tags of a response (Surrogate-Key), as CDNs send it. */
export const surrogateCapabilityHeader = 'surrogate-capability';
export const surrogateKeyHeader = 'surrogate-key';

/** Remote address of calls that the server makes to itself. No socket can have this address. */
const inProcessAddress = 'in-process';

export function isInProcessRequest(request: FastifyRequest): boolean {
	return request.raw.socket.remoteAddress === inProcessAddress;
}

/**
 * Creates an API client that calls this server without a network, for server-side rendering. It acts as a visitor and gets the same
 * responses as any client. `onResponse` receives the status and cache tags of each response.
 */
export function createInProcessClient(
	app: FastifyInstance,
	onResponse: (response: { status: number; tags: readonly string[] }) => void,
): Client {
	return createClient(async ({ method, path, headers, body, signal }) => {
		const response = await app.inject({
			method: method as 'GET',
			url: path,
			remoteAddress: inProcessAddress,
			headers: { ...headers, [surrogateCapabilityHeader]: 'pages="Surrogate-Key"' },
			...(body !== undefined && { payload: body }),
			...(signal && { signal }),
		});
		const tags = response.headers[surrogateKeyHeader];
		onResponse({ status: response.statusCode, tags: typeof tags === 'string' && tags !== '' ? tags.split(' ') : [] });
		return { status: response.statusCode, text: response.payload };
	});
}
