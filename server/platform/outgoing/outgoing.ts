import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicHttpsUrl } from '../../../contract/public-https-url.ts';

/** Addresses given by users to which the server may send, and the HTTP agent that connects to them. */
export interface OutgoingReceivers {
	allows(url: URL): boolean;
	agent: Agent;
}

/**
 * Creates an https agent that connects to public addresses only. It checks what a host name resolves to for each connection, and connects to
 * exactly the checked address, so that a name cannot resolve to a private address later.
 */
export function createPublicHttpsAgent(options?: ConstructorParameters<typeof RequestFilteringHttpsAgent>[0]): Agent {
	return new RequestFilteringHttpsAgent(options);
}

/** Allows all public servers over https on port 443. */
export function createPublicReceivers(): OutgoingReceivers {
	return { allows: ({ href }) => isPublicHttpsUrl(href), agent: createPublicHttpsAgent() };
}

/** Sends a POST request. Follows no redirect. Resolves with the status and does not read the body. */
export function post(
	url: URL,
	headers: Record<string, unknown>,
	body: Buffer | null,
	{ agent, signal }: { agent: Agent; signal: AbortSignal },
): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
	const outgoing = request(url, { method: 'POST', headers: headers as Record<string, string>, agent, signal });
	outgoing.on('error', reject);
	outgoing.on('response', (response) => {
		resolve(response.statusCode ?? 0);
		response.on('error', () => {});
		// The body may be long and is of no use, so it is not read.
		response.destroy();
	});
	outgoing.end(body ?? undefined);
	return promise;
}
