import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addresses } from '../../contract/addresses.ts';
import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { type LoopbackOpenIdProvider, startOpenIdProvider } from '../platform/testing/openid-provider.ts';
import { openGoogleBrowser } from '../testing/google-browser.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { defaultPasswordCost } from './passwords.ts';
import type { AccountTables, AuditTables, SecondFactorTables } from './tables.ts';

let provider: LoopbackOpenIdProvider;
let server: TestServer;
let clock: FakeClock;
let boss: TestPerson;

const password = goodPassword;
const asksForCode = {
	status: 422,
	problem: { code: 'invalid', fields: { code: accountsApiText.codeMissing } },
};
const refusesCode = { status: 422, problem: { code: 'invalid', fields: { code: accountsApiText.codeWrong } } };
const tables = () => server.db.tables<AccountTables & SecondFactorTables & AuditTables>();

async function administrator(): Promise<TestPerson> {
	const person = await signUp(server);
	await tables().updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

/** What the app shows, so many codes after the present one. */
const codeOf = (secret: string, later = 0) =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + later * 30_000 });

/** Turns it on, and waits until the code that took is over. */
async function turnOn(person = boss): Promise<{ secret: string; recoveryCodes: string[] }> {
	const { secret } = await person.client.beginSecondFactor({ body: { password } });
	const { recovery_codes } = await person.client.confirmSecondFactor({ body: { code: codeOf(secret) } });
	clock.advance(60_000);
	return { secret, recoveryCodes: recovery_codes };
}

const logIn = (person: TestPerson, code?: string) =>
	createApiClient(server).adminLogIn({
		body: { email: person.session.email, password, ...(code !== undefined && { code }) },
	});

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		provider = await startOpenIdProvider();
		clock = fakeClock(Date.now());
		server = await startTestServer({ engine, clock, env: provider.env });
	});
	afterAll(async () => {
		await server.close();
		await provider.close();
	});
	beforeEach(async () => {
		boss = await administrator();
	});
}

describe('the admin login', () => {
	useServer();

	test('begins a session for an administrator', async () => {
		const session = await logIn(boss);
		expect(session).toMatchObject({ id: boss.session.id, role: 'admin', user_name: boss.session.user_name });
		expect(Date.parse(session.expires_at)).toBe(clock.now() + limits.adminSession.absolute);
	});

	test('refuses right credentials of anyone else as it refuses wrong ones', async () => {
		const { session, password } = await signUp(server);
		const suspended = await signUp(server);
		await tables().updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', suspended.session.id).execute();
		const answers = [];
		for (const body of [
			{ email: session.email, password },
			{ email: suspended.session.email, password },
			{ email: boss.session.email, password: 'not this one' },
			{ email: 'nobody@example.com', password: 'not this one' },
		]) {
			const response = await fetch(`${server.address}/api/admin/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			answers.push({ status: response.status, said: await response.text() });
		}
		expect(answers[0]?.status).toBe(422);
		for (const answer of answers) expect(answer).toEqual(answers[0]);
	});

	test('takes as long for whoever it refuses', async () => {
		const own = await startTestServer({ clock, passwordCost: defaultPasswordCost });
		onTestFinished(() => own.close());
		const { session } = await signUp(own);
		const timeOf = async (email: string) => {
			const begin = process.cpuUsage();
			await createApiClient(own)
				.adminLogIn({ body: { email, password } })
				.catch(() => {});
			const { user, system } = process.cpuUsage(begin);
			return user + system;
		};
		const [theirs, nobodys]: [number[], number[]] = [[], []];
		// In turns, so that what else this process does is both's; what others do on this machine does not count.
		for (let turn = 0; turn < 4; turn++) {
			theirs.push(await timeOf(session.email));
			nobodys.push(await timeOf('nobody@example.com'));
		}
		// Checking a password takes tens of milliseconds, all else together a few.
		const ratio = Math.min(...theirs) / Math.min(...nobodys);
		expect(ratio).toBeGreaterThan(0.4);
		expect(ratio).toBeLessThan(2.5);
	});

	test('shares its limit with the other login', async () => {
		const { email } = boss.session;
		const wrong = { body: { email, password: 'wrong' } };
		for (let turn = 0; turn < 5; turn++) {
			await expect(createApiClient(server).adminLogIn(wrong)).rejects.toMatchObject({ status: 422 });
			await expect(createApiClient(server).logIn(wrong)).rejects.toMatchObject({ status: 422 });
		}
		await expect(logIn(boss)).rejects.toMatchObject({ status: 429, problem: { code: 'too_many' } });
		await expect(createApiClient(server).logIn(wrong)).rejects.toMatchObject({ status: 429 });
	});

	test.each([
		[{}, { email: messages.emailMissing, password: messages.passwordMissing }],
		[{ email: 'nonsense', password: 'x' }, { email: messages.emailInvalid }],
		[{ email: ['a@example.com'], password: 'x' }, { email: expect.any(String) }],
		[{ email: 'a@example.com', password: 'x', code: 123456 }, { code: expect.any(String) }],
		[{ email: 'a@example.com', password: 'x', role: 'admin' }, { role: expect.any(String) }],
	])('refuses %j', async (body, fields) => {
		const response = await fetch(`${server.address}${addresses.adminLogIn.split(' ')[1]}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ code: 'invalid', fields });
	});

	describe('with a second factor', () => {
		test('gives out a secret for an app, and ten codes that are kept as hashes', async () => {
			const { secret, uri } = await boss.client.beginSecondFactor({ body: { password } });
			const address = new URL(uri);
			expect(address.protocol).toBe('otpauth:');
			expect(address.searchParams.get('secret')).toBe(secret);
			expect(address.searchParams.get('issuer')).toBe('Kasuwa');
			expect(decodeURIComponent(uri)).toContain(boss.session.email);
			// It counts for nothing before a code was right.
			await logIn(boss);
			await expect(boss.client.confirmSecondFactor({ body: { code: '000000' } })).rejects.toMatchObject(refusesCode);
			const { recovery_codes } = await boss.client.confirmSecondFactor({ body: { code: codeOf(secret) } });
			expect(new Set(recovery_codes).size).toBe(limits.recoveryCodes);
			for (const code of recovery_codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
			const kept = JSON.stringify([
				await tables().selectFrom('second_factors').selectAll().execute(),
				await tables().selectFrom('recovery_codes').selectAll().execute(),
			]);
			expect(kept).not.toContain(secret);
			for (const code of recovery_codes) expect(kept).not.toContain(code.replaceAll('-', ''));
			expect((await boss.client.getSignInMethods()).second_factor).toEqual({ on: true, recovery_codes_left: 10 });
		});

		test('asks for the code on both logins, only after the password, and takes it in each spelling', async () => {
			const { secret } = await turnOn();
			await expect(logIn(boss)).rejects.toMatchObject(asksForCode);
			await expect(
				createApiClient(server).logIn({ body: { email: boss.session.email, password } }),
			).rejects.toMatchObject(asksForCode);
			const wrong = await createApiClient(server)
				.adminLogIn({ body: { email: boss.session.email, password: 'wrong', code: codeOf(secret) } })
				.catch((error) => error.problem);
			expect(wrong.fields).toBeUndefined();
			await expect(logIn(boss, '12345')).rejects.toMatchObject(refusesCode);
			const code = codeOf(secret);
			expect(await logIn(boss, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ role: 'admin' });
		});

		test('takes a code once, and none from before it', async () => {
			const { secret } = await turnOn();
			const [before, now, after] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)];
			await logIn(boss, now);
			for (const used of [now, before]) await expect(logIn(boss, used)).rejects.toMatchObject(refusesCode);
			await logIn(boss, after);
			clock.advance(120_000);
			await expect(logIn(boss, after)).rejects.toMatchObject(refusesCode);
		});

		test('takes each recovery code once, however it was written down', async () => {
			const { recoveryCodes } = await turnOn();
			const [first = '', second = ''] = recoveryCodes;
			await logIn(boss, first.toUpperCase().replaceAll('-', ' '));
			await expect(logIn(boss, first)).rejects.toMatchObject(refusesCode);
			await logIn(boss, second.replaceAll('0', 'O').replaceAll('1', 'l'));
			expect((await boss.client.getSignInMethods()).second_factor.recovery_codes_left).toBe(8);
			const other = await administrator();
			await turnOn(other);
			await expect(logIn(other, recoveryCodes[2])).rejects.toMatchObject(refusesCode);
		});

		test('limits how often a code can be guessed', async () => {
			const { secret } = await turnOn();
			// The first try was the code that turned it on.
			for (let turn = 1; turn < 10; turn++) {
				await expect(boss.client.endSecondFactor({ body: { password, code: '000000' } })).rejects.toMatchObject({
					status: 422,
				});
				clock.advance(1000);
			}
			await expect(logIn(boss, codeOf(secret))).rejects.toMatchObject({ status: 429 });
			clock.advance(15 * 60_000);
			await logIn(boss, codeOf(secret));
		});

		test('is turned off with password and code, and can be turned on anew', async () => {
			const { secret, recoveryCodes } = await turnOn();
			await expect(boss.client.beginSecondFactor({ body: { password } })).rejects.toMatchObject({ status: 409 });
			await expect(boss.client.confirmSecondFactor({ body: { code: codeOf(secret) } })).rejects.toMatchObject({
				status: 409,
			});
			const code = codeOf(secret);
			await expect(boss.client.endSecondFactor({ body: { password: 'wrong', code } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: expect.any(String) } },
			});
			await boss.client.endSecondFactor({ body: { password, code } });
			expect((await boss.client.getSignInMethods()).second_factor).toEqual({ on: false, recovery_codes_left: 0 });
			await logIn(boss);
			const renewed = await turnOn();
			expect(renewed.secret).not.toBe(secret);
			await expect(logIn(boss, recoveryCodes[0])).rejects.toMatchObject(refusesCode);
			const log = await tables()
				.selectFrom('audit_log')
				.select('action')
				.where('account_id', '=', boss.session.id)
				.execute();
			expect(log.map(({ action }) => action)).toEqual(['second_factor.on', 'second_factor.off', 'second_factor.on']);
		});

		test('is for administrators, each for their own', async () => {
			const { client } = await signUp(server);
			await expect(client.beginSecondFactor({ body: { password } })).rejects.toMatchObject({ status: 403 });
			await expect(createApiClient(server).beginSecondFactor({ body: { password } })).rejects.toMatchObject({
				status: 401,
			});
			await expect(boss.client.confirmSecondFactor({ body: { code: '123456' } })).rejects.toMatchObject({
				status: 404,
			});
			const other = await administrator();
			const { secret } = await other.client.beginSecondFactor({ body: { password } });
			await boss.client.beginSecondFactor({ body: { password } });
			await expect(boss.client.confirmSecondFactor({ body: { code: codeOf(secret) } })).rejects.toMatchObject(
				refusesCode,
			);
		});

		test('stands behind Google too', async () => {
			const google = { sub: `boss-${boss.session.id}`, email: 'boss@gmail.example', email_verified: true };
			provider.addAccount(google);
			const browser = openGoogleBrowser(server);
			const begun = await browser.call('/api/me/google', { method: 'POST', token: boss.token, body: { password } });
			const linking = await browser.signIn(google.sub, (begun.body as { url: string }).url);
			const linked = await browser.call('/api/auth/google/link', { method: 'POST', token: boss.token, body: linking });
			expect(linked.status).toBe(204);
			const { secret } = await turnOn();

			const finish = '/api/auth/google/callback';
			const answer = await browser.call(finish, { query: await browser.signIn(google.sub) });
			expect(answer).toMatchObject({
				status: 422,
				body: { fields: { code: accountsApiText.codeMissing } },
			});
			const confirm = (code: string, from = browser) =>
				from.call('/api/auth/google/code', { method: 'POST', body: { code } });
			expect(await confirm('000000')).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } });
			const elsewhere = await confirm(codeOf(secret), openGoogleBrowser(server));
			expect(elsewhere).toMatchObject({
				status: 422,
				body: { message: accountsApiText.googleSignInOver },
			});
			expect(await confirm(codeOf(secret))).toMatchObject({
				status: 200,
				body: { id: boss.session.id, role: 'admin', next: '/dashboard' },
			});
			expect(await confirm(codeOf(secret, 1))).toMatchObject({ status: 422 });
		});
	});
});

onBothEngines('a second factor', (engine) => {
	useServer(engine);

	test('lets one of several in who come with the same code at once', async () => {
		const { secret } = await turnOn();
		const code = codeOf(secret);
		const tries = await Promise.allSettled([logIn(boss, code), logIn(boss, code), logIn(boss, code)]);
		expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	});
});
