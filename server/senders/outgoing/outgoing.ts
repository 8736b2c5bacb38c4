import { Resolver } from 'node:dns/promises';
import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicHttpsUrl } from '../../../contract/core/public-https-url.ts';
import { runStep } from '../../core/operation.ts';

/** Addresses given by users to which the server may send, and the HTTP agent that connects to them. */
export interface OutgoingReceivers {
	allows(url: URL): boolean;
	agent: Agent;
	/** Milliseconds for a request, from the DNS lookup to the status of the response; by default those of the sender. */
	timeout?: number;
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
	return { allows: ({ href }) => isPublicHttpsUrl(href), agent: createPublicHttpsAgent({ lookup: createDnsLookup() }) };
}

/**
 * Creates a lookup of host names for an agent. Unlike `dns.lookup`, it occupies no threads, of which all lookups of the process share two: slow
 * name servers of users would delay mail, storage and payments. `servers` are addresses of name servers; by default those of the system.
 */
export function createDnsLookup(servers?: readonly string[]): LookupFunction {
	const resolver = new Resolver({ timeout: 2000, tries: 2 });
	if (servers) resolver.setServers(servers);
	return async (host, { all }, callback) => {
		const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
		const addresses = [
			...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
			...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
		];
		const [first] = addresses;
		if (!first) callback(ipv4.status === 'rejected' ? ipv4.reason : new Error('No address'), []);
		else if (all) callback(null, addresses);
		else callback(null, first.address, first.family);
	};
}

interface PostOptions {
	agent: Agent;
	signal: AbortSignal;
}

/** Makes a POST request a step of its operation. Traces contain the status, but not the address, which a user may have given. */
export function tracePost<Response extends { status: number }>(send: () => Promise<Response>): Promise<Response> {
	return runStep(
		() => ({ name: 'POST', kind: 'client', attributes: { 'http.request.method': 'POST' } }),
		async (span) => {
			const response = await send();
			span?.setAttributes({ 'http.response.status_code': response.status });
			return response;
		},
	);
}

/** Sends a POST request. Follows no redirect. Resolves with the status and does not read the body. */
export async function post(
	url: URL,
	headers: Record<string, unknown>,
	body: Buffer | null,
	options: PostOptions,
): Promise<number> {
	const { status } = await tracePost(() => send(url, headers, body, options));
	return status;
}

function send(
	url: URL,
	headers: Record<string, unknown>,
	body: Buffer | null,
	{ agent, signal }: PostOptions,
): Promise<{ status: number }> {
	const { promise, resolve, reject } = Promise.withResolvers<{ status: number }>();
	const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
	const outgoing = request(url, { method: 'POST', headers: headers as Record<string, string>, agent, signal });
	outgoing.on('error', reject);
	// A request that ends with a switch of protocols (101) emits no error.
	outgoing.on('close', () => reject(new Error('The connection closed without a response')));
	outgoing.on('response', (response) => {
		resolve({ status: response.statusCode ?? 0 });
		response.on('error', () => {});
		// The body may be long and is of no use, so it is not read.
		response.destroy();
	});
	outgoing.end(body ?? undefined);
	return promise;
}
