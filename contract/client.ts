import { addresses, type EndpointName } from './addresses.ts';
import type { AnswerOf, CallInput } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import type { Problem } from './problem.ts';

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

export interface WireAnswer {
	status: number;
	/** The body's text; empty where there is none. */
	text: string;
	/** Seconds after which to try again, where the answer says so. */
	retryAfter?: number;
}

/** Carries a request to the API: `fetch` in the browser, in-process on the server. Throws only where no answer came. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

export interface CallOptions {
	signal?: AbortSignal;
	/** Session token. */
	token?: string;
	/** The same key on a repeat is one effect and one answer. */
	idempotencyKey?: string;
	/** What the body is declared as; JSON otherwise. Said without a body, too. */
	contentType?: 'application/json' | 'application/vnd.api+json';
	/** What is asked for; JSON otherwise. */
	accept?: 'application/vnd.api+json';
}

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
	[Name in EndpointName]: (...args: Arguments<CallInput<Endpoints[Name]>>) => Promise<AnswerOf<Endpoints[Name]>>;
};

interface AnyInput {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
	body?: unknown;
}

/** Path and query of an address with its parameters filled in. */
export function pathOf(address: string, { params = {}, query = {} }: AnyInput): string {
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
		async function call(input: AnyInput = {}, options: CallOptions = {}) {
			const headers: Record<string, string> = { accept: options.accept ?? 'application/json' };
			const contentType = options.contentType ?? (input.body === undefined ? null : 'application/json');
			if (contentType) headers['content-type'] = contentType;
			if (options.token) headers.authorization = `Bearer ${options.token}`;
			if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
			const request: WireRequest = {
				method: address.slice(0, address.indexOf(' ')),
				path: pathOf(address, input),
				headers,
			};
			if (input.body !== undefined) request.body = JSON.stringify(input.body);
			if (options.signal) request.signal = options.signal;
			const answer = await transport(request).catch((cause: unknown) => {
				options.signal?.throwIfAborted();
				throw new NetworkError(cause);
			});
			return bodyOf(answer);
		}
		return [name, call];
	});
	return Object.fromEntries(calls);
}

/** What an answer holds; throws `ApiError` where it is not success. */
export function bodyOf({ status, text, retryAfter }: WireAnswer): unknown {
	const body = parse(text);
	if (status >= 200 && status < 300) return body;
	throw new ApiError(status, toProblem(body, status), retryAfter);
}

function parse(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function toProblem(body: unknown, status: number): Problem {
	if (typeof body === 'object' && body !== null && 'message' in body) return body as Problem;
	return { code: 'internal', message: `The server answered ${status}` };
}
