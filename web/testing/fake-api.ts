import { type EndpointName, endpointAddresses } from '../../contract/core/addresses.ts';
import { type Client, createClient, type WireRequest, type WireResponse } from '../../contract/core/client.ts';
import type { CallInput, ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import type { Problem } from '../../contract/core/problem.ts';

type BodyOf<Name extends EndpointName> = CallInput<Endpoints[Name]> extends { body: infer Body } ? Body : undefined;

/** One call as the server would receive it. */
export interface ReceivedCall<Name extends EndpointName = EndpointName> {
	params: Record<string, string>;
	query: Record<string, string>;
	body: BodyOf<Name>;
	headers: Record<string, string>;
}

/** Handlers of calls, by endpoint. A handler returns a value of the contract or a `Response`, or throws a network error. */
export type Handlers = {
	[Name in EndpointName]?: (
		call: ReceivedCall<Name>,
	) => ResponseOf<Endpoints[Name]> | Response | Promise<ResponseOf<Endpoints[Name]> | Response>;
};

export interface FakeApi {
	client: Client;
	handle: (handlers: Handlers) => void;
	/** Returns all calls of an endpoint so far, oldest first. */
	calls: <Name extends EndpointName>(name: Name) => ReceivedCall<Name>[];
}

const unexpected: string[] = [];

/** Returns and clears the names of calls without a handler. */
export function takeUnexpectedCalls(): string[] {
	return unexpected.splice(0);
}

/** Fakes the server's API. A call without a handler gets no response and fails its test. */
export function fakeApi(handlers: Handlers = {}): FakeApi {
	const current: Handlers = { ...handlers };
	const received = new Map<EndpointName, ReceivedCall[]>();

	async function respond(request: WireRequest): Promise<WireResponse> {
		const { name, params, query } = matchEndpoint(request);
		const call: ReceivedCall = {
			params,
			query,
			body: (request.body === undefined ? undefined : JSON.parse(request.body)) as ReceivedCall['body'],
			headers: request.headers,
		};
		received.set(name, [...(received.get(name) ?? []), call]);
		const handler = current[name] as ((call: ReceivedCall) => unknown) | undefined;
		if (!handler) {
			unexpected.push(name);
			throw new TypeError(`No handler for ${name}`);
		}
		const result = await unlessAborted(handler(call), request.signal);
		if (result instanceof Response) {
			const wait = result.headers.get('retry-after');
			return { status: result.status, text: await result.text(), ...(wait !== null && { retryAfter: Number(wait) }) };
		}
		return result === undefined ? { status: 204, text: '' } : { status: 200, text: JSON.stringify(result) };
	}

	return {
		client: createClient(respond),
		handle: (more) => void Object.assign(current, more),
		calls: <Name extends EndpointName>(name: Name) => (received.get(name) ?? []) as unknown as ReceivedCall<Name>[],
	};
}

/** Handler that simulates a lost network. */
export function throwNetworkError(): never {
	throw new TypeError('Failed to fetch');
}

/** Makes an error response of the API. `retryAfter` is in seconds. */
export function makeProblemResponse(status: number, { code, message, fields }: Problem, retryAfter?: number): Response {
	const headers = { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
	return Response.json({ code, message, ...(fields && { fields }) }, { status, headers });
}

/** Makes a handler that responds once `resolve` is called. */
export function makeDeferredHandler<Result>() {
	const { promise, resolve } = Promise.withResolvers<Result>();
	return { handler: () => promise, resolve };
}

function unlessAborted(result: unknown, signal?: AbortSignal): Promise<unknown> {
	return new Promise((resolve, reject) => {
		signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
		Promise.resolve(result).then(resolve, reject);
	});
}

function matchEndpoint({ method, path }: WireRequest) {
	const { pathname, searchParams } = new URL(path, 'http://fake');
	const [found] = Object.entries(endpointAddresses)
		.flatMap(([name, address]) => {
			const match = toPattern(address).exec(`${method} ${pathname}`);
			return match ? [{ name: name as EndpointName, params: decode(match.groups ?? {}) }] : [];
		})
		// '/api/me/sessions' must precede '/api/me/:id', which matches the same path.
		.sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
	if (!found) throw new Error(`${method} ${path} is no endpoint of the contract`);
	return { ...found, query: Object.fromEntries(searchParams) };
}

function toPattern(address: string): RegExp {
	const escaped = address.replaceAll('.', '\\.');
	return new RegExp(`^${escaped.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function decode(params: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
}
