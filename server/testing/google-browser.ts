import { pathOf } from '../../contract/client.ts';
import type { TestServer } from './start-server.ts';

/** A browser as far as signing in with Google needs one: it keeps cookies and follows where it is sent. */
export interface GoogleBrowser {
	/** Sets out from 'Continue with Google', or from `address`, signs in there as that person, and comes back. */
	signIn(sub: string, address?: string): Promise<HandedBack>;
	/** Calls the API with this browser's cookie; `token` is of a session. */
	call(
		path: string,
		options?: { method?: string; query?: Record<string, string>; body?: unknown; token?: string },
	): Promise<{ status: number; body: unknown; headers: Headers }>;
	/** What goes to the server as the header `cookie`. */
	cookie(): string;
}

/** The query that `/auth/google` is given. */
export interface HandedBack extends Record<string, string> {
	code: string;
	state: string;
}

export function openGoogleBrowser(server: TestServer): GoogleBrowser {
	const jars = new Map<string, Map<string, string>>();
	const here = new URL(server.address).port;

	function jarOf(address: string): Map<string, string> {
		const { port } = new URL(address);
		const jar = jars.get(port) ?? new Map<string, string>();
		jars.set(port, jar);
		return jar;
	}

	async function send(address: string, init: RequestInit = {}): Promise<Response> {
		const jar = jarOf(address);
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
		cookie: () => [...jarOf(server.address)].map(([name, value]) => `${name}=${value}`).join('; '),

		async signIn(sub, address = `${server.address}/api/auth/google`) {
			let at = new URL(address);
			for (let hop = 0; hop < 12; hop++) {
				if (at.port === here && at.pathname === '/auth/google')
					return Object.fromEntries(at.searchParams) as HandedBack;
				const response = await send(at.href);
				const location = response.headers.get('location');
				if (location) at = new URL(location, at);
				else if (at.pathname.startsWith('/choose/')) at.searchParams.set('as', sub);
				else throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
			}
			throw new Error(`Led around in a circle, to ${at}`);
		},

		async call(path, { method = 'GET', query = {}, body, token } = {}) {
			const response = await send(server.address + pathOf(path, { query }), {
				method,
				headers: {
					...(token && { authorization: `Bearer ${token}` }),
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			const said = await response.text();
			return { status: response.status, body: said === '' ? undefined : JSON.parse(said), headers: response.headers };
		},
	};
}
