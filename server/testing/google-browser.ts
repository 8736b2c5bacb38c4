import { buildPath } from '../../contract/core/client.ts';
import type { TestServer } from './start-server.ts';

/** Minimal browser for signing in with Google. It stores cookies and follows redirects. */
export interface GoogleBrowser {
	/** Signs in as the Google account `sub`, starting at 'Continue with Google' or at `address`. Returns the query of the callback URL. */
	signIn(sub: string, address?: string): Promise<GoogleCallback>;
	/** Calls the API with the cookies of this browser. `token` is a session token. */
	call(
		path: string,
		options?: { method?: string; query?: Record<string, string>; body?: unknown; token?: string },
	): Promise<{ status: number; body: unknown; headers: Headers }>;
	/** Returns the `cookie` header that this browser sends to the server. */
	cookie(): string;
}

export interface GoogleCallback extends Record<string, string> {
	code: string;
	state: string;
}

export function openGoogleBrowser(server: TestServer): GoogleBrowser {
	const jars = new Map<string, Map<string, string>>();
	const serverPort = new URL(server.address).port;

	function getJar(address: string): Map<string, string> {
		const { port } = new URL(address);
		const jar = jars.get(port) ?? new Map<string, string>();
		jars.set(port, jar);
		return jar;
	}

	async function send(address: string, init: RequestInit = {}): Promise<Response> {
		const jar = getJar(address);
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
		const headers = new Headers(init.headers);
		if (cookie) headers.set('cookie', cookie);
		const response = await fetch(address, { ...init, headers, redirect: 'manual' });
		for (const line of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (value === '') jar.delete(name);
			else jar.set(name, value);
		}
		return response;
	}

	return {
		cookie: () => [...getJar(server.address)].map(([name, value]) => `${name}=${value}`).join('; '),

		async signIn(sub, address = `${server.address}/api/auth/google`) {
			let url = new URL(address);
			for (let hop = 0; hop < 12; hop++) {
				if (url.port === serverPort && url.pathname === '/auth/google')
					return Object.fromEntries(url.searchParams) as GoogleCallback;
				const response = await send(url.href);
				const location = response.headers.get('location');
				if (location) url = new URL(location, url);
				else if (url.pathname.startsWith('/choose/')) url.searchParams.set('as', sub);
				else throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
			}
			throw new Error(`Redirected too often, last to ${url}`);
		},

		async call(path, { method = 'GET', query = {}, body, token } = {}) {
			const response = await send(server.address + buildPath(path, { query }), {
				method,
				headers: {
					...(token && { authorization: `Bearer ${token}` }),
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			const text = await response.text();
			return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
		},
	};
}
