import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as mailsAccountsText from '../../contract/text/mails-accounts.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../platform/testing/smtp-server.ts';
import { extractToken, openMailbox } from '../testing/mailbox.ts';
import { goodPassword, signUpAdministrator } from '../testing/people.ts';
import { noRateLimits, startTestServer, type TestServer } from '../testing/start-server.ts';
import type { KnownCallerTables } from './tables.ts';

let server: TestServer;
let smtp: LoopbackSmtpServer;
let clock: FakeClock;
let owners = 0;

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
const guess = (email: string, from: string, more: object = {}, path?: string) =>
	logIn(email, from, { password: 'wrong', ...more }, path);

/** As ten addresses do that try as often as one may: no address that is new can try any more. */
async function lock(email: string, path?: string): Promise<void> {
	const counter = { used: 100, window_ends: clock.now() + 15 * minute, subject: `passwords of ${email}` };
	await server.db
		.tables<{ rate_limits: { key: string; used: number; window_ends: number; subject: string } }>()
		.insertInto('rate_limits')
		.values({ key: `login ${email}`, ...counter })
		.onConflict((conflict) => conflict.column('key').doUpdateSet(counter))
		.execute();
	expect(await guess(email, '198.51.100.11', {}, path)).toBe(429);
}

/** The address of someone new, whose account was made at `home`. */
async function newOwner(home = '203.0.113.1', more: object = {}): Promise<string> {
	owners += 1;
	const email = `owner_${owners}@example.com`;
	const body = { user_name: `owner_${owners}`, email, password: goodPassword, ...more };
	expect(await call('/api/signup', home, body)).toBe(201);
	return email;
}

const tables = () => server.db.tables<KnownCallerTables>();

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = fakeClock();
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

onBothEngines('callers that logged in before', (engine) => {
	useServer(engine);

	test('strangers’ tries do not lock out networks that logged in before', async () => {
		const email = await newOwner('203.0.113.1');
		for (let address = 1; address <= 10; address += 1) {
			const from = `198.51.100.${address}`;
			expect(await Promise.all(Array.from({ length: 10 }, () => guess(email, from)))).toEqual(Array(10).fill(422));
		}
		expect(await logIn(email, '203.0.113.2')).toBe(429);
		expect(await logIn(email, '203.0.113.1')).toBe(200);
		// Each as closely limited as anyone.
		for (let time = 0; time < 9; time += 1) expect(await guess(email, '203.0.113.1')).toBe(422);
		expect(await logIn(email, '203.0.113.1')).toBe(429);
	});

	test('strangers’ tries do not lock out browsers that logged in before, wherever they are', async () => {
		const email = await newOwner('203.0.113.1', { device_key: deviceKey });
		await lock(email);
		const known = { device_key: deviceKey };
		expect(await logIn(email, '203.0.113.2', known)).toBe(200);
		for (let time = 0; time < 9; time += 1) expect(await guess(email, `203.0.113.${time + 3}`, known)).toBe(422);
		expect(await logIn(email, '203.0.113.50', known)).toBe(429);
		// The browser has become known by its networks, too.
		expect(await logIn(email, '203.0.113.2')).toBe(200);
	});

	test('callers are kept as hashes that tell no two accounts’ networks alike, the latest of them, for 120 days', async () => {
		await tables().deleteFrom('known_callers').execute();
		const [email] = [await newOwner('203.0.113.1', { device_key: deviceKey }), await newOwner('203.0.113.1')];
		const rows = await tables().selectFrom('known_callers').selectAll().execute();
		expect(rows.map(({ kind }) => kind).sort()).toEqual(['device', 'network', 'network']);
		expect(new Set(rows.map(({ hash }) => hash)).size).toBe(3);
		for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);

		for (let time = 0; time < limits.knownCallers + 5; time += 1) {
			clock.advance(15 * minute);
			expect(await logIn(email, `192.0.2.${time + 1}`)).toBe(200);
		}
		const id = rows.find(({ kind }) => kind === 'device')?.account_id ?? 0;
		const kept = () => tables().selectFrom('known_callers').select('kind').where('account_id', '=', id).execute();
		expect(await kept()).toEqual(Array.from({ length: limits.knownCallers }, () => ({ kind: 'network' })));

		clock.advance(limits.knownCallerTtl);
		await server.accounts.sweep();
		expect(await kept()).toHaveLength(1);
		clock.advance(1);
		await lock(email);
		expect(await logIn(email, `192.0.2.${limits.knownCallers + 5}`)).toBe(429);
		await server.accounts.sweep();
		expect(await kept()).toEqual([]);
	});
});

describe('limits on logins', () => {
	useServer();

	test('strangers behind the owner’s address do not hold up the owner’s browser, or a reset', async () => {
		const own = await startTestServer({
			clock,
			env: { TRUST_PROXY: '1' },
			rateLimitConfig: { ...noRateLimits, addressLogin: { most: 3, window: 60 * minute } },
		});
		const send = async (path: string, body: object) => {
			const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' };
			const response = await fetch(own.address + path, { method: 'POST', headers, body: JSON.stringify(body) });
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
			await own.close();
		}
	});

	test('a device key of another account, of nobody, or one that could be guessed is ignored', async () => {
		const email = await newOwner('203.0.113.1', { device_key: 'short' });
		await newOwner('203.0.113.1', { device_key: deviceKey });
		await lock(email);
		for (const device_key of ['short', deviceKey, 'b'.repeat(32), '', 'ä'.repeat(32)]) {
			expect(await logIn(email, '203.0.113.2', { device_key }), device_key).toBe(429);
		}
		expect(await logIn(email, '203.0.113.1', { device_key: ['a'] })).toBe(422);
	});

	test('someone beside the owner, behind one address, does not lock out the owner’s browser', async () => {
		const email = await newOwner('203.0.113.1', { device_key: deviceKey });
		for (let time = 0; time < 10; time += 1) expect(await guess(email, '203.0.113.1')).toBe(422);
		expect(await logIn(email, '203.0.113.1')).toBe(429);
		expect(await logIn(email, '203.0.113.1', { device_key: deviceKey })).toBe(200);
	});

	test('the networks of one IPv6 customer are one caller', async () => {
		const email = await newOwner();
		const statuses = [];
		for (let time = 0; time < 105; time += 1) statuses.push(await guess(email, `2001:db8:0:1${10 + (time % 12)}::1`));
		expect(statuses.filter((status) => status === 422)).toHaveLength(10);
		expect(await logIn(email, '203.0.113.99')).toBe(200);
	});

	test('of the networks of one IPv6 customer the one that logged in before is not locked out by the others', async () => {
		const email = await newOwner('2001:db8:0:1aa::1');
		for (let time = 0; time < 10; time += 1) expect(await guess(email, '2001:db8:0:1bb::1')).toBe(422);
		expect(await logIn(email, '2001:db8:0:1cc::1')).toBe(429);
		for (let time = 0; time < 10; time += 1) expect(await guess(email, '2001:db8:0:1aa::2')).toBe(422);
		expect(await logIn(email, '2001:db8:0:1aa::2')).toBe(429);
	});

	test('an address that nobody has is limited alike', async () => {
		const email = 'nobody-has-this@example.com';
		await lock(email);
		expect(await logIn(email, '203.0.113.1', { device_key: deviceKey })).toBe(429);
	});

	test('administrators are not locked out either', async () => {
		const { session } = await signUpAdministrator(server);
		await lock(session.email, '/api/admin/login');
		expect(await logIn(session.email, '203.0.113.2', {}, '/api/admin/login')).toBe(429);
		// Where the account was made.
		const { status } = await fetch(`${server.address}/api/admin/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email: session.email, password: goodPassword }),
		});
		expect(status).toBe(200);
	});

	test('a reset forgets the tries, and makes its network known', async () => {
		const email = await newOwner();
		await lock(email);
		await call('/api/password/forgot', '203.0.113.60', { email });
		const token = extractToken('reset-password', await openMailbox(smtp).next(email, mailsAccountsText.resetSubject));
		const password = 'green kettle on monday';
		expect(await call('/api/password/reset', '203.0.113.60', { token, password })).toBe(204);
		expect(await logIn(email, '203.0.113.62', { password })).toBe(200);
		await lock(email);
		expect(await logIn(email, '203.0.113.61', { password })).toBe(429);
		expect(await logIn(email, '203.0.113.60', { password })).toBe(200);
	});

	test('a change of the password forgets the tries', async () => {
		const email = await newOwner();
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

	test('one address makes so many accounts an hour, and those that fail do not count', async () => {
		const own = await startTestServer({
			clock,
			rateLimitConfig: { ...noRateLimits, signUp: { most: 2, window: 60 * minute } },
		});
		try {
			const signUp = async (name: string, password = goodPassword) => {
				const response = await fetch(`${own.address}/api/signup`, {
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
			await own.close();
		}
	});
});
