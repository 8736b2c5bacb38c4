import * as problemsText from '../../text/shared/problems.ts';
import { type EndpointName, endpointAddresses, type WireFormat, wireFormats } from './addresses.ts';
import type { CallInput, ResponseOf } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { Problem } from './problem.ts';

/** API request, independent of the transport. */
export interface WireRequest {
	method: string;
	/** Path and query of the request, with a leading slash. */
	path: string;
	headers: Record<string, string>;
	/** Request body as JSON text. */
	body?: string;
	signal?: AbortSignal;
	/** If true, the request continues after its page is closed. Browsers limit the body to 64 KiB. */
	keepalive?: boolean;
	/** If true, the request must not carry the token of a session. */
	anonymous?: boolean;
}

export interface WireResponse {
	status: number;
	/** Response body as text; empty if the response has no body. */
	text: string;
	/** Value of the `Retry-After` header, in seconds. */
	retryAfter?: number;
}

/** Sends an API request: with `fetch` in the browser, in-process on the server. Throws only if no response arrives. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface CallOptions {
	signal?: AbortSignal;
	token?: string;
	/** Idempotency key. The server runs calls with the same key once and returns the same response to each. */
	idempotencyKey?: string;
	/** If true, the request continues after its page is closed. Only for bodies below 64 KiB. */
	keepalive?: boolean;
}

const json = 'application/json';

/** API response with an error status. */
export class ApiError extends Error {
	readonly status: number;
	readonly problem: Problem;
	/** Value of the `Retry-After` header, in seconds. */
	readonly retryAfter: number | undefined;
	constructor(status: number, problem: Problem, retryAfter?: number) {
		super(problem.message);
		this.name = 'ApiError';
		this.status = status;
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** Error of an API request that received no response. */
export class NetworkError extends Error {
	constructor(cause: unknown) {
		super('No response from the server', { cause });
		this.name = 'NetworkError';
	}
}

type Arguments<Input> = keyof Input extends never
	? [input?: Record<string, never>, options?: CallOptions]
	: [input: Input, options?: CallOptions];

export type Client = {
	[Name in EndpointName]: (...args: Arguments<CallInput<Endpoints[Name]>>) => Promise<ResponseOf<Endpoints[Name]>>;
};

interface AnyInput {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	body?: unknown;
}

/** Builds the path and query of an endpoint. Fills in and encodes the parameters. */
export function buildPath(address: string, { params = {}, query = {} }: AnyInput): string {
	const path = address
		.slice(address.indexOf(' ') + 1)
		.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== null) search.set(name, String(value));
	}
	return search.size > 0 ? `${path}?${search}` : path;
}

/** Creates a client with one function per endpoint. Each function throws `ApiError`, `NetworkError` or the signal's abort reason. */
export function createClient(transport: Transport): Client {
	async function call(name: EndpointName, input: AnyInput, options: CallOptions) {
		const address = endpointAddresses[name];
		const { contentType, accept = json, success, anonymous }: WireFormat = wireFormats[name] ?? {};
		const headers: Record<string, string> = { accept };
		const bodyType = contentType ?? (input.body === undefined ? null : json);
		if (bodyType) headers['content-type'] = bodyType;
		if (options.token) headers.authorization = `Bearer ${options.token}`;
		if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
		const method = address.slice(0, address.indexOf(' '));
		const request: WireRequest = { method, path: buildPath(address, input), headers };
		if (input.body !== undefined) request.body = JSON.stringify(input.body);
		if (options.signal) request.signal = options.signal;
		if (options.keepalive) request.keepalive = true;
		if (anonymous) request.anonymous = true;
		const response = await transport(request).catch((cause: unknown) => {
			options.signal?.throwIfAborted();
			throw new NetworkError(cause);
		});
		return parseBody(response, success);
	}
	return new Proxy({} as Client, {
		// `await` reads `then` of every value, and a client is not a promise.
		get: (_, name) =>
			name === 'then'
				? undefined
				: (input: AnyInput = {}, options: CallOptions = {}) => call(name as EndpointName, input, options),
	});
}

/** Parses the body of a successful response, otherwise throws `ApiError`. Without `success`, every 2xx status is successful. */
export function parseBody({ status, text, retryAfter }: WireResponse, success?: number): unknown {
	const body = parseJson(text);
	if (success === undefined ? status >= 200 && status < 300 : status === success) return body;
	throw new ApiError(status, toProblem(body, status), retryAfter);
}

function parseJson(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function toProblem(body: unknown, status: number): Problem {
	const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {};
	if (typeof problem.message === 'string' && problem.message.trim() !== '') return problem as Problem;
	const message = status < 400 ? problemsText.unexplained(status) : problemsText.unexpected;
	return { code: 'internal', ...problem, message };
}
