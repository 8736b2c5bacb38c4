import { addresses, type EndpointName } from './addresses.ts';
import type { CallInput, ResponseOf } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { Problem } from './problem.ts';
import * as problemsText from './text/problems.ts';

/** HTTP request, independent of the transport. */
export interface WireRequest {
	method: string;
	/** Path and query, with a leading slash. */
	path: string;
	headers: Record<string, string>;
	/** JSON text. */
	body?: string;
	signal?: AbortSignal;
}

export interface WireResponse {
	status: number;
	/** Body text; empty if there is none. */
	text: string;
	/** Value of `Retry-After`, seconds. */
	retryAfter?: number;
}

/** Sends a request to the API: `fetch` in the browser, in-process on the server. Throws only if no response arrives. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface CallOptions {
	signal?: AbortSignal;
	token?: string;
	/** The server runs a repeated call with the same key once and returns the same response. */
	idempotencyKey?: string;
}

interface WireFormat {
	/** Content-Type header, sent even without a body. */
	contentType?: string;
	accept?: string;
	/** The only status that counts as success; any 2xx by default. */
	success?: number;
}

const json = 'application/json';
const jsonApi = 'application/vnd.api+json';

/** Endpoints for which the specification (section 7) requires other headers than JSON or one exact status. */
const wireFormats: Partial<Record<EndpointName, WireFormat>> = {
	adminLogIn: { success: 200 },
	getGoogleAddress: { contentType: json, accept: jsonApi },
	enroll: { contentType: jsonApi },
	createVideoAd: { accept: jsonApi },
};

/** Response with an error status. */
export class ApiError extends Error {
	readonly status: number;
	readonly problem: Problem;
	/** Value of `Retry-After`, seconds. */
	readonly retryAfter: number | undefined;
	constructor(status: number, problem: Problem, retryAfter?: number) {
		super(problem.message);
		this.name = 'ApiError';
		this.status = status;
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** The request got no response. */
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

/** Path and query of an address with its parameters filled in and encoded. */
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

/** Client with one function per endpoint. Each throws `ApiError`, `NetworkError`, or the signal's abort reason. */
export function createClient(transport: Transport): Client {
	const calls = Object.entries(addresses).map(([name, address]) => {
		const { contentType, accept = json, success } = wireFormats[name as EndpointName] ?? {};
		async function call(input: AnyInput = {}, options: CallOptions = {}) {
			const headers: Record<string, string> = { accept };
			const bodyType = contentType ?? (input.body === undefined ? null : json);
			if (bodyType) headers['content-type'] = bodyType;
			if (options.token) headers.authorization = `Bearer ${options.token}`;
			if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
			const request: WireRequest = {
				method: address.slice(0, address.indexOf(' ')),
				path: buildPath(address, input),
				headers,
			};
			if (input.body !== undefined) request.body = JSON.stringify(input.body);
			if (options.signal) request.signal = options.signal;
			const response = await transport(request).catch((cause: unknown) => {
				options.signal?.throwIfAborted();
				throw new NetworkError(cause);
			});
			return parseBody(response, success);
		}
		return [name, call];
	});
	return Object.fromEntries(calls);
}

/** Parsed body of a response. Throws `ApiError` unless the status equals `success`, or is any 2xx if `success` is omitted. */
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
	if (typeof body === 'object' && body !== null && 'message' in body) return body as Problem;
	return { code: 'internal', message: problemsText.unexplained(status) };
}
