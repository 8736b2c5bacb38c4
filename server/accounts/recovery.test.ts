import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { accountEmailVerified } from './events.ts';
import { createAccountPersonalData } from './personal-data.ts';
import type { AccountTables, IdentityTables } from './tables.ts';

let server: TestServer;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let clock: FakeClock;
let ada: TestPerson;

const publicUrl = 'https://market.example';
const newPassword = 'green kettle on monday';
const linkExpired = { status: 422, problem: { code: 'invalid', message: accountsApiText.linkOver } };
const unauthenticated = { status: 401 };
const tables = () => server.db.tables<AccountTables & IdentityTables>();

const requestReset = (email: string) => createApiClient(server).forgotPassword({ body: { email } });
const reset = (token: string, password = newPassword) =>
	createApiClient(server).resetPassword({ body: { token, password } });
const logIn = ({ session }: TestPerson, password = newPassword) =>
	createApiClient(server).logIn({ body: { email: session.email, password } });

async function getResetToken({ session }: TestPerson): Promise<string> {
	await requestReset(session.email);
	return extractMailedToken(
		'reset-password',
		await mailbox.next(session.email, mailsAccountsText.resetSubject(defaultBrand.name)),
	);
}

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
	const response = await fetch(server.address + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ engine, clock, env: { SMTP_URL: smtp.url, PUBLIC_URL: publicUrl } });
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		// The rate limit windows of the previous test end after an hour.
		clock.advance(3_600_000);
		ada = await signUp(server);
		await mailbox.all(server);
	});
}

describe('account recovery', () => {
	useServer();

	describe('forgotten password', () => {
		test('is replaced through a mailed link with the public URL', async () => {
			const second = await logIn(ada, goodPassword);
			const response = await fetch(`${server.address}/api/password/forgot`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
				body: JSON.stringify({ email: ` ${ada.session.email.toUpperCase()} ` }),
			});
			expect(response.status).toBe(202);
			const message = await mailbox.next(ada.session.email, mailsAccountsText.resetSubject(defaultBrand.name));
			expect(message.text).toContain(`${publicUrl}/reset-password?token=`);
			expect(message.text).not.toContain('evil');
			await reset(extractMailedToken('reset-password', message));
			for (const token of [ada.token, second.token]) {
				await expect(createApiClient(server, token).getMe()).rejects.toMatchObject(unauthenticated);
			}
			await expect(logIn(ada, goodPassword)).rejects.toMatchObject({ status: 422 });
			// A reset link from the mail also verifies the email address.
			expect((await logIn(ada)).email_verified).toBe(true);
			const notice = await mailbox.next(ada.session.email, mailsAccountsText.passwordChangedSubject(defaultBrand.name));
			expect(notice.text).toContain(`${publicUrl}/forgot-password`);
		});

		test('returns the same response for an unknown email address, and sends no mail', async () => {
			const known = await post('/api/password/forgot', { email: ada.session.email });
			const unknown = await post('/api/password/forgot', { email: 'nobody@example.com' });
			expect(known).toEqual({ status: 202, text: '' });
			expect(unknown).toEqual(known);
			const mails = await mailbox.all(server);
			expect(mails.map(({ envelope }) => envelope.to)).toEqual([[ada.session.email]]);
		});

		test.each([
			['a list', ['a@example.com', 'b@example.com']],
			['an object', { email: 'a@example.com' }],
			['a number', 1],
			['nothing', undefined],
			['two addresses', 'a@example.com,b@example.com'],
			['a line break', 'a@example.com\nbcc: b@example.com'],
		])('rejects %s as an email address', async (_, email) => {
			expect((await post('/api/password/forgot', { email })).status).toBe(422);
			expect(await mailbox.all(server)).toEqual([]);
		});

		test.each([
			['a list as the token', { token: ['x'], password: newPassword }],
			['a list as the password', { token: 'x', password: [newPassword] }],
			['no token', { password: newPassword }],
			['an unknown key', { token: 'x', password: newPassword, email: 'a@example.com' }],
		])('rejects %s', async (_, body) => {
			expect((await post('/api/password/reset', body)).status).toBe(422);
		});

		test('limits mails to one address without an error', async () => {
			for (let time = 0; time < 8; time++) await requestReset(ada.session.email);
			expect(await mailbox.all(server)).toHaveLength(5);
			clock.advance(3_600_000);
			await getResetToken(ada);
		});

		test('limits requests from one network', async () => {
			// The limit of reset requests per network is high, because thousands of phones share an IP address.
			await Promise.all(Array.from({ length: 300 }, (_, person) => requestReset(`person${person}@example.com`)));
			await expect(requestReset(ada.session.email)).rejects.toMatchObject({ status: 429 });
		});

		test('sets a first password for an account without one, and unlinks Google', async () => {
			await tables().updateTable('accounts').set({ password_hash: null }).where('id', '=', ada.session.id).execute();
			await tables()
				.insertInto('identities')
				.values({ account_id: ada.session.id, issuer: 'x', subject: ada.session.user_name, email: '', created_at: 1 })
				.execute();
			await requestReset(ada.session.email);
			const message = await mailbox.next(ada.session.email, mailsAccountsText.addPasswordSubject(defaultBrand.name));
			expect(message.text).toContain(mailsAccountsText.resetWithoutPassword);
			await reset(extractMailedToken('reset-password', message));
			const session = await logIn(ada);
			const methods = await createApiClient(server, session.token).getSignInMethods();
			expect(methods).toMatchObject({ password: true, google: { linked: null } });
		});

		test('cannot be reset for a suspended account', async () => {
			const token = await getResetToken(ada);
			const account = tables().updateTable('accounts').where('id', '=', ada.session.id);
			await account.set({ suspended_at: 1 }).execute();
			await requestReset(ada.session.email);
			expect(await mailbox.all(server)).toEqual([]);
			await expect(reset(token)).rejects.toMatchObject(linkExpired);
		});
	});

	describe('email change', () => {
		let count = 0;
		let next: string;
		const requestChange = (email = next, password = goodPassword) =>
			ada.client.changeEmail({ body: { email, password } });
		const me = () => ada.client.getMe();
		const verify = (token: string) => createApiClient(server).verifyEmail({ body: { token } });

		beforeEach(() => {
			next = `next${count++}@example.com`;
		});

		test('takes effect after verification, and notifies the previous address', async () => {
			await requestChange();
			expect(await me()).toMatchObject({ email: ada.session.email, new_email: next });
			const warning = await mailbox.next(ada.session.email, mailsAccountsText.emailChangeSubject(defaultBrand.name));
			expect(warning.text).not.toContain(next);
			const message = await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name));
			const passwordLink = await getResetToken(ada);
			await verify(extractMailedToken('verify-email', message));
			expect(await me()).toMatchObject({ email: next, email_verified: true, new_email: null });
			await mailbox.next(ada.session.email, mailsAccountsText.emailChangedSubject(defaultBrand.name));
			await expect(verify(extractMailedToken('verify-email', message))).rejects.toMatchObject(linkExpired);
			await expect(logIn(ada, goodPassword)).rejects.toMatchObject({ status: 422 });
			// The change of the email address invalidates the reset link that was mailed to the previous address.
			await expect(reset(passwordLink)).rejects.toMatchObject(linkExpired);
			await createApiClient(server).logIn({ body: { email: next, password: goodPassword } });
		});

		test('requires the password and another address', async () => {
			await expect(requestChange(next, 'not this one')).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: expect.any(String) } },
			});
			await expect(requestChange(ada.session.email.toUpperCase())).rejects.toMatchObject({
				problem: { fields: { email: expect.any(String) } },
			});
			expect(await mailbox.all(server)).toEqual([]);
			expect((await me()).new_email).toBeNull();
		});

		test('returns the same response for a taken address, and notifies its owner by mail', async () => {
			const bola = await signUp(server);
			await mailbox.all(server);
			await requestChange(bola.session.email);
			expect((await me()).new_email).toBe(bola.session.email);
			const message = await mailbox.next(bola.session.email, mailsAccountsText.emailTakenSubject(defaultBrand.name));
			expect(message.text).not.toContain('verify-email');
			expect((await me()).email).toBe(ada.session.email);
		});

		test('fails if another account signs up with the address meanwhile', async () => {
			await requestChange();
			const token = extractMailedToken(
				'verify-email',
				await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name)),
			);
			const body = { user_name: `early_${count}`, email: next, password: goodPassword };
			await createApiClient(server).signUp({ body });
			await expect(verify(token)).rejects.toMatchObject(linkExpired);
			expect((await me()).email).toBe(ada.session.email);
		});

		test('expires after two days, is replaced by a newer request, and can be cancelled', async () => {
			await requestChange();
			const first = extractMailedToken(
				'verify-email',
				await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name)),
			);
			const other = `other${count}@example.com`;
			await requestChange(other);
			const second = extractMailedToken(
				'verify-email',
				await mailbox.next(other, mailsAccountsText.newEmailSubject(defaultBrand.name)),
			);
			await expect(verify(first)).rejects.toMatchObject(linkExpired);
			await ada.client.keepEmail();
			await ada.client.keepEmail();
			expect((await me()).new_email).toBeNull();
			await expect(verify(second)).rejects.toMatchObject(linkExpired);
			await requestChange();
			const expired = extractMailedToken(
				'verify-email',
				await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name)),
			);
			clock.advance(accountLimits.emailVerificationTtl);
			await expect(verify(expired)).rejects.toMatchObject(linkExpired);
		});

		test('is cancelled by a password reset', async () => {
			const token = await getResetToken(ada);
			await requestChange();
			const change = extractMailedToken(
				'verify-email',
				await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name)),
			);
			await reset(token);
			await expect(verify(change)).rejects.toMatchObject(linkExpired);
		});
	});

	test('resends the verification mail until the address is verified', async () => {
		await ada.client.resendVerification();
		const token = extractMailedToken(
			'verify-email',
			await mailbox.next(ada.session.email, mailsAccountsText.confirmSubject(defaultBrand.name)),
		);
		await createApiClient(server).verifyEmail({ body: { token } });
		await ada.client.resendVerification();
		expect(await mailbox.all(server)).toEqual([]);
		for (let time = 0; time < 3; time++) await ada.client.resendVerification();
		await expect(ada.client.resendVerification()).rejects.toMatchObject({ status: 429 });
	});

	describe('sessions', () => {
		const logInWith = async (userAgent: string) => {
			const response = await fetch(`${server.address}/api/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'user-agent': userAgent },
				body: JSON.stringify({ email: ada.session.email, password: goodPassword }),
			});
			return ((await response.json()) as { token: string }).token;
		};
		const chrome =
			'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

		test('are listed with device and last use, the current one first', async () => {
			await signUp(server);
			clock.advance(60_000);
			await logInWith(chrome);
			const { items } = await ada.client.listSessions();
			expect(items).toMatchObject([
				{ current: true, began_at: ada.session.created_at },
				{ current: false, device: 'Chrome on Android', last_used_at: new Date(clock.now()).toISOString() },
			]);
			expect(items).toHaveLength(2);
		});

		test('end individually, but not by another account', async () => {
			const phone = await logInWith(chrome);
			const { items } = await ada.client.listSessions();
			const id = String(items.find(({ current }) => !current)?.id);
			const bola = await signUp(server);
			await expect(bola.client.endSession({ params: { id } })).rejects.toMatchObject({ status: 404 });
			await createApiClient(server, phone).getMe();
			await ada.client.endSession({ params: { id } });
			await expect(createApiClient(server, phone).getMe()).rejects.toMatchObject(unauthenticated);
			await expect(ada.client.endSession({ params: { id } })).rejects.toMatchObject({ status: 404 });
		});

		test('end all except the current one, and then all', async () => {
			const bola = await signUp(server);
			const phone = await logInWith(chrome);
			await ada.client.endSessions({ query: { others: 'true' } });
			await expect(createApiClient(server, phone).getMe()).rejects.toMatchObject(unauthenticated);
			expect((await ada.client.listSessions()).items).toHaveLength(1);
			await ada.client.endSessions({ query: {} });
			await expect(ada.client.getMe()).rejects.toMatchObject(unauthenticated);
			await bola.client.getMe();
		});
	});
});

describeOnBothEngines('former email address', (engine) => {
	useServer(engine);

	let count = 0;
	let next: string;
	let hold: (() => Promise<void>) | null = null;
	const me = () => ada.client.getMe();

	beforeAll(() => {
		server.events.on(accountEmailVerified, async () => hold?.());
	});
	beforeEach(() => {
		next = `thief${engine}${count++}@example.com`;
	});

	async function confirm({ client, session }: TestPerson, email = session.email): Promise<void> {
		await client.resendVerification();
		const mail = await mailbox.next(email, mailsAccountsText.confirmSubject(defaultBrand.name));
		await client.verifyEmail({ body: { token: extractMailedToken('verify-email', mail) } });
		await mailbox.all(server);
	}

	async function requestChange(email: string): Promise<string> {
		await ada.client.changeEmail({ body: { email, password: goodPassword } });
		return extractMailedToken(
			'verify-email',
			await mailbox.next(email, mailsAccountsText.newEmailSubject(defaultBrand.name)),
		);
	}

	/** Changes the address of Ada, and returns the mail to the former one. */
	async function changeEmail(email: string, from: string) {
		await ada.client.verifyEmail({ body: { token: await requestChange(email) } });
		return mailbox.next(from, mailsAccountsText.emailChangedSubject(defaultBrand.name));
	}

	const loseEmail = async (email: string, from: string) =>
		extractMailedToken('undo-email', await changeEmail(email, from));

	test('is restored with a new password, which ends all logins, API tokens and the linked Google account', async () => {
		await confirm(ada);
		const { email, id } = ada.session;
		const { token: apiToken } = await ada.client.createApiToken({
			body: { name: 'Stock list', scopes: ['read'], days: 30, password: goodPassword },
		});
		const token = await loseEmail(next, email);
		await tables()
			.insertInto('identities')
			.values({ account_id: id, issuer: 'x', subject: email, email: '', created_at: 1 })
			.execute();
		await createApiClient(server).forgotPassword({ body: { email: next } });
		const thiefsReset = extractMailedToken(
			'reset-password',
			await mailbox.next(next, mailsAccountsText.resetSubject(defaultBrand.name)),
		);
		await reset(thiefsReset, 'the password of the thief');
		await expect(reset(token, 'password123')).rejects.toMatchObject({ problem: { fields: {} } });
		const tries = await Promise.allSettled([reset(token), reset(token)]);
		expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		for (const old of [ada.token, apiToken]) {
			await expect(createApiClient(server, old).getMe()).rejects.toMatchObject(unauthenticated);
		}
		const session = await logIn(ada);
		expect(session.email_verified).toBe(true);
		expect(await createApiClient(server, session.token).getSignInMethods()).toMatchObject({ google: { linked: null } });
		await mailbox.next(email, mailsAccountsText.passwordChangedSubject(defaultBrand.name));
		const notice = await mailbox.next(next, mailsAccountsText.emailChangedSubject(defaultBrand.name));
		expect(notice.text).not.toContain('undo-email');
		await expect(reset(token)).rejects.toMatchObject(linkExpired);
	});

	test('is restored over later changes, which mail no link within a day', async () => {
		await confirm(ada);
		const token = await loseEmail(next, ada.session.email);
		expect((await changeEmail(`again${next}`, next)).text).not.toContain('undo-email');
		expect((await changeEmail(next, `again${next}`)).text).not.toContain('undo-email');
		await reset(token);
		expect((await logIn(ada)).id).toBe(ada.session.id);
		expect(await readExport()).toEqual([]);
	});

	test('gets a link if the account had it for a day', async () => {
		await confirm(ada);
		await loseEmail(next, ada.session.email);
		clock.advance(accountLimits.contactUndoTtl);
		await reset(await loseEmail(`again${next}`, next));
		expect((await createApiClient(server).logIn({ body: { email: next, password: newPassword } })).id).toBe(
			ada.session.id,
		);
	});

	test('is restored while another change is confirmed, which leaves nothing to restore', async () => {
		await confirm(ada);
		const token = await loseEmail(next, ada.session.email);
		const change = await requestChange(`again${next}`);
		const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		hold = async () => {
			hold = null;
			reached.resolve();
			await released.promise;
		};
		const changing = ada.client.verifyEmail({ body: { token: change } });
		await reached.promise;
		let hasEnded = false;
		const restoring = reset(token).finally(() => {
			hasEnded = true;
		});
		const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
		const isWaiting = async () => hasEnded || (await waiting.execute(server.db.kysely)).rows.length > 0;
		// SQLite runs one transaction at a time.
		if (engine === 'postgres') await expect.poll(isWaiting).toBe(true);
		released.resolve();
		await Promise.all([changing, restoring]);
		expect((await logIn(ada)).email_verified).toBe(true);
		expect(await readExport()).toEqual([]);
		await mailbox.next(`again${next}`, mailsAccountsText.emailChangedSubject(defaultBrand.name));
	});

	test('is restored for a suspended account', async () => {
		await confirm(ada);
		const token = await loseEmail(next, ada.session.email);
		await tables().updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', ada.session.id).execute();
		await reset(token);
		const account = tables().selectFrom('accounts').select('email').where('id', '=', ada.session.id);
		expect(await account.executeTakeFirst()).toEqual({ email: ada.session.email });
	});

	test('cannot be restored after a day, and is in the data export until then', async () => {
		await confirm(ada);
		const token = await loseEmail(next, ada.session.email);
		expect(await readExport()).toMatchObject([{ email: ada.session.email }]);
		clock.advance(accountLimits.contactUndoTtl);
		await expect(reset(token)).rejects.toMatchObject(linkExpired);
		await server.accounts.sweep();
		expect(await readExport()).toEqual([]);
		expect((await me()).email).toBe(next);
	});

	const readExport = async () => {
		const { former_emails } = (await createAccountPersonalData(clock).export(server.db, ada.session.id)) as {
			former_emails: unknown[];
		};
		return former_emails;
	};

	test('gets no link if nobody has confirmed it', async () => {
		await ada.client.changeEmail({ body: { email: next, password: goodPassword } });
		const mail = await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name));
		await ada.client.verifyEmail({ body: { token: extractMailedToken('verify-email', mail) } });
		const notice = await mailbox.next(ada.session.email, mailsAccountsText.emailChangedSubject(defaultBrand.name));
		expect(notice.text).not.toContain('undo-email');
	});

	test('stays reserved for a day, without a sign for strangers', async () => {
		await confirm(ada);
		const { email } = ada.session;
		const squatter = await signUp(server);
		await squatter.client.changeEmail({ body: { email: next, password: goodPassword } });
		await mailbox.all(server);
		await changeEmail(next, email);
		const body = { user_name: `early_${engine}_${count}`, email, password: goodPassword };
		const session = await createApiClient(server).signUp({ body });
		const stranger = { session, client: createApiClient(server, session.token) };
		expect((await createApiClient(server).logIn({ body: { email, password: goodPassword } })).id).toBe(session.id);
		await stranger.client.resendVerification();
		await squatter.client.changeEmail({ body: { email, password: goodPassword } });
		const mails = await mailbox.all(server);
		const toAddress = mails.filter(({ envelope }) => envelope.to.includes(email));
		expect(toAddress.map(({ subject }) => subject)).toEqual([mailsAccountsText.emailChangeSubject(defaultBrand.name)]);
		clock.advance(accountLimits.contactUndoTtl);
		await createApiClient(server).signUp({
			body: { ...body, user_name: `late_${engine}_${count}`, password: newPassword },
		});
		const logInAsStranger = (password: string) => createApiClient(server).logIn({ body: { email, password } });
		expect((await logInAsStranger(goodPassword)).id).toBe(session.id);
		await mailbox.all(server);
		await server.accounts.sweep();
		await mailbox.next(email, mailsAccountsText.confirmSubject(defaultBrand.name));
		await reset(await getResetToken({ ...ada, ...stranger }), 'a password of the stranger');
		expect(await logInAsStranger('a password of the stranger')).toMatchObject({ id: session.id, email_verified: true });
	});

	test('is restored by its owner under Security, and gets another link after the next change', async () => {
		await confirm(ada);
		const { email } = ada.session;
		const first = await loseEmail(next, email);
		expect((await changeEmail(email, next)).text).not.toContain('undo-email');
		expect(await me()).toMatchObject({ email, email_verified: true });
		const second = await loseEmail(`again${next}`, email);
		await expect(reset(first)).rejects.toMatchObject(linkExpired);
		await reset(second);
		expect((await logIn(ada)).id).toBe(ada.session.id);
	});

	test('is not restored if another account has it by a link that was mailed before', async () => {
		await confirm(ada);
		const { email } = ada.session;
		const token = await loseEmail(next, email);
		const bola = await signUp(server);
		await tables()
			.updateTable('accounts')
			.set({ email, email_key: email, email_verified_at: 1 })
			.where('id', '=', bola.session.id)
			.execute();
		await expect(reset(token)).rejects.toMatchObject(linkExpired);
		expect((await me()).email).toBe(next);
	});

	test('is not given to an account whose link was mailed before', async () => {
		const bola = await signUp(server);
		await bola.client.changeEmail({ body: { email: next, password: goodPassword } });
		const early = extractMailedToken(
			'verify-email',
			await mailbox.next(next, mailsAccountsText.newEmailSubject(defaultBrand.name)),
		);
		await confirm(ada);
		await changeEmail(next, ada.session.email);
		await changeEmail(`other${next}`, next);
		await expect(bola.client.verifyEmail({ body: { token: early } })).rejects.toMatchObject(linkExpired);
	});
});

describeOnBothEngines('password reset links', (engine) => {
	useServer(engine);

	test('work once, expire after 30 minutes, and are invalidated together', async () => {
		const [first, second] = [await getResetToken(ada), await getResetToken(ada)];
		await expect(reset(`${first}x`)).rejects.toMatchObject(linkExpired);
		await expect(reset(first, 'password123')).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: expect.any(String) } },
		});
		await expect(reset(first, `${ada.session.user_name} and more`)).rejects.toMatchObject({ status: 422 });
		// A rejected weak password does not use up the reset link.
		const tries = await Promise.allSettled([reset(first), reset(first), reset(first)]);
		expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		await expect(reset(first)).rejects.toMatchObject(linkExpired);
		await expect(reset(second)).rejects.toMatchObject(linkExpired);
		const expired = await getResetToken(ada);
		clock.advance(limits.passwordResetTtl);
		await expect(reset(expired)).rejects.toMatchObject(linkExpired);
	});
});
