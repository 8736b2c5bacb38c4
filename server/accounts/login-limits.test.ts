import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { goodPassword, signUpAdministrator } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { noRateLimits, startTestServer, type TestServer } from '../testing/start-server.ts';
import { getLoginRateLimitKey, getPasswordRateLimitSubject } from './login-limits.ts';
import type { KnownLoginOriginTables } from './tables.ts';

let server: TestServer;
let smtp: LoopbackSmtpServer;
let clock: FakeClock;
let ownerCount = 0;

const minute = 60_000;
const deviceKey = 'a'.repeat(32);

async function call(path: string, from: string, body: object, token?: string): Promise<number> {
	const headers = {
		'content-type': 'application/json',
		'x-forwarded-for': from,
		...(token && { authorization: `Bearer ${token}` }),
	};
	const response = await fetch(server.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
	await response.text();
	return response.status;
}

const logIn = (email: string, from: string, more: object = {}, path = '/api/login') =>
	call(path, from, { email, password: goodPassword, ...more });
const tryWrongPassword = (email: string, from: string, more: object = {}, path?: string) =>
	logIn(email, from, { password: 'wrong', ...more }, path);

/** Exhausts the account's login limit for all networks together, so that unknown networks cannot log in. */
async function lock(email: string, path?: string): Promise<void> {
	const counter = { used: 100, window_ends: clock.now() + 15 * minute, subject: getPasswordRateLimitSubject(email) };
	await server.db
		.tables<{ rate_limits: { key: string; used: number; window_ends: number; subject: string } }>()
		.insertInto('rate_limits')
		.values({ key: getLoginRateLimitKey(email), ...counter })
		.onConflict((conflict) => conflict.column('key').doUpdateSet(counter))
		.execute();
	expect(await tryWrongPassword(email, '198.51.100.11', {}, path)).toBe(429);
}

/** Signs up from the given network. Returns the email address. */
async function signUpOwner(network = '203.0.113.1', more: object = {}): Promise<string> {
	ownerCount += 1;
	const email = `owner_${ownerCount}@example.com`;
	const body = { user_name: `owner_${ownerCount}`, email, password: goodPassword, ...more };
	expect(await call('/api/signup', network, body)).toBe(201);
	return email;
}

const tables = () => server.db.tables<KnownLoginOriginTables>();

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		smtp = await startSmtpServer();
		const env = { TRUST_PROXY: '1', SMTP_URL: smtp.url, PUBLIC_URL: 'https://market.example' };
		server = await startTestServer({ engine, clock, env });
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(() => clock.advance(15 * minute));
}

describeOnBothEngines('known callers', (engine) => {
	useServer(engine);

	test('networks that logged in before are not locked out by attempts of strangers', async () => {
		const email = await signUpOwner('203.0.113.1');
		for (let address = 1; address <= 10; address += 1) {
			const from = `198.51.100.${address}`;
			expect(await Promise.all(Array.from({ length: 10 }, () => tryWrongPassword(email, from)))).toEqual(
				Array(10).fill(422),
			);
		}
		expect(await logIn(email, '203.0.113.2')).toBe(429);
		expect(await logIn(email, '203.0.113.1')).toBe(200);
		// The network's own limit of ten login attempts still applies.
		for (let time = 0; time < 9; time += 1) expect(await tryWrongPassword(email, '203.0.113.1')).toBe(422);
		expect(await logIn(email, '203.0.113.1')).toBe(429);
	});

	test('devices that logged in before are not locked out by attempts of strangers, in any network', async () => {
		const email = await signUpOwner('203.0.113.1', { device_key: deviceKey });
		await lock(email);
		const known = { device_key: deviceKey };
		expect(await logIn(email, '203.0.113.2', known)).toBe(200);
		for (let time = 0; time < 9; time += 1)
			expect(await tryWrongPassword(email, `203.0.113.${time + 3}`, known)).toBe(422);
		expect(await logIn(email, '203.0.113.50', known)).toBe(429);
		// The login from the known device also made its network known, so logins from that network are not locked out.
		expect(await logIn(email, '203.0.113.2')).toBe(200);
	});

	test('are stored as hashes that differ per account, up to a limit and for 120 days', async () => {
		await tables().deleteFrom('known_callers').execute();
		const [email] = [await signUpOwner('203.0.113.1', { device_key: deviceKey }), await signUpOwner('203.0.113.1')];
		const rows = await tables().selectFrom('known_callers').selectAll().execute();
		expect(rows.map(({ kind }) => kind).sort()).toEqual(['device', 'network', 'network']);
		expect(new Set(rows.map(({ hash }) => hash)).size).toBe(3);
		for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);

		for (let time = 0; time < limits.knownCallers + 5; time += 1) {
			clock.advance(15 * minute);
			expect(await logIn(email, `192.0.2.${time + 1}`)).toBe(200);
		}
		const id = rows.find(({ kind }) => kind === 'device')?.account_id ?? 0;
		const listKinds = () => tables().selectFrom('known_callers').select('kind').where('account_id', '=', id).execute();
		expect(await listKinds()).toEqual(Array.from({ length: limits.knownCallers }, () => ({ kind: 'network' })));

		clock.advance(limits.knownCallerTtl);
		await server.accounts.sweep();
		expect(await listKinds()).toHaveLength(1);
		clock.advance(1);
		await lock(email);
		expect(await logIn(email, `192.0.2.${limits.knownCallers + 5}`)).toBe(429);
		await server.accounts.sweep();
		expect(await listKinds()).toEqual([]);
	});
});

describe('login limits', () => {
	useServer();

	test('exempt the owner’s device and password resets from the limit of a shared IP address', async () => {
		const ownServer = await startTestServer({
			clock,
			env: { TRUST_PROXY: '1' },
			rateLimitConfig: { ...noRateLimits, addressLogin: { most: 3, window: 60 * minute } },
		});
		const send = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' };
			const response = await fetch(ownServer.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
			await response.text();
			return response.status;
		};
		const owner = { email: 'owner@example.com', password: goodPassword };
		try {
			const known = { ...owner, device_key: deviceKey };
			expect(await send('/api/signup', { user_name: 'owner_beside', ...known })).toBe(201);
			for (let time = 0; time < 3; time += 1) {
				expect(await send('/api/login', { email: `nobody_${time}@example.com`, password: 'wrong' })).toBe(422);
			}
			expect(await send('/api/login', owner)).toBe(429);
			expect(await send('/api/login', known)).toBe(200);
			expect(await send('/api/password/forgot', { email: owner.email })).toBe(202);
		} finally {
			await ownServer.close();
		}
	});

	test('ignore device keys of other accounts, unknown keys and guessable keys', async () => {
		const email = await signUpOwner('203.0.113.1', { device_key: 'short' });
		await signUpOwner('203.0.113.1', { device_key: deviceKey });
		await lock(email);
		for (const device_key of ['short', deviceKey, 'b'.repeat(32), '', 'ä'.repeat(32)]) {
			expect(await logIn(email, '203.0.113.2', { device_key }), device_key).toBe(429);
		}
		expect(await logIn(email, '203.0.113.1', { device_key: ['a'] })).toBe(422);
	});

	test('do not lock out the owner’s device after attempts from the same network', async () => {
		const email = await signUpOwner('203.0.113.1', { device_key: deviceKey });
		for (let time = 0; time < 10; time += 1) expect(await tryWrongPassword(email, '203.0.113.1')).toBe(422);
		expect(await logIn(email, '203.0.113.1')).toBe(429);
		expect(await logIn(email, '203.0.113.1', { device_key: deviceKey })).toBe(200);
	});

	test('count the networks of one IPv6 customer as one caller', async () => {
		const email = await signUpOwner();
		const statuses = [];
		for (let time = 0; time < 105; time += 1)
			statuses.push(await tryWrongPassword(email, `2001:db8:0:1${10 + (time % 12)}::1`));
		expect(statuses.filter((status) => status === 422)).toHaveLength(10);
		expect(await logIn(email, '203.0.113.99')).toBe(200);
	});

	test('do not lock out a known network of an IPv6 customer after attempts from its other networks', async () => {
		const email = await signUpOwner('2001:db8:0:1aa::1');
		for (let time = 0; time < 10; time += 1) expect(await tryWrongPassword(email, '2001:db8:0:1bb::1')).toBe(422);
		expect(await logIn(email, '2001:db8:0:1cc::1')).toBe(429);
		for (let time = 0; time < 10; time += 1) expect(await tryWrongPassword(email, '2001:db8:0:1aa::2')).toBe(422);
		expect(await logIn(email, '2001:db8:0:1aa::2')).toBe(429);
	});

	test('apply to unknown email addresses too', async () => {
		const email = 'nobody-has-this@example.com';
		await lock(email);
		expect(await logIn(email, '203.0.113.1', { device_key: deviceKey })).toBe(429);
	});

	test('do not lock out administrators in a known network', async () => {
		const { session } = await signUpAdministrator(server);
		await lock(session.email, '/api/admin/login');
		expect(await logIn(session.email, '203.0.113.2', {}, '/api/admin/login')).toBe(429);
		// `fetch` connects from the network from which the account signed up, so the account knows the network.
		const { status } = await fetch(`${server.address}/api/admin/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email: session.email, password: goodPassword }),
		});
		expect(status).toBe(200);
	});

	test('are cleared by a password reset, which makes its network known', async () => {
		const email = await signUpOwner();
		await lock(email);
		await call('/api/password/forgot', '203.0.113.60', { email });
		const token = extractMailedToken(
			'reset-password',
			await openMailbox(smtp).next(email, mailsAccountsText.resetSubject(defaultBrand.name)),
		);
		const password = 'green kettle on monday';
		expect(await call('/api/password/reset', '203.0.113.60', { token, password })).toBe(204);
		expect(await logIn(email, '203.0.113.62', { password })).toBe(200);
		await lock(email);
		expect(await logIn(email, '203.0.113.61', { password })).toBe(429);
		expect(await logIn(email, '203.0.113.60', { password })).toBe(200);
	});

	test('are cleared by a password change', async () => {
		const email = await signUpOwner();
		const response = await fetch(`${server.address}/api/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
			body: JSON.stringify({ email, password: goodPassword }),
		});
		const { token } = (await response.json()) as { token: string };
		await lock(email);
		const password = 'green kettle on monday';
		const form = { current_password: goodPassword, new_password: password };
		expect(await call('/api/me/password', '203.0.113.77', form, token)).toBe(200);
		expect(await logIn(email, '203.0.113.77', { password })).toBe(200);
	});

	test('limit successful sign-ups per IP address', async () => {
		const ownServer = await startTestServer({
			clock,
			rateLimitConfig: { ...noRateLimits, signUp: { most: 2, window: 60 * minute } },
		});
		try {
			const signUp = async (name: string, password = goodPassword) => {
				const response = await fetch(`${ownServer.address}/api/signup`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ user_name: name, email: `${name}@example.com`, password }),
				});
				return response.status;
			};
			const statuses = [];
			for (const name of ['first', 'first', 'first', 'second', 'third']) statuses.push(await signUp(`the_${name}`));
			expect(statuses).toEqual([201, 422, 422, 201, 429]);
		} finally {
			await ownServer.close();
		}
	});
});
