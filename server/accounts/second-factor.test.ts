import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import * as messages from '../../contract/core/messages.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { openGoogleBrowser } from '../testing/google-browser.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { type LoopbackOpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { defaultPasswordCost } from './passwords.ts';
import type { AccountTables, AuditTables, SecondFactorTables } from './tables.ts';

let smtp: LoopbackSmtpServer;
let provider: LoopbackOpenIdProvider;
let server: TestServer;
let clock: FakeClock;
let mailbox: ReturnType<typeof openMailbox>;
let admin: TestPerson;

const password = goodPassword;
const codeMissing = {
	status: 422,
	problem: { code: 'invalid', fields: { code: accountsApiText.codeMissing } },
};
const codeWrong = { status: 422, problem: { code: 'invalid', fields: { code: accountsApiText.codeWrong } } };
const tables = () => server.db.tables<AccountTables & SecondFactorTables & AuditTables>();

async function signUpAdmin(): Promise<TestPerson> {
	const person = await signUp(server);
	await tables().updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

/** Returns the authenticator app's code, `later` time steps after the current one. */
const generateCode = (secret: string, later = 0) =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + later * 30_000 });

/** Enables the second factor and advances the clock, so that the next code differs from the used one. */
async function enableSecondFactor(person = admin): Promise<{ secret: string; recoveryCodes: string[] }> {
	const { secret } = await person.client.beginSecondFactor({ body: { password } });
	const { recovery_codes } = await person.client.confirmSecondFactor({ body: { code: generateCode(secret) } });
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
		clock = createFakeClock(Date.now());
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ engine, clock, env: { ...provider.env, SMTP_URL: smtp.url } });
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
		await provider.close();
	});
	beforeEach(async () => {
		admin = await signUpAdmin();
	});
}

describe('admin login', () => {
	useServer();

	test('starts a session for an administrator', async () => {
		const session = await logIn(admin);
		expect(session).toMatchObject({ id: admin.session.id, role: 'admin', user_name: admin.session.user_name });
		expect(Date.parse(session.expires_at)).toBe(clock.now() + accountLimits.adminSession.absolute);
	});

	test('rejects valid credentials of other accounts like wrong ones', async () => {
		const { session, password } = await signUp(server);
		const suspended = await signUp(server);
		await tables().updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', suspended.session.id).execute();
		const responses = [];
		for (const body of [
			{ email: session.email, password },
			{ email: suspended.session.email, password },
			{ email: admin.session.email, password: 'not this one' },
			{ email: 'nobody@example.com', password: 'not this one' },
		]) {
			const response = await fetch(`${server.address}/api/admin/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			responses.push({ status: response.status, text: await response.text() });
		}
		expect(responses[0]?.status).toBe(422);
		for (const response of responses) expect(response).toEqual(responses[0]);
	});

	test('takes the same time for known and unknown accounts', async () => {
		const ownServer = await startTestServer({ clock, passwordCost: defaultPasswordCost });
		onTestFinished(() => ownServer.close());
		const { session } = await signUp(ownServer);
		const measureCpu = async (email: string) => {
			const begin = process.cpuUsage();
			await createApiClient(ownServer)
				.adminLogIn({ body: { email, password } })
				.catch(() => {});
			const { user, system } = process.cpuUsage(begin);
			return user + system;
		};
		const [userTimes, unknownTimes]: [number[], number[]] = [[], []];
		// Known and unknown addresses alternate, so that other work of this process affects the CPU times of both equally.
		for (let turn = 0; turn < 4; turn++) {
			userTimes.push(await measureCpu(session.email));
			unknownTimes.push(await measureCpu('nobody@example.com'));
		}
		// Verifying a password takes tens of milliseconds of CPU time; the rest of a login takes a few.
		const ratio = Math.min(...userTimes) / Math.min(...unknownTimes);
		expect(ratio).toBeGreaterThan(0.4);
		expect(ratio).toBeLessThan(2.5);
	});

	test('shares its rate limit with the normal login', async () => {
		const { email } = admin.session;
		const wrong = { body: { email, password: 'wrong' } };
		for (let turn = 0; turn < 5; turn++) {
			await expect(createApiClient(server).adminLogIn(wrong)).rejects.toMatchObject({ status: 422 });
			await expect(createApiClient(server).logIn(wrong)).rejects.toMatchObject({ status: 422 });
		}
		await expect(logIn(admin)).rejects.toMatchObject({ status: 429, problem: { code: 'too_many' } });
		await expect(createApiClient(server).logIn(wrong)).rejects.toMatchObject({ status: 429 });
	});

	test.each([
		[{}, { email: messages.emailMissing, password: messages.passwordMissing }],
		[{ email: 'nonsense', password: 'x' }, { email: messages.emailInvalid }],
		[{ email: ['a@example.com'], password: 'x' }, { email: expect.any(String) }],
		[{ email: 'a@example.com', password: 'x', code: 123456 }, { code: expect.any(String) }],
		[{ email: 'a@example.com', password: 'x', role: 'admin' }, { role: expect.any(String) }],
	])('rejects %j', async (body, fields) => {
		const response = await fetch(`${server.address}${endpointAddresses.adminLogIn.split(' ')[1]}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ code: 'invalid', fields });
	});

	describe('with a second factor', () => {
		test('returns a secret for an app, and ten recovery codes that are stored as hashes', async () => {
			const { secret, uri } = await admin.client.beginSecondFactor({ body: { password } });
			const address = new URL(uri);
			expect(address.protocol).toBe('otpauth:');
			expect(address.searchParams.get('secret')).toBe(secret);
			expect(address.searchParams.get('issuer')).toBe('Kasuwa');
			expect(decodeURIComponent(uri)).toContain(admin.session.email);
			// The secret is inactive until the user confirms it with a code, so logging in needs no code.
			await logIn(admin);
			await expect(admin.client.confirmSecondFactor({ body: { code: '000000' } })).rejects.toMatchObject(codeWrong);
			const { recovery_codes } = await admin.client.confirmSecondFactor({ body: { code: generateCode(secret) } });
			expect(new Set(recovery_codes).size).toBe(accountLimits.recoveryCodes);
			for (const code of recovery_codes) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
			const stored = JSON.stringify([
				await tables().selectFrom('second_factors').selectAll().execute(),
				await tables().selectFrom('recovery_codes').selectAll().execute(),
			]);
			expect(stored).not.toContain(secret);
			for (const code of recovery_codes) expect(stored).not.toContain(code.replaceAll('-', ''));
			expect((await admin.client.getSignInMethods()).second_factor).toEqual({ on: true, recovery_codes_left: 10 });
		});

		test('requires the code on both logins, only after the right password, and accepts spaces in it', async () => {
			const { secret } = await enableSecondFactor();
			await expect(logIn(admin)).rejects.toMatchObject(codeMissing);
			await expect(
				createApiClient(server).logIn({ body: { email: admin.session.email, password } }),
			).rejects.toMatchObject(codeMissing);
			const wrong = await createApiClient(server)
				.adminLogIn({ body: { email: admin.session.email, password: 'wrong', code: generateCode(secret) } })
				.catch((error) => error.problem);
			expect(wrong.fields).toBeUndefined();
			await expect(logIn(admin, '12345')).rejects.toMatchObject(codeWrong);
			const code = generateCode(secret);
			expect(await logIn(admin, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({ role: 'admin' });
		});

		test('accepts a code once, and no earlier code', async () => {
			const { secret } = await enableSecondFactor();
			const [before, now, after] = [generateCode(secret, -1), generateCode(secret), generateCode(secret, 1)];
			await logIn(admin, now);
			for (const used of [now, before]) await expect(logIn(admin, used)).rejects.toMatchObject(codeWrong);
			await logIn(admin, after);
			clock.advance(120_000);
			await expect(logIn(admin, after)).rejects.toMatchObject(codeWrong);
		});

		test('accepts each recovery code once, in any spelling', async () => {
			const { recoveryCodes } = await enableSecondFactor();
			const [first = '', second = ''] = recoveryCodes;
			await logIn(admin, first.toUpperCase().replaceAll('-', ' '));
			await expect(logIn(admin, first)).rejects.toMatchObject(codeWrong);
			await logIn(admin, second.replaceAll('0', 'O').replaceAll('1', 'l'));
			expect((await admin.client.getSignInMethods()).second_factor.recovery_codes_left).toBe(8);
			const other = await signUpAdmin();
			await enableSecondFactor(other);
			await expect(logIn(other, recoveryCodes[2])).rejects.toMatchObject(codeWrong);
		});

		test('limits attempts', async () => {
			const { secret } = await enableSecondFactor();
			// The limit is ten attempts. Enabling the second factor was the first.
			for (let turn = 1; turn < 10; turn++) {
				await expect(admin.client.endSecondFactor({ body: { password, code: '000000' } })).rejects.toMatchObject({
					status: 422,
				});
				clock.advance(1000);
			}
			await expect(logIn(admin, generateCode(secret))).rejects.toMatchObject({ status: 429 });
			clock.advance(15 * 60_000);
			await logIn(admin, generateCode(secret));
		});

		test('can be disabled with password and code, and enabled again', async () => {
			const { secret, recoveryCodes } = await enableSecondFactor();
			await expect(admin.client.beginSecondFactor({ body: { password } })).rejects.toMatchObject({ status: 409 });
			await expect(admin.client.confirmSecondFactor({ body: { code: generateCode(secret) } })).rejects.toMatchObject({
				status: 409,
			});
			const code = generateCode(secret);
			await expect(admin.client.endSecondFactor({ body: { password: 'wrong', code } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: expect.any(String) } },
			});
			await admin.client.endSecondFactor({ body: { password, code } });
			expect((await admin.client.getSignInMethods()).second_factor).toEqual({ on: false, recovery_codes_left: 0 });
			await logIn(admin);
			const renewed = await enableSecondFactor();
			expect(renewed.secret).not.toBe(secret);
			await expect(logIn(admin, recoveryCodes[0])).rejects.toMatchObject(codeWrong);
			const log = await tables()
				.selectFrom('audit_log')
				.select('action')
				.where('account_id', '=', admin.session.id)
				.execute();
			expect(log.map(({ action }) => action)).toEqual(['second_factor.on', 'second_factor.off', 'second_factor.on']);
		});

		test('rejects visitors, and secrets of others', async () => {
			await expect(createApiClient(server).beginSecondFactor({ body: { password } })).rejects.toMatchObject({
				status: 401,
			});
			await expect(admin.client.confirmSecondFactor({ body: { code: '123456' } })).rejects.toMatchObject({
				status: 404,
			});
			const other = await signUpAdmin();
			const { secret } = await other.client.beginSecondFactor({ body: { password } });
			await admin.client.beginSecondFactor({ body: { password } });
			await expect(admin.client.confirmSecondFactor({ body: { code: generateCode(secret) } })).rejects.toMatchObject(
				codeWrong,
			);
		});

		test('is required after Google sign-in too', async () => {
			const google = { sub: `boss-${admin.session.id}`, email: 'boss@gmail.example', email_verified: true };
			provider.addAccount(google);
			const browser = openGoogleBrowser(server);
			const begun = await browser.call('/api/me/google', { method: 'POST', token: admin.token, body: { password } });
			const linking = await browser.signIn(google.sub, (begun.body as { url: string }).url);
			const linked = await browser.call('/api/auth/google/link', { method: 'POST', token: admin.token, body: linking });
			expect(linked.status).toBe(204);
			const { secret } = await enableSecondFactor();

			const finish = '/api/auth/google/callback';
			const response = await browser.call(finish, { query: await browser.signIn(google.sub) });
			expect(response).toMatchObject({
				status: 422,
				body: { fields: { code: accountsApiText.codeMissing } },
			});
			const confirm = (code: string, from = browser) =>
				from.call('/api/auth/google/code', { method: 'POST', body: { code } });
			expect(await confirm('000000')).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } });
			const elsewhere = await confirm(generateCode(secret), openGoogleBrowser(server));
			expect(elsewhere).toMatchObject({
				status: 422,
				body: { message: accountsApiText.googleSignInOver },
			});
			expect(await confirm(generateCode(secret))).toMatchObject({
				status: 200,
				body: { id: admin.session.id, role: 'admin', next: '/dashboard' },
			});
			expect(await confirm(generateCode(secret, 1))).toMatchObject({ status: 422 });
		});
	});
});

describe('second factor of a seller', () => {
	useServer();

	const logInSeller = ({ session }: TestPerson, code?: string, typed = password) =>
		createApiClient(server).logIn({
			body: { email: session.email, password: typed, ...(code !== undefined && { code }) },
		});
	const listActions = async ({ session }: TestPerson) =>
		tables().selectFrom('audit_log').select('action').where('account_id', '=', session.id).execute();

	test('asks for a code at login once it is on, and mails the owner when it is turned on and off', async () => {
		const seller = await signUp(server);
		expect(await logInSeller(seller)).toMatchObject({ id: seller.session.id, role: 'user' });
		const { secret, recoveryCodes } = await enableSecondFactor(seller);
		await mailbox.next(seller.session.email, mailsAccountsText.secondFactorOnSubject(defaultBrand.name));
		await expect(logInSeller(seller)).rejects.toMatchObject(codeMissing);
		await expect(logInSeller(seller, '000000')).rejects.toMatchObject(codeWrong);
		await expect(logInSeller(seller, generateCode(secret), 'wrong')).rejects.toMatchObject({
			status: 422,
			problem: { message: accountsApiText.wrongCredentials },
		});
		expect(await logInSeller(seller, generateCode(secret))).toMatchObject({ id: seller.session.id, role: 'user' });
		await expect(
			seller.client.createApiToken({ body: { name: 'Stock', scopes: ['read'], days: 30, password } }),
		).rejects.toMatchObject(codeMissing);
		await seller.client.endSecondFactor({ body: { password, code: recoveryCodes[0] ?? '' } });
		await mailbox.next(seller.session.email, mailsAccountsText.secondFactorOffSubject(defaultBrand.name));
		await logInSeller(seller);
		// The audit log keeps the names of erased accounts, so it lists only changes by administrators.
		expect(await listActions(seller)).toEqual([]);
	});

	test('stays on after a password reset', async () => {
		const seller = await signUp(server);
		const { secret } = await enableSecondFactor(seller);
		await createApiClient(server).forgotPassword({ body: { email: seller.session.email } });
		const mail = await mailbox.next(seller.session.email, mailsAccountsText.resetSubject(defaultBrand.name));
		const token = extractMailedToken('reset-password', mail);
		await createApiClient(server).resetPassword({ body: { token, password: 'green kettle on monday' } });
		await expect(logInSeller(seller, undefined, 'green kettle on monday')).rejects.toMatchObject(codeMissing);
		await logInSeller(seller, generateCode(secret), 'green kettle on monday');
	});

	test('is not set up by API tokens', async () => {
		const seller = await signUp(server);
		const made = await seller.client.createApiToken({
			body: { name: 'Stock', scopes: ['read', 'ads'], days: 30, password },
		});
		const program = createApiClient(server, made.token);
		await expect(program.beginSecondFactor({ body: { password } })).rejects.toMatchObject({ status: 403 });
	});
});

describeOnBothEngines('second factor', (engine) => {
	useServer(engine);

	test('accepts a code once in concurrent logins', async () => {
		const { secret } = await enableSecondFactor();
		const code = generateCode(secret);
		const tries = await Promise.allSettled([logIn(admin, code), logIn(admin, code), logIn(admin, code)]);
		expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	});
});
