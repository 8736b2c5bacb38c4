import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EndpointName } from '../../contract/core/addresses.ts';
import { ApiError, type Client } from '../../contract/core/client.ts';
import type { CachedResponse } from './cached-response.ts';
import { describeError } from './problems.ts';

/** Texts of a call by name, as they would arrive in a URL. */
export type UrlFields = Readonly<Record<string, string>>;

/** Calls an endpoint as a visitor. Throws like its handler, and if the input is invalid or visitors may not call the endpoint. */
export type InProcessCall = (params: UrlFields, query: UrlFields) => Promise<CachedResponse>;

/**
 * Creates an API client for server-side rendering, which calls this server without HTTP. It has only endpoints that read. It acts as a
 * visitor and gets the same responses as any client, but spends no budget, because the cost of a page includes them. `onResponse` receives
 * the status and cache tags of each response.
 */
export function createInProcessClient(
	app: FastifyInstance,
	onResponse: (response: { status: number; tags: readonly string[] }) => void,
): Client {
	async function read(name: EndpointName, call: InProcessCall, { params, query }: UrlInput): Promise<unknown> {
		try {
			const { status, tags, bytes } = await call(toUrlFields(params), toUrlFields(query));
			onResponse({ status, tags });
			return JSON.parse(bytes.toString());
		} catch (error) {
			const { status, problem, retryAfter } = describeError(error, randomUUID(), app.log);
			app.log.info({ endpoint: name, status }, 'call of a page failed');
			onResponse({ status, tags: [] });
			throw new ApiError(status, problem, retryAfter);
		}
	}
	const calls = [...app.inProcessCalls].map(([name, call]) => [
		name,
		(input: UrlInput = {}) => read(name, call, input),
	]);
	return Object.fromEntries(calls);
}

interface UrlInput {
	params?: Record<string, unknown>;
	query?: Record<string, unknown>;
}

function toUrlFields(fields: Record<string, unknown> = {}): UrlFields {
	const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
