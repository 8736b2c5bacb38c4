import { createContext, useContext } from 'react';
import { type Client, createClient, type WireRequest } from '../../contract/core/client.ts';

/** Milliseconds after which an API call without a response counts as a network failure. */
const timeout = 15_000;

interface Credentials {
	/** Returns the session token. Called for each request. */
	token: () => string | undefined;
	/** Callback after the server rejected the session token with status 401. */
	onUnauthorized: (token: string) => void;
}

/** Creates an API client over `fetch`. It sends the session token unless a call is anonymous or has a token of its own. */
export function createBrowserClient({ token, onUnauthorized }: Credentials): Client {
	return createClient(async (request) => {
		const sessionToken = token();
		const headers = { ...request.headers };
		if (sessionToken && !request.anonymous && !headers.authorization) headers.authorization = `Bearer ${sessionToken}`;
		const response = await send({ ...request, headers });
		if (response.status === 401 && sessionToken && headers.authorization === `Bearer ${sessionToken}`)
			onUnauthorized(sessionToken);
		return response;
	});
}

let pending = 0;

/** Publishes the number of pending API calls as `data-pending` on the root element. */
function countPending(change: 1 | -1) {
	pending += change;
	document.documentElement.dataset.pending = String(pending);
}

async function send({ method, path, headers, body, signal, keepalive = false }: WireRequest) {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(new DOMException('No response in time', 'TimeoutError')), timeout);
	const abort = () => controller.abort(signal?.reason);
	if (signal?.aborted) abort();
	signal?.addEventListener('abort', abort);
	countPending(1);
	try {
		const response = await fetch(path, { method, headers, body: body ?? null, signal: controller.signal, keepalive });
		const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
		return { status: response.status, text: await response.text(), ...(wait >= 0 && { retryAfter: wait }) };
	} finally {
		countPending(-1);
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	}
}

const ApiContext = createContext<Client | null>(null);

export const ApiProvider = ApiContext.Provider;

/** Returns the API client. Throws outside of `ApiProvider`. */
export function useApi(): Client {
	const api = useContext(ApiContext);
	if (!api) throw new Error('useApi outside of ApiProvider');
	return api;
}
