import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import * as limits from '../../contract/core/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { type GoogleBrowser, type GoogleCallback, openGoogleBrowser } from '../testing/google-browser.ts';
import { type LoopbackOpenIdProvider, startOpenIdProvider, type TokenTamperer } from '../testing/openid-provider.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AccountTables, EmailChangeTables, IdentityTables } from './tables.ts';

let provider: LoopbackOpenIdProvider;
let server: TestServer;
let clock: FakeClock;
let personCount = 0;

const pathTo = (name: 'finishGoogle' | 'finishGoogleLink') => endpointAddresses[name].split(' ')[1] ?? '';

/** Adds an account to the fake Google provider. */
function addGoogleAccount(claims: { email?: string; email_verified?: boolean; name?: string } = {}) {
	personCount += 1;
	const person = {
		sub: `g-${personCount}`,
		email: `ada${personCount}@gmail.example`,
		email_verified: true,
		name: 'Ada Obi',
		...claims,
	};
	provider.addAccount(person);
	return person;
}

const finish = (browser: GoogleBrowser, query: GoogleCallback, token?: string) =>
	browser.call(pathTo('finishGoogle'), { query, ...(token && { token }) });

/** Signs in with Google and returns the session. */
async function signInAs(sub: string): Promise<Session & { next: string }> {
	const browser = openGoogleBrowser(server);
	const { status, body } = await finish(browser, await browser.signIn(sub));
	expect(body).toMatchObject({ token: expect.any(String) });
	expect(status).toBe(200);
	return body as Session & { next: string };
}

async function link(person: TestPerson, sub: string, browser = openGoogleBrowser(server)) {
	const started = await browser.call('/api/me/google', {
		method: 'POST',
		token: person.token,
		body: { password: goodPassword },
	});
	expect(started.status).toBe(200);
	const callback = await browser.signIn(sub, (started.body as { url: string }).url);
	return { browser, callback };
}

const finishLink = (browser: GoogleBrowser, body: GoogleCallback, token: string) =>
	browser.call(pathTo('finishGoogleLink'), { method: 'POST', body, token });

const accounts = () => server.db.tables<AccountTables & IdentityTables>();
const countRows = async (table: 'accounts' | 'identities') =>
	(await accounts().selectFrom(table).select('id').execute()).length;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		provider = await startOpenIdProvider();
		clock = createFakeClock(Date.now());
		server = await startTestServer({ engine, clock, env: provider.env });
	});
	afterEach(() => provider.tamperTokens());
	afterAll(async () => {
		await server.close();
		await provider.close();
	});
}

describe('Google sign-in', () => {
	useServer();

	test('redirects from the sign-in URL to the provider', async () => {
		const { url } = await createApiClient(server).getGoogleAddress();
		expect(url).toBe(`http://localhost:${new URL(server.address).port}/api/auth/google`);
		const response = await fetch(url ?? '', { redirect: 'manual' });
		expect(response.status).toBe(302);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const requested = new URL(response.headers.get('location') ?? '');
		expect(requested.origin).toBe(provider.issuer);
		expect(Object.fromEntries(requested.searchParams)).toMatchObject({
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
		// The browser's secret is in the cookie and not in the URL.
		const browser = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
		expect(requested.search).not.toContain(browser);
	});

	test('binds the browser with a `__Host-` cookie if the site uses HTTPS', async () => {
		const ownServer = await startTestServer({ env: { ...provider.env, PUBLIC_URL: 'https://market.example' } });
		try {
			const started = await ownServer.app.inject('/api/auth/google');
			expect(started.statusCode, started.payload).toBe(302);
			expect(started.headers['set-cookie']).toMatch(
				/^__Host-google_sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
			);
			const state = new URL(String(started.headers.location)).searchParams.get('state') ?? '';
			const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
			const finish = async (sent: string) => {
				const url = `/api/auth/google/callback?${new URLSearchParams({ code: 'wrong', state })}`;
				return (await ownServer.app.inject({ url, headers: { cookie: sent } })).json().message;
			};
			// Another host of the domain could set a cookie without the prefix `__Host-`.
			const unbound = await finish('');
			expect(await finish(cookie.replace('__Host-', ''))).toBe(unbound);
			expect(await finish(cookie)).not.toBe(unbound);
		} finally {
			await ownServer.close();
		}
	});

	test('creates an account on the first sign-in, and uses it on later ones', async () => {
		const ada = addGoogleAccount();
		const first = await signInAs(ada.sub);
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
		const second = await signInAs(ada.sub);
		expect(second.id).toBe(first.id);
		expect(second.token).not.toBe(first.token);
		// The provider's subject identifies the account, so a later change of email or name at the provider has no effect.
		provider.addAccount({ ...ada, email: 'other@gmail.example', email_verified: false, name: 'Else' });
		expect(await signInAs(ada.sub)).toMatchObject({ id: first.id, email: ada.email, display_name: 'Ada Obi' });
		await expect(
			createApiClient(server).logIn({ body: { email: ada.email, password: goodPassword } }),
		).rejects.toMatchObject({
			status: 422,
		});
	});

	test.each(['Kasuwa Support', 'Ada Obi ✅', 'Kаsuwa'])(
		'adapts the name %s, which claims to be the market',
		async (name) => {
			expect(await signInAs(addGoogleAccount({ name }).sub)).toMatchObject({
				user_name: expect.stringMatching(/^shop_\d+$/),
				display_name: expect.stringMatching(/^shop_\d+$/),
			});
		},
	);

	test('derives unused user names from the name, never from the email address', async () => {
		const names = ['Ada Obi', 'Ọlá  Adé!', '王伟', '', 'Admin', 'x', 'n'.repeat(300)];
		const userNames = [];
		for (const name of names) {
			const { user_name, display_name } = await signInAs(
				addGoogleAccount({ name, email: `very.secret${personCount}@gmail.example` }).sub,
			);
			expect(user_name).toMatch(/^[a-z0-9_]{3,30}$/);
			expect(user_name).not.toContain('secret');
			expect(display_name.length).toBeLessThanOrEqual(limits.displayName.max);
			userNames.push(user_name);
		}
		expect(new Set(userNames).size).toBe(names.length);
		expect(userNames[1]).toMatch(/^ola_ade/);
		expect(userNames).not.toContain('admin');
	});

	test('rejects the email address of an existing account', async () => {
		const owner = await signUp(server);
		const googleAccount = addGoogleAccount({ email: owner.session.email.toUpperCase() });
		const browser = openGoogleBrowser(server);
		const { status, body } = await finish(browser, await browser.signIn(googleAccount.sub));
		expect(status).toBe(409);
		expect(body).toMatchObject({
			code: 'conflict',
			message: accountsApiText.googleEmailTaken,
		});
		expect((await owner.client.getSignInMethods()).google.linked).toBeNull();
	});

	test('rejects a former email address that its owner can still restore', async () => {
		const owner = await signUp(server);
		const { sub, email } = addGoogleAccount();
		const change = { account_id: owner.session.id, email, email_key: email, changed_at: clock.now() };
		await server.db.tables<EmailChangeTables>().insertInto('email_changes').values(change).execute();
		const browser = openGoogleBrowser(server);
		const { status, body } = await finish(browser, await browser.signIn(sub));
		expect([status, body]).toEqual([409, { code: 'conflict', message: accountsApiText.googleEmailReserved }]);
	});

	test('rejects a missing or unverified email address', async () => {
		for (const claims of [{ email_verified: false }, { email: undefined as never }]) {
			const before = await countRows('accounts');
			const browser = openGoogleBrowser(server);
			const { status, body } = await finish(browser, await browser.signIn(addGoogleAccount(claims).sub));
			expect([status, body]).toEqual([422, { code: 'invalid', message: accountsApiText.googleEmailUnconfirmed }]);
			expect(await countRows('accounts')).toBe(before);
		}
	});

	test('rejects a suspended account', async () => {
		const ada = addGoogleAccount();
		const { id } = await signInAs(ada.sub);
		await accounts().updateTable('accounts').set({ suspended_at: clock.now() }).where('id', '=', id).execute();
		const browser = openGoogleBrowser(server);
		expect(await finish(browser, await browser.signIn(ada.sub))).toMatchObject({ status: 403 });
	});

	test('returns to the requested path, but never to another site', async () => {
		const ada = addGoogleAccount();
		for (const [requested, next] of [
			['/dashboard/market?from=here', '/dashboard/market?from=here'],
			['//evil.example/', '/dashboard'],
			['https://evil.example/', '/dashboard'],
			['/\\evil.example', '/dashboard'],
		] as const) {
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(
				ada.sub,
				`${server.address}/api/auth/google?next=${encodeURIComponent(requested)}`,
			);
			expect((await finish(browser, callback)).body).toMatchObject({ next });
		}
	});

	test('is not cached, and clears its cookie', async () => {
		const browser = openGoogleBrowser(server);
		const { headers } = await finish(browser, await browser.signIn(addGoogleAccount().sub));
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.getSetCookie()).toEqual([
			'google_sign_in=; Path=/api/auth/google; Max-Age=0; HttpOnly; SameSite=Lax',
		]);
		expect(browser.cookie()).toBe('');
	});

	describe('rejects', () => {
		const signInExpired = { status: 422, body: { message: accountsApiText.googleSignInOver } };

		test('a sign-in that another browser has started', async () => {
			const ownBrowser = openGoogleBrowser(server);
			const callback = await ownBrowser.signIn(addGoogleAccount().sub);
			expect(await finish(openGoogleBrowser(server), callback)).toMatchObject(signInExpired);
			const other = openGoogleBrowser(server);
			const theirs = await other.signIn(addGoogleAccount().sub);
			expect(await finish(other, callback)).toMatchObject(signInExpired);
			// A callback in the wrong browser does not use up the sign-in of the right one.
			expect((await finish(ownBrowser, callback)).status).toBe(200);
			expect((await finish(other, theirs)).status).toBe(200);
		});

		test('an invented state, and a code of another sign-in', async () => {
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(addGoogleAccount().sub);
			expect(await finish(browser, { ...callback, state: `log_in.${'x'.repeat(43)}` })).toMatchObject(signInExpired);
			const other = openGoogleBrowser(server);
			const { code } = await other.signIn(addGoogleAccount().sub);
			expect(await finish(browser, { ...callback, code })).toMatchObject({ status: 422 });
		});

		test('a repeated code and state, even with the previous cookie', async () => {
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(addGoogleAccount().sub);
			const cookie = browser.cookie();
			expect((await finish(browser, callback)).status).toBe(200);
			expect(await finish(browser, callback)).toMatchObject(signInExpired);
			const again = await fetch(`${server.address}${pathTo('finishGoogle')}?${new URLSearchParams(callback)}`, {
				headers: { cookie },
			});
			expect(again.status).toBe(422);
		});

		test('a code of another or a finished sign-in, with a valid state', async () => {
			const ada = addGoogleAccount();
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

		test('an expired sign-in', async () => {
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(addGoogleAccount().sub);
			clock.advance(accountLimits.googleSignInTtl);
			expect(await finish(browser, callback)).toMatchObject(signInExpired);
			await server.accounts.sweep();
			expect(await accounts().selectFrom('google_sign_ins').select('state').execute()).toEqual([]);
		});

		test('a response of another provider', async () => {
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(addGoogleAccount().sub);
			expect(callback.iss).toBe(provider.issuer);
			const { status } = await finish(browser, { ...callback, iss: 'https://evil.example' });
			expect(status).toBe(422);
		});

		test.each([
			[{}, 'code'],
			[{ code: 'x' }, 'state'],
			[{ code: '', state: 'x' }, 'code'],
			[{ code: 'x', state: 'x', more: '1' }, 'more'],
		])('the invalid query %j', async (query, field) => {
			const { status, body } = await openGoogleBrowser(server).call(pathTo('finishGoogle'), { query: query as never });
			expect(status).toBe(422);
			expect(body).toMatchObject({ fields: { [field]: expect.any(String) } });
		});
	});

	describe('rejects an ID token', () => {
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
				'with a changed payload',
				({ token, claims }) => {
					const [head, , signature] = token.split('.');
					const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'g-1' })).toString('base64url');
					return `${head}.${forged}.${signature}`;
				},
			],
			['with an empty signature', ({ token }) => `${token.split('.').slice(0, 2).join('.')}.`],
			['from another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://evil.example' })],
			['for another client', ({ claims, sign }) => sign({ ...claims, aud: 'another' })],
			[
				'for us and another client, authorized for that client',
				({ claims, sign }) => sign({ ...claims, aud: [provider.clientId, 'another'], azp: 'another' }),
			],
			['for us, authorized for another client', ({ claims, sign }) => sign({ ...claims, azp: 'another' })],
			[
				'for us and another client, without an authorized party',
				({ claims, sign }) => sign({ ...claims, aud: [provider.clientId, 'another'] }),
			],
			['with another nonce', ({ claims, sign }) => sign({ ...claims, nonce: 'another' })],
			['without a nonce', ({ claims: { nonce: _, ...claims }, sign }) => sign(claims)],
			['that has expired', ({ claims, sign }) => sign({ ...claims, iat: now() - 2 * hour, exp: now() - hour })],
			['without an expiry', ({ claims: { exp: _, ...claims }, sign }) => sign(claims)],
			['that is not valid yet', ({ claims, sign }) => sign({ ...claims, nbf: now() + hour })],
			['without a subject', ({ claims: { sub: _, ...claims }, sign }) => sign(claims)],
			['with a subject that is not a string', ({ claims, sign }) => sign({ ...claims, sub: 7 as never })],
			['that is malformed', () => 'nonsense'],
			['that is missing', () => null],
		];

		test.each(broken)('%s', async (_, tamperer) => {
			const before = [await countRows('accounts'), await countRows('identities')];
			const ada = addGoogleAccount();
			provider.tamperTokens(tamperer);
			const browser = openGoogleBrowser(server);
			const callback = await browser.signIn(ada.sub);
			const { status, body } = await finish(browser, callback);
			expect([status, body]).toEqual([422, { code: 'invalid', message: accountsApiText.googleUnconfirmed }]);
			expect([await countRows('accounts'), await countRows('identities')]).toEqual(before);
			// After a failed callback, the same sign-in fails even with a valid token.
			provider.tamperTokens();
			expect((await finish(browser, callback)).status).toBe(422);
		});

		test('but accepts a newly signed valid token', async () => {
			provider.tamperTokens(({ claims, sign }) => sign({ ...claims, azp: provider.clientId }));
			await signInAs(addGoogleAccount().sub);
		});
	});

	describe('linking', () => {
		test('requires the password, the same browser and the same account, and then allows signing in', async () => {
			const owner = await signUp(server);
			const google = addGoogleAccount({ email: 'work@gmail.example' });
			await expect(owner.client.linkGoogle({ body: { password: 'not this one' } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: accountsApiText.wrongPassword } },
			});
			const { browser, callback } = await link(owner, google.sub);
			expect(callback.state).toMatch(/^link\./);
			expect(await finishLink(openGoogleBrowser(server), callback, owner.token)).toMatchObject({ status: 422 });
			expect(await finishLink(browser, callback, owner.token)).toMatchObject({ status: 204 });
			expect(await owner.client.getSignInMethods()).toEqual({
				password: true,
				google: { available: true, linked: { email: google.email, linked_at: expect.any(String) } },
				second_factor: { on: false, recovery_codes_left: 0 },
			});
			expect(await signInAs(google.sub)).toMatchObject({ id: owner.session.id, email: owner.session.email });
		});

		test('cannot be finished by another account or as a sign-in', async () => {
			const [owner, other] = [await signUp(server), await signUp(server)];
			const first = await link(owner, addGoogleAccount().sub);
			expect(await finishLink(first.browser, first.callback, other.token)).toMatchObject({ status: 422 });
			const second = await link(owner, addGoogleAccount().sub);
			expect(await finish(second.browser, second.callback)).toMatchObject({ status: 422 });
			const browser = openGoogleBrowser(server);
			expect(await finishLink(browser, await browser.signIn(addGoogleAccount().sub), owner.token)).toMatchObject({
				status: 422,
			});
			for (const { client } of [owner, other]) expect((await client.getSignInMethods()).google.linked).toBeNull();
		});

		test('rejects a Google account linked elsewhere, and a second Google account', async () => {
			const [owner, other] = [await signUp(server), await signUp(server)];
			const [mine, more] = [addGoogleAccount(), addGoogleAccount()];
			const first = await link(owner, mine.sub);
			await finishLink(first.browser, first.callback, owner.token);
			const stolen = await link(other, mine.sub);
			expect(await finishLink(stolen.browser, stolen.callback, other.token)).toMatchObject({
				status: 409,
				body: { message: accountsApiText.googleLinkedElsewhere },
			});
			const second = await link(owner, more.sub);
			expect(await finishLink(second.browser, second.callback, owner.token)).toMatchObject({ status: 409 });
			const again = await link(owner, mine.sub);
			expect((await finishLink(again.browser, again.callback, owner.token)).status).toBe(204);
		});

		test('can be undone with the password, but not for an account without a password', async () => {
			const owner = await signUp(server);
			const google = addGoogleAccount();
			const { browser, callback } = await link(owner, google.sub);
			await finishLink(browser, callback, owner.token);
			await expect(owner.client.unlinkGoogle({ body: { password: 'not this one' } })).rejects.toMatchObject({
				status: 422,
			});
			await owner.client.unlinkGoogle({ body: { password: goodPassword } });
			expect((await owner.client.getSignInMethods()).google.linked).toBeNull();
			expect((await signInAs(google.sub)).id).not.toBe(owner.session.id);

			const googleOnly = await signInAs(addGoogleAccount().sub);
			const client = createApiClient(server, googleOnly.token);
			expect(await client.getSignInMethods()).toMatchObject({ password: false });
			await expect(client.unlinkGoogle({ body: { password: 'anything' } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: accountsApiText.googleOnlyWayIn } },
			});
		});

		test('lets administrators sign in, and ignores roles in the ID token', async () => {
			const admin = await signUp(server);
			await accounts().updateTable('accounts').set({ role: 'admin' }).where('id', '=', admin.session.id).execute();
			const google = addGoogleAccount();
			const { browser, callback } = await link(admin, google.sub);
			await finishLink(browser, callback, admin.token);
			expect(await signInAs(google.sub)).toMatchObject({ id: admin.session.id, role: 'admin' });
			provider.tamperTokens(({ claims, sign }) =>
				sign({ ...claims, role: 'admin', roles: ['admin'], groups: ['admin'] }),
			);
			expect(await signInAs(addGoogleAccount({ name: 'Boss' }).sub)).toMatchObject({ role: 'user' });
		});
	});

	test('does not reveal the Google account to others', async () => {
		const owner = await signUp(server);
		const google = addGoogleAccount({ email: 'private@gmail.example', name: 'Private Name' });
		const { browser, callback } = await link(owner, google.sub);
		await finishLink(browser, callback, owner.token);
		const other = await signUp(server);
		const responses = JSON.stringify([
			await other.client.getSignInMethods(),
			await createApiClient(server).getUser({ params: { user_name: owner.session.user_name } }),
		]);
		for (const secret of [google.email, google.sub, google.name]) expect(responses).not.toContain(secret);
		await expect(createApiClient(server).getSignInMethods()).rejects.toMatchObject({ status: 401 });
	});
});

describeOnBothEngines('concurrent Google sign-ins', (engine) => {
	useServer(engine);

	test('create one account', async () => {
		const ada = addGoogleAccount();
		const [first, second] = await Promise.all([signInAs(ada.sub), signInAs(ada.sub)]);
		expect(first.id).toBe(second.id);
	});
});

test('without Google in the configuration the URL is null, and the sign-in path redirects to an error page', async () => {
	const ownServer = await startTestServer();
	try {
		expect(await createApiClient(ownServer).getGoogleAddress()).toEqual({ url: null });
		const response = await fetch(`${ownServer.address}/api/auth/google`, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([302, '/auth/google?error=unsupported']);
		const person = await signUp(ownServer);
		await expect(person.client.linkGoogle({ body: { password: goodPassword } })).rejects.toMatchObject({ status: 404 });
		expect((await person.client.getSignInMethods()).google).toEqual({ available: false, linked: null });
	} finally {
		await ownServer.close();
	}
});

test('an unavailable provider returns 503 for the callback and redirects the sign-in path to an error page', async () => {
	const stoppedProvider = await startOpenIdProvider();
	const ownServer = await startTestServer({ env: stoppedProvider.env });
	try {
		stoppedProvider.addAccount({ sub: 'x', email: 'x@gmail.example', email_verified: true });
		const browser = openGoogleBrowser(ownServer);
		const callback = await browser.signIn('x');
		await stoppedProvider.close();
		expect(await finish(browser, callback)).toMatchObject({
			status: 503,
			body: { message: accountsApiText.googleUnreachable },
		});
	} finally {
		await ownServer.close();
	}
	const unavailableServer = await startTestServer({ env: stoppedProvider.env });
	try {
		const response = await fetch(`${unavailableServer.address}/api/auth/google`, { redirect: 'manual' });
		expect([response.status, response.headers.get('location')]).toEqual([
			302,
			'/auth/google?error=temporarily_unavailable',
		]);
	} finally {
		await unavailableServer.close();
	}
});

test('the cookie is secure if the site uses HTTPS', async () => {
	const otherProvider = await startOpenIdProvider();
	const ownServer = await startTestServer({ env: { ...otherProvider.env, PUBLIC_URL: 'https://market.example' } });
	try {
		const response = await fetch(`${ownServer.address}/api/auth/google`, { redirect: 'manual' });
		expect(response.headers.getSetCookie()[0]).toMatch(/; SameSite=Lax; Secure$/);
	} finally {
		await ownServer.close();
		await otherProvider.close();
	}
});
