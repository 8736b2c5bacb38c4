import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../contract/accounts.ts';
import { addresses } from '../../contract/addresses.ts';
import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import {
	type LoopbackOpenIdProvider,
	startOpenIdProvider,
	type TokenTamperer,
} from '../platform/testing/openid-provider.ts';
import { type GoogleBrowser, type GoogleCallback, openGoogleBrowser } from '../testing/google-browser.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AccountTables, IdentityTables } from './tables.ts';

let provider: LoopbackOpenIdProvider;
let server: TestServer;
let clock: FakeClock;
let people = 0;

const pathTo = (name: 'finishGoogle' | 'finishGoogleLink') => addresses[name].split(' ')[1] ?? '';

/** Somebody with an account at Google. */
function someone(claims: { email?: string; email_verified?: boolean; name?: string } = {}) {
	people += 1;
	const person = {
		sub: `g-${people}`,
		email: `ada${people}@gmail.example`,
		email_verified: true,
		name: 'Ada Obi',
		...claims,
	};
	provider.addAccount(person);
	return person;
}

const finish = (browser: GoogleBrowser, query: GoogleCallback, token?: string) =>
	browser.call(pathTo('finishGoogle'), { query, ...(token && { token }) });

/** The whole way, for who is expected to get in. */
async function signedInAs(sub: string): Promise<Session & { next: string }> {
	const browser = openGoogleBrowser(server);
	const { status, body } = await finish(browser, await browser.signIn(sub));
	expect(body).toMatchObject({ token: expect.any(String) });
	expect(status).toBe(200);
	return body as Session & { next: string };
}

async function link(person: TestPerson, sub: string, browser = openGoogleBrowser(server)) {
	const begun = await browser.call('/api/me/google', {
		method: 'POST',
		token: person.token,
		body: { password: goodPassword },
	});
	expect(begun.status).toBe(200);
	const handedBack = await browser.signIn(sub, (begun.body as { url: string }).url);
	return { browser, handedBack };
}

const finishLink = (browser: GoogleBrowser, body: GoogleCallback, token: string) =>
	browser.call(pathTo('finishGoogleLink'), { method: 'POST', body, token });

const accounts = () => server.db.tables<AccountTables & IdentityTables>();
const countOf = async (table: 'accounts' | 'identities') =>
	(await accounts().selectFrom(table).select('id').execute()).length;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		provider = await startOpenIdProvider();
		clock = fakeClock(Date.now());
		server = await startTestServer({ engine, clock, env: provider.env });
	});
	afterEach(() => provider.tamperTokens());
	afterAll(async () => {
		await server.close();
		await provider.close();
	});
}

describe('signing in with Google', () => {
	useServer();

	test('begins at the address that the admin login tells', async () => {
		const { url } = await createApiClient(server).getGoogleAddress();
		expect(url).toBe(`http://localhost:${new URL(server.address).port}/api/auth/google`);
		const response = await fetch(url ?? '', { redirect: 'manual' });
		expect(response.status).toBe(302);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const asked = new URL(response.headers.get('location') ?? '');
		expect(asked.origin).toBe(provider.issuer);
		expect(Object.fromEntries(asked.searchParams)).toMatchObject({
			client_id: provider.clientId,
			response_type: 'code',
			scope: 'openid email profile',
			code_challenge_method: 'S256',
			redirect_uri: `http://localhost:${new URL(server.address).port}/auth/google`,
			state: expect.stringMatching(/^log_in\.[\w-]{43}$/),
			nonce: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
		});
		const [cookie = '', ...more] = response.headers.getSetCookie();
		expect(more).toEqual([]);
		expect(cookie).toMatch(/^google_sign_in=[\w-]{43}; Path=\/api\/auth\/google; Max-Age=600; HttpOnly; SameSite=Lax$/);
		// Nothing of what binds the sign-in stands in the cookie or is kept readable beside it.
		const browser = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
		expect(asked.search).not.toContain(browser);
	});

	test('binds the browser with a `__Host-` cookie where the site is https', async () => {
		const own = await startTestServer({ env: { ...provider.env, PUBLIC_URL: 'https://market.example' } });
		try {
			const begun = await own.app.inject('/api/auth/google');
			expect(begun.statusCode, begun.payload).toBe(302);
			expect(begun.headers['set-cookie']).toMatch(
				/^__Host-google_sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
			);
			const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
			const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
			const finish = async (sent: string) => {
				const url = `/api/auth/google/callback?${new URLSearchParams({ code: 'wrong', state })}`;
				return (await own.app.inject({ url, headers: { cookie: sent } })).json().message;
			};
			// A cookie without the prefix is one that another host of the domain could have set.
			const unbound = await finish('');
			expect(await finish(cookie.replace('__Host-', ''))).toBe(unbound);
			expect(await finish(cookie)).not.toBe(unbound);
		} finally {
			await own.close();
		}
	});

	test('makes an account for someone new, and opens it the next time', async () => {
		const ada = someone();
		const first = await signedInAs(ada.sub);
		expect(first).toMatchObject({
			user_name: expect.stringMatching(/^ada_obi/),
			display_name: 'Ada Obi',
			email: ada.email,
			email_verified: true,
			role: 'user',
			must_change_password: false,
			next: '/dashboard',
		});
		expect(await createApiClient(server, first.token).getMe()).toMatchObject({ id: first.id });
		const second = await signedInAs(ada.sub);
		expect(second.id).toBe(first.id);
		expect(second.token).not.toBe(first.token);
		// What Google says later of address and name changes nothing: the subject is who it is.
		provider.addAccount({ ...ada, email: 'other@gmail.example', email_verified: false, name: 'Else' });
		expect(await signedInAs(ada.sub)).toMatchObject({ id: first.id, email: ada.email, display_name: 'Ada Obi' });
		await expect(
			createApiClient(server).logIn({ body: { email: ada.email, password: goodPassword } }),
		).rejects.toMatchObject({
			status: 422,
		});
	});

	test('gives user names that are free and made of the name, never of the address', async () => {
		const names = ['Ada Obi', 'Ọlá  Adé!', '王伟', '', 'Admin', 'x', 'n'.repeat(300)];
		const made = [];
		for (const name of names) {
			const { user_name, display_name } = await signedInAs(
				someone({ name, email: `very.secret${people}@gmail.example` }).sub,
			);
			expect(user_name).toMatch(/^[a-z0-9_]{3,30}$/);
			expect(user_name).not.toContain('secret');
			expect(display_name.length).toBeLessThanOrEqual(limits.displayName.max);
			made.push(user_name);
		}
		expect(new Set(made).size).toBe(names.length);
		expect(made[1]).toMatch(/^ola_ade/);
		expect(made).not.toContain('admin');
	});

	test('never joins an account with a password, and says what to do', async () => {
		const owner = await signUp(server);
		const stranger = someone({ email: owner.session.email.toUpperCase() });
		const browser = openGoogleBrowser(server);
		const { status, body } = await finish(browser, await browser.signIn(stranger.sub));
		expect(status).toBe(409);
		expect(body).toMatchObject({
			code: 'conflict',
			message: accountsApiText.googleEmailTaken,
		});
		expect((await owner.client.getSignInMethods()).google.linked).toBeNull();
	});

	test('makes no account where Google has not confirmed the address, or says none', async () => {
		for (const claims of [{ email_verified: false }, { email: undefined as never }]) {
			const before = await countOf('accounts');
			const browser = openGoogleBrowser(server);
			const { status, body } = await finish(browser, await browser.signIn(someone(claims).sub));
			expect([status, body]).toEqual([422, { code: 'invalid', message: accountsApiText.googleEmailUnconfirmed }]);
			expect(await countOf('accounts')).toBe(before);
		}
	});

	test('opens no suspended account', async () => {
		const ada = someone();
		const { id } = await signedInAs(ada.sub);
		await accounts().updateTable('accounts').set({ suspended_at: clock.now() }).where('id', '=', id).execute();
		const browser = openGoogleBrowser(server);
		expect(await finish(browser, await browser.signIn(ada.sub))).toMatchObject({ status: 403 });
	});

	test('leads back to the path asked for, and nowhere else', async () => {
		const ada = someone();
		for (const [asked, next] of [
			['/dashboard/market?from=here', '/dashboard/market?from=here'],
			['//evil.example/', '/dashboard'],
			['https://evil.example/', '/dashboard'],
			['/\\evil.example', '/dashboard'],
		] as const) {
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(
				ada.sub,
				`${server.address}/api/auth/google?next=${encodeURIComponent(asked)}`,
			);
			expect((await finish(browser, handedBack)).body).toMatchObject({ next });
		}
	});

	test('is kept by nobody on the way, and its cookie goes with it', async () => {
		const browser = openGoogleBrowser(server);
		const { headers } = await finish(browser, await browser.signIn(someone().sub));
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.getSetCookie()).toEqual([
			'google_sign_in=; Path=/api/auth/google; Max-Age=0; HttpOnly; SameSite=Lax',
		]);
		expect(browser.cookie()).toBe('');
	});

	describe('refuses', () => {
		const begunElsewhere = { status: 422, body: { message: accountsApiText.googleSignInOver } };

		test('what another browser has begun', async () => {
			const mine = openGoogleBrowser(server);
			const handedBack = await mine.signIn(someone().sub);
			expect(await finish(openGoogleBrowser(server), handedBack)).toMatchObject(begunElsewhere);
			const other = openGoogleBrowser(server);
			const theirs = await other.signIn(someone().sub);
			expect(await finish(other, handedBack)).toMatchObject(begunElsewhere);
			// Neither attempt costs the two what they have begun.
			expect((await finish(mine, handedBack)).status).toBe(200);
			expect((await finish(other, theirs)).status).toBe(200);
		});

		test('a state that was made up, and one with the code of another', async () => {
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(someone().sub);
			expect(await finish(browser, { ...handedBack, state: `log_in.${'x'.repeat(43)}` })).toMatchObject(begunElsewhere);
			const other = openGoogleBrowser(server);
			const { code } = await other.signIn(someone().sub);
			expect(await finish(browser, { ...handedBack, code })).toMatchObject({ status: 422 });
		});

		test('the same code and state again, also with the cookie of then', async () => {
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(someone().sub);
			const cookie = browser.cookie();
			expect((await finish(browser, handedBack)).status).toBe(200);
			expect(await finish(browser, handedBack)).toMatchObject(begunElsewhere);
			const again = await fetch(`${server.address}${pathTo('finishGoogle')}?${new URLSearchParams(handedBack)}`, {
				headers: { cookie },
			});
			expect(again.status).toBe(422);
		});

		test('a code that was used already, under a state of its own', async () => {
			const ada = someone();
			const browser = openGoogleBrowser(server);
			const { code } = await browser.signIn(ada.sub);
			const other = openGoogleBrowser(server);
			const fresh = await other.signIn(ada.sub);
			expect((await finish(other, fresh)).status).toBe(200);
			const third = openGoogleBrowser(server);
			const { state } = await third.signIn(ada.sub);
			for (const used of [code, fresh.code]) {
				expect(await finish(third, { code: used, state })).toMatchObject({ status: 422 });
			}
		});

		test('a sign-in that took too long', async () => {
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(someone().sub);
			clock.advance(limits.googleSignInTtl);
			expect(await finish(browser, handedBack)).toMatchObject(begunElsewhere);
			await server.accounts.sweep();
			expect(await accounts().selectFrom('google_sign_ins').select('state').execute()).toEqual([]);
		});

		test('an answer that says it is from another provider', async () => {
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(someone().sub);
			expect(handedBack.iss).toBe(provider.issuer);
			const { status } = await finish(browser, { ...handedBack, iss: 'https://evil.example' });
			expect(status).toBe(422);
		});

		test.each([
			[{}, 'code'],
			[{ code: 'x' }, 'state'],
			[{ code: '', state: 'x' }, 'code'],
			[{ code: 'x', state: 'x', more: '1' }, 'more'],
		])('the query %j', async (query, field) => {
			const { status, body } = await openGoogleBrowser(server).call(pathTo('finishGoogle'), { query: query as never });
			expect(status).toBe(422);
			expect(body).toMatchObject({ fields: { [field]: expect.any(String) } });
		});
	});

	describe('refuses an ID token', () => {
		const hour = 3600;
		const now = () => Math.floor(Date.now() / 1000);
		const broken: [string, TokenTamperer][] = [
			['without a signature (alg none)', ({ claims }) => new UnsecuredJWT(claims).encode()],
			[
				'signed with another key',
				async ({ claims }) => {
					const { privateKey } = await generateKeyPair('RS256');
					return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(privateKey);
				},
			],
			[
				'signed with the secret of the client',
				({ claims }) =>
					new SignJWT(claims)
						.setProtectedHeader({ alg: 'HS256' })
						.sign(new TextEncoder().encode(provider.clientSecret)),
			],
			[
				'whose content was changed',
				({ token, claims }) => {
					const [head, , signature] = token.split('.');
					const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'g-1' })).toString('base64url');
					return `${head}.${forged}.${signature}`;
				},
			],
			['whose signature was cut off', ({ token }) => `${token.split('.').slice(0, 2).join('.')}.`],
			['from another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://evil.example' })],
			['for another client', ({ claims, sign }) => sign({ ...claims, aud: 'another' })],
			[
				'for us and another client, made for that one',
				({ claims, sign }) => sign({ ...claims, aud: [provider.clientId, 'another'], azp: 'another' }),
			],
			['for us, made for another client', ({ claims, sign }) => sign({ ...claims, azp: 'another' })],
			[
				'for us and another client, made for nobody',
				({ claims, sign }) => sign({ ...claims, aud: [provider.clientId, 'another'] }),
			],
			['with another nonce', ({ claims, sign }) => sign({ ...claims, nonce: 'another' })],
			['without a nonce', ({ claims: { nonce: _, ...claims }, sign }) => sign(claims)],
			['that is over', ({ claims, sign }) => sign({ ...claims, iat: now() - 2 * hour, exp: now() - hour })],
			['that never ends', ({ claims: { exp: _, ...claims }, sign }) => sign(claims)],
			['that is not valid yet', ({ claims, sign }) => sign({ ...claims, nbf: now() + hour })],
			['without a subject', ({ claims: { sub: _, ...claims }, sign }) => sign(claims)],
			['with a subject that is no text', ({ claims, sign }) => sign({ ...claims, sub: 7 as never })],
			['that is none', () => 'nonsense'],
			['that is missing', () => null],
		];

		test.each(broken)('%s', async (_, breaker) => {
			const before = [await countOf('accounts'), await countOf('identities')];
			const ada = someone();
			provider.tamperTokens(breaker);
			const browser = openGoogleBrowser(server);
			const handedBack = await browser.signIn(ada.sub);
			const { status, body } = await finish(browser, handedBack);
			expect([status, body]).toEqual([422, { code: 'invalid', message: accountsApiText.googleUnconfirmed }]);
			expect([await countOf('accounts'), await countOf('identities')]).toEqual(before);
			// The good token that comes too late does not help either.
			provider.tamperTokens();
			expect((await finish(browser, handedBack)).status).toBe(422);
		});

		test('but the same made again as it was is taken', async () => {
			provider.tamperTokens(({ claims, sign }) => sign({ ...claims, azp: provider.clientId }));
			await signedInAs(someone().sub);
		});
	});

	describe('linking', () => {
		test('needs the password, the browser that began and the same account; then Google opens the account', async () => {
			const owner = await signUp(server);
			const google = someone({ email: 'work@gmail.example' });
			await expect(owner.client.linkGoogle({ body: { password: 'not this one' } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: accountsApiText.wrongPassword } },
			});
			const { browser, handedBack } = await link(owner, google.sub);
			expect(handedBack.state).toMatch(/^link\./);
			expect(await finishLink(openGoogleBrowser(server), handedBack, owner.token)).toMatchObject({ status: 422 });
			expect(await finishLink(browser, handedBack, owner.token)).toMatchObject({ status: 204 });
			expect(await owner.client.getSignInMethods()).toEqual({
				password: true,
				google: { available: true, linked: { email: google.email, linked_at: expect.any(String) } },
				second_factor: { on: false, recovery_codes_left: 0 },
			});
			expect(await signedInAs(google.sub)).toMatchObject({ id: owner.session.id, email: owner.session.email });
		});

		test('is not finished by another account, nor as a sign-in', async () => {
			const [owner, other] = [await signUp(server), await signUp(server)];
			const first = await link(owner, someone().sub);
			expect(await finishLink(first.browser, first.handedBack, other.token)).toMatchObject({ status: 422 });
			const second = await link(owner, someone().sub);
			expect(await finish(second.browser, second.handedBack)).toMatchObject({ status: 422 });
			const browser = openGoogleBrowser(server);
			expect(await finishLink(browser, await browser.signIn(someone().sub), owner.token)).toMatchObject({
				status: 422,
			});
			for (const { client } of [owner, other]) expect((await client.getSignInMethods()).google.linked).toBeNull();
		});

		test('takes no Google account that opens another account, and only one', async () => {
			const [owner, other] = [await signUp(server), await signUp(server)];
			const [mine, more] = [someone(), someone()];
			const first = await link(owner, mine.sub);
			await finishLink(first.browser, first.handedBack, owner.token);
			const stolen = await link(other, mine.sub);
			expect(await finishLink(stolen.browser, stolen.handedBack, other.token)).toMatchObject({
				status: 409,
				body: { message: accountsApiText.googleLinkedElsewhere },
			});
			const second = await link(owner, more.sub);
			expect(await finishLink(second.browser, second.handedBack, owner.token)).toMatchObject({ status: 409 });
			const again = await link(owner, mine.sub);
			expect((await finishLink(again.browser, again.handedBack, owner.token)).status).toBe(204);
		});

		test('is taken back with the password, but not from an account that has none', async () => {
			const owner = await signUp(server);
			const google = someone();
			const { browser, handedBack } = await link(owner, google.sub);
			await finishLink(browser, handedBack, owner.token);
			await expect(owner.client.unlinkGoogle({ body: { password: 'not this one' } })).rejects.toMatchObject({
				status: 422,
			});
			await owner.client.unlinkGoogle({ body: { password: goodPassword } });
			expect((await owner.client.getSignInMethods()).google.linked).toBeNull();
			expect((await signedInAs(google.sub)).id).not.toBe(owner.session.id);

			const born = await signedInAs(someone().sub);
			const client = createApiClient(server, born.token);
			expect(await client.getSignInMethods()).toMatchObject({ password: false });
			await expect(client.unlinkGoogle({ body: { password: 'anything' } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: accountsApiText.googleOnlyWayIn } },
			});
		});

		test('lets an administrator in with Google, and makes none of anyone', async () => {
			const boss = await signUp(server);
			await accounts().updateTable('accounts').set({ role: 'admin' }).where('id', '=', boss.session.id).execute();
			const google = someone();
			const { browser, handedBack } = await link(boss, google.sub);
			await finishLink(browser, handedBack, boss.token);
			expect(await signedInAs(google.sub)).toMatchObject({ id: boss.session.id, role: 'admin' });
			provider.tamperTokens(({ claims, sign }) =>
				sign({ ...claims, role: 'admin', roles: ['admin'], groups: ['admin'] }),
			);
			expect(await signedInAs(someone({ name: 'Boss' }).sub)).toMatchObject({ role: 'user' });
		});
	});

	test('shows nobody which Google account another has', async () => {
		const owner = await signUp(server);
		const google = someone({ email: 'private@gmail.example', name: 'Private Name' });
		const { browser, handedBack } = await link(owner, google.sub);
		await finishLink(browser, handedBack, owner.token);
		const other = await signUp(server);
		const seen = JSON.stringify([
			await other.client.getSignInMethods(),
			await createApiClient(server).getUser({ params: { user_name: owner.session.user_name } }),
		]);
		for (const secret of [google.email, google.sub, google.name]) expect(seen).not.toContain(secret);
		await expect(createApiClient(server).getSignInMethods()).rejects.toMatchObject({ status: 401 });
	});
});

onBothEngines('signing in with Google', (engine) => {
	useServer(engine);

	test('twice at the same moment is one account', async () => {
		const ada = someone();
		const [first, second] = await Promise.all([signedInAs(ada.sub), signedInAs(ada.sub)]);
		expect(first.id).toBe(second.id);
	});
});

test('where it is not configured there is no address, and a link from elsewhere leads to a page that says so', async () => {
	const own = await startTestServer();
	try {
		expect(await createApiClient(own).getGoogleAddress()).toEqual({ url: null });
		const response = await fetch(`${own.address}/api/auth/google`, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([302, '/auth/google?error=unsupported']);
		const person = await signUp(own);
		await expect(person.client.linkGoogle({ body: { password: goodPassword } })).rejects.toMatchObject({ status: 404 });
		expect((await person.client.getSignInMethods()).google).toEqual({ available: false, linked: null });
	} finally {
		await own.close();
	}
});

test('while the provider is away that is said, and it works again once it is back', async () => {
	const away = await startOpenIdProvider();
	const own = await startTestServer({ env: away.env });
	try {
		away.addAccount({ sub: 'x', email: 'x@gmail.example', email_verified: true });
		const browser = openGoogleBrowser(own);
		const handedBack = await browser.signIn('x');
		await away.close();
		expect(await finish(browser, handedBack)).toMatchObject({
			status: 503,
			body: { message: accountsApiText.googleUnreachable },
		});
	} finally {
		await own.close();
	}
	const lost = await startTestServer({ env: away.env });
	try {
		const response = await fetch(`${lost.address}/api/auth/google`, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([
			302,
			'/auth/google?error=temporarily_unavailable',
		]);
	} finally {
		await lost.close();
	}
});

test('behind TLS the cookie is for https alone', async () => {
	const there = await startOpenIdProvider();
	const own = await startTestServer({ env: { ...there.env, PUBLIC_URL: 'https://market.example' } });
	try {
		const response = await fetch(`${own.address}/api/auth/google`, { redirect: 'manual' });
		expect(response.headers.getSetCookie()[0]).toMatch(/; SameSite=Lax; Secure$/);
	} finally {
		await own.close();
		await there.close();
	}
});
