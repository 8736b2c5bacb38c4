import { addresses, type EndpointName } from './addresses.ts';
import type { CallInput, ResponseOf } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { Problem } from './problem.ts';
import * as problemsText from './text/problems.ts';

/** One HTTP request as every transport understands it. */
export interface WireRequest {
	method: string;
	/** Path and query, beginning with a slash. */
	path: string;
	headers: Record<string, string>;
	/** JSON text. */
	body?: string;
	signal?: AbortSignal;
}

export interface WireResponse {
	status: number;
	/** The body's text; empty where there is none. */
	text: string;
	/** Seconds after which to try again, where the answer says so. */
	retryAfter?: number;
}

/** Carries a request to the API: `fetch` in the browser, in-process on the server. Throws only where no answer came. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

export interface CallOptions {
	signal?: AbortSignal;
	/** Session token. */
	token?: string;
	/** The same key on a repeat is one effect and one answer. */
	idempotencyKey?: string;
}

interface WireFormat {
	/** What the body is declared as; said without a body, too. */
	contentType?: string;
	/** What is asked for. */
	accept?: string;
	/** The only status that is success. */
	success?: number;
}

const json = 'application/json';
const jsonApi = 'application/vnd.api+json';

/** How calls go out where the specification (section 7) asks for something else than JSON, and for any 2xx as success. */
const wireFormats: Partial<Record<EndpointName, WireFormat>> = {
	adminLogIn: { success: 200 },
	getGoogleAddress: { contentType: json, accept: jsonApi },
	enroll: { contentType: jsonApi },
	createVideoAd: { accept: jsonApi },
};

/** The API answered, and not with success. */
export class ApiError extends Error {
	readonly status: number;
	readonly problem: Problem;
	/** Seconds after which to try again, where the answer says so. */
	readonly retryAfter: number | undefined;
	constructor(status: number, problem: Problem, retryAfter?: number) {
		super(problem.message);
		this.name = 'ApiError';
		this.status = status;
		this.problem = problem;
		this.retryAfter = retryAfter;
	}
}

/** No answer came. */
export class NetworkError extends Error {
	constructor(cause: unknown) {
		super('No answer from the server', { cause });
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

/** Path and query of an address with its parameters filled in. */
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

/** A function for each endpoint over one transport. Throws `ApiError`, `NetworkError`, or the signal's reason. */
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

/** What an answer holds; throws `ApiError` where it is not success: a 2xx, or that one status. */
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
