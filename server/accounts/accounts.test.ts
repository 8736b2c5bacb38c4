import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { placeholderAdminEmail } from '../../contract/accounts/placeholder-admin-email.ts';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as validationText from '../../text/shared/validation.ts';
import { readConfig } from '../core/config.ts';
import type { Engine } from '../database/index.ts';
import { createServer } from '../server.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, exampleAdForm, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { parseMessage, startSmtpServer } from '../testing/smtp-server.ts';
import { makeTestEnvironment, startTestServer, type TestServer } from '../testing/start-server.ts';
import { findPasswordWeakness } from './passwords.ts';
import type { AccountTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;

const invalid = (fields: Record<string, unknown>) => ({ status: 422, problem: { code: 'invalid', fields } });
const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const minute = 60_000;

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
	const response = await fetch(server.address + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: await response.json() };
}

async function findMail(address: string): Promise<string> {
	await server.jobs.whenIdle();
	const folder = join(server.config.dataDir, 'outbox');
	for (const name of await readdir(folder)) {
		const message = parseMessage(await readFile(join(folder, name), 'utf8'));
		if (message.headers.get('to')?.includes(address)) return message.text;
	}
	throw new Error(`No mail to ${address}`);
}

const parseToken = (text: string) => /\/verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? '';

function setAccount(person: TestPerson, values: Partial<Pick<AccountTables['accounts'], 'suspended_at'>>) {
	return server.db
		.tables<AccountTables>()
		.updateTable('accounts')
		.set(values)
		.where('id', '=', person.session.id)
		.execute();
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());
}

describe('accounts', () => {
	useServer();

	describe('sign up', () => {
		test('stores the name of the shop as the display name', async () => {
			const body = {
				user_name: 'mama_nkechi',
				display_name: ' Mama  Nkẹchi\u202e & Sons ',
				email: 'mama_nkechi@example.com',
				password: goodPassword,
			};
			const session = await createApiClient(server).signUp({ body });
			expect(session.display_name).toBe('Mama  Nkẹchi & Sons');
			const profile = await createApiClient(server).getUser({ params: { user_name: 'mama_nkechi' } });
			expect(profile.display_name).toBe(session.display_name);
		});

		test('creates an account, a session and a public profile without private data', async () => {
			const { session, client } = await signUp(server, 'ada_obi');
			expect(session).toMatchObject({
				id: expect.any(Number),
				token: expect.stringMatching(/^\S{32,}$/),
				user_name: 'ada_obi',
				display_name: 'ada_obi',
				email: 'ada_obi@example.com',
				email_verified: false,
				role: 'user',
				must_change_password: false,
			});
			expect(Date.parse(session.expires_at)).toBe(clock.now() + accountLimits.session.absolute);
			const { token: _, expires_at: __, ...account } = session;
			expect(await client.getMe()).toEqual(account);
			const profile = await createApiClient(server).getUser({ params: { user_name: 'Ada_Obi' } });
			expect(Object.keys(profile).sort()).toEqual(
				[
					'bio',
					'business_name',
					'created_at',
					'display_name',
					'followers',
					'has_call_number',
					'has_whatsapp',
					'id',
					'place',
					'rating',
					'user_image',
					'user_name',
				].sort(),
			);
			await expect(createApiClient(server).getUser({ params: { user_name: 'nobody' } })).rejects.toMatchObject({
				status: 404,
			});
		});

		test('returns all errors at once, with the messages of the specification', async () => {
			expect(await post('/api/signup', { user_name: 'a!', email: '', password: 'short', more: 1 })).toEqual({
				status: 422,
				body: {
					code: 'invalid',
					message: expect.any(String),
					fields: {
						user_name: expect.any(String),
						email: messages.emailMissing,
						password: validationText.atLeastCharacters(8),
						more: expect.any(String),
					},
				},
			});
			expect(await post('/api/signup', {})).toMatchObject({
				status: 422,
				body: { fields: { email: messages.emailMissing, password: messages.passwordMissing } },
			});
		});

		test.each([
			['a list of email addresses', { email: ['a@example.com', 'b@example.com'] }, 'email'],
			['an object as an email address', { email: { a: 1 } }, 'email'],
			['two email addresses', { email: 'a@example.com,b@example.com' }, 'email'],
			['a line break in an email address', { email: 'a@example.com\nbcc: b@example.com' }, 'email'],
			['NUL in an email address', { email: 'a\0@example.com' }, 'email'],
			['a name of two letters', { user_name: 'ab' }, 'user_name'],
			['a name of 31 letters', { user_name: 'a'.repeat(31) }, 'user_name'],
			['a name with a space', { user_name: 'ada obi' }, 'user_name'],
			['a name with a Cyrillic letter', { user_name: 'аdaobi' }, 'user_name'],
			['NUL in a name', { user_name: 'ada\0' }, 'user_name'],
			['an empty display name', { display_name: ' \u202e ' }, 'display_name'],
			['a display name of 61 letters', { display_name: 'a'.repeat(61) }, 'display_name'],
			['NUL in a display name', { display_name: 'ada\0' }, 'display_name'],
			['a reserved name', { user_name: 'Admin' }, 'user_name'],
			['the brand name', { user_name: 'kasuwa' }, 'user_name'],
			['a common password', { password: 'Password123' }, 'password'],
			['a password of one letter', { password: 'aaaaaaaaaaaa' }, 'password'],
			['a password with the name', { user_name: 'ngozi', password: 'my name is NGOZI' }, 'password'],
			['a password with the email address', { email: 'chidinma@example.com', password: 'chidinma 42' }, 'password'],
			['a password of 257 letters', { password: 'x1'.repeat(129) }, 'password'],
			['a number as a password', { password: 12_345_678_901 }, 'password'],
		])('rejects %s', async (_, change, field) => {
			const body = { user_name: 'somebody', email: 'somebody@example.com', password: goodPassword, ...change };
			expect(await post('/api/signup', body)).toMatchObject({
				status: 422,
				body: { code: 'invalid', fields: { [field]: expect.any(String) } },
			});
		});

		test('rejects a taken name in any spelling', async () => {
			await signUp(server, 'bola_ade');
			const body = { user_name: 'BOLA_ade ', email: 'other@example.com', password: goodPassword };
			await expect(createApiClient(server).signUp({ body })).rejects.toMatchObject(
				invalid({ user_name: accountsApiText.userNameTaken }),
			);
		});
	});

	describe('log in', () => {
		test('returns the same response for a wrong password and an unknown email address', async () => {
			await signUp(server, 'known_one');
			const wrong = await post('/api/login', { email: 'known_one@example.com', password: 'not this one' });
			const unknown = await post('/api/login', { email: 'nobody_here@example.com', password: 'not this one' });
			expect(wrong.status).toBe(422);
			expect(unknown).toEqual(wrong);
			expect(Object.keys(wrong.body as object).sort()).toEqual(['code', 'message']);
		});

		test('accepts any spelling of the email address, but only the exact password', async () => {
			await signUp(server, 'typed_one');
			const email = ' TYPED_one@Example.COM ';
			const session = await createApiClient(server).logIn({ body: { email, password: goodPassword } });
			expect(session.user_name).toBe('typed_one');
			for (const password of [goodPassword.toUpperCase(), `${goodPassword} `]) {
				await expect(createApiClient(server).logIn({ body: { email, password } })).rejects.toMatchObject({
					status: 422,
				});
			}
		});

		test('reports missing fields, and rejects a list of email addresses', async () => {
			expect(await post('/api/login', { email: '', password: '' })).toMatchObject({
				status: 422,
				body: { fields: { email: messages.emailMissing, password: messages.passwordMissing } },
			});
			expect(await post('/api/login', { email: 'nonsense', password: 'x' })).toMatchObject({
				status: 422,
				body: { fields: { email: messages.emailInvalid } },
			});
			expect((await post('/api/login', { email: ['known_one@example.com'], password: goodPassword })).status).toBe(422);
		});

		test('is limited per account, in any spelling of the email address', async () => {
			const { password } = await signUp(server, 'limited');
			const spellings = ['limited@example.com', 'LIMITED@example.com', ' limited@EXAMPLE.com '];
			for (let index = 0; index < 10; index += 1) {
				const email = spellings[index % 3] ?? '';
				await expect(createApiClient(server).logIn({ body: { email, password: 'wrong' } })).rejects.toMatchObject({
					status: 422,
				});
			}
			for (const email of spellings) {
				await expect(createApiClient(server).logIn({ body: { email, password } })).rejects.toMatchObject({
					status: 429,
					problem: { code: 'too_many' },
				});
			}
			const { headers } = await fetch(`${server.address}/api/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ email: spellings[0], password }),
			});
			expect(Number(headers.get('retry-after'))).toBe(15 * 60);
			clock.advance(15 * minute);
			await createApiClient(server).logIn({ body: { email: 'limited@example.com', password } });
		});
	});

	describe('sessions', () => {
		test('require a valid token', async () => {
			for (const token of ['', 'nonsense', 'x'.repeat(43)]) {
				await expect(createApiClient(server, token).getMe()).rejects.toMatchObject(unauthenticated);
			}
		});

		test('end individually on logout', async () => {
			const { client, session } = await signUp(server);
			const second = await createApiClient(server).logIn({ body: { email: session.email, password: goodPassword } });
			await client.logOut();
			await expect(client.getMe()).rejects.toMatchObject(unauthenticated);
			expect((await createApiClient(server, second.token).getMe()).id).toBe(session.id);
		});

		test('end after 14 days without use, and after 90 days at most', async () => {
			const { client } = await signUp(server);
			clock.advance(accountLimits.session.idle - minute);
			await client.getMe();
			clock.advance(accountLimits.session.idle);
			await expect(client.getMe()).rejects.toMatchObject(unauthenticated);

			const active = await signUp(server);
			for (let day = 0; day < 90; day += 10) {
				await active.client.getMe();
				clock.advance(10 * 24 * 60 * minute);
			}
			await expect(active.client.getMe()).rejects.toMatchObject(unauthenticated);
		});

		test('all end on a password change, which returns a new session', async () => {
			const { client, session } = await signUp(server);
			const second = await createApiClient(server).logIn({ body: { email: session.email, password: goodPassword } });
			const next = 'green kettle on monday';
			const change = (current_password: string, new_password: string) =>
				client.changePassword({ body: { current_password, new_password } });
			await expect(change('not this one', next)).rejects.toMatchObject(
				invalid({ current_password: expect.any(String) }),
			);
			await expect(change(goodPassword, goodPassword)).rejects.toMatchObject(
				invalid({ new_password: expect.any(String) }),
			);
			await expect(change(goodPassword, 'password123')).rejects.toMatchObject(
				invalid({ new_password: expect.any(String) }),
			);
			const renewed = await change(goodPassword, next);
			await expect(client.getMe()).rejects.toMatchObject(unauthenticated);
			await expect(createApiClient(server, second.token).getMe()).rejects.toMatchObject(unauthenticated);
			expect((await createApiClient(server, renewed.token).getMe()).id).toBe(session.id);
			const logIn = (password: string) => createApiClient(server).logIn({ body: { email: session.email, password } });
			await expect(logIn(goodPassword)).rejects.toMatchObject({ status: 422 });
			await logIn(next);
		});

		test('of a suspended account are rejected, and it cannot log in', async () => {
			const person = await signUp(server);
			await setAccount(person, { suspended_at: clock.now() });
			await expect(person.client.getMe()).rejects.toMatchObject(unauthenticated);
			const { email, user_name } = person.session;
			const body = { email, password: goodPassword };
			await expect(createApiClient(server).logIn({ body })).rejects.toMatchObject({ status: 403 });
			await expect(createApiClient(server).getUser({ params: { user_name } })).rejects.toMatchObject({ status: 404 });
			await setAccount(person, { suspended_at: null });
			expect((await person.client.getMe()).user_name).toBe(user_name);
		});

		test('are deleted by the sweep after they expire', async () => {
			const { session } = await signUp(server);
			clock.advance(accountLimits.session.absolute);
			await server.accounts.sweep();
			const rows = await server.db
				.tables<AccountTables>()
				.selectFrom('sessions')
				.select('id')
				.where('account_id', '=', session.id)
				.execute();
			expect(rows).toEqual([]);
		});
	});

	describe('verification mail', () => {
		test('is written to the outbox, with a link that works once', async () => {
			const { client, session } = await signUp(server);
			const text = await findMail(session.email);
			expect(text).toContain(`Hello ${session.user_name},`);
			const token = parseToken(text);
			await expect(client.verifyEmail({ body: { token: `${token}x` } })).rejects.toMatchObject({ status: 422 });
			await createApiClient(server).verifyEmail({ body: { token } });
			expect((await client.getMe()).email_verified).toBe(true);
			await expect(client.verifyEmail({ body: { token } })).rejects.toMatchObject({ status: 422 });
		});

		test('has a link that is valid for two days', async () => {
			const { client, session } = await signUp(server);
			const token = parseToken(await findMail(session.email));
			clock.advance(accountLimits.emailVerificationTtl);
			await expect(client.verifyEmail({ body: { token } })).rejects.toMatchObject({ status: 422 });
			expect((await client.getMe()).email_verified).toBe(false);
		});
	});

	describe('first administrator', () => {
		test('has a generated password, and must change it first', async () => {
			const created = await server.accounts.ensureFirstAdministrator(null);
			expect(created?.email).toBe(placeholderAdminEmail);
			expect(created?.password).toMatch(/^[\w-]{16}$/);
			expect(await server.accounts.ensureFirstAdministrator(null)).toBeNull();
			const body = { email: created?.email ?? '', password: created?.password ?? '' };
			const session = await createApiClient(server).logIn({ body });
			expect(session).toMatchObject({ role: 'admin', must_change_password: true });
			expect(Date.parse(session.expires_at)).toBe(clock.now() + accountLimits.adminSession.absolute);
			const client = createApiClient(server, session.token);
			expect((await client.getMe()).must_change_password).toBe(true);
			const forbiddenError = { status: 403, problem: { code: 'forbidden' } };
			await expect(client.createUpload({ body: { kind: 'image', bytes: 1, file_name: 'a' } })).rejects.toMatchObject(
				forbiddenError,
			);
			await expect(client.createAd({ body: { ...exampleAdForm, pictures: [] } })).rejects.toMatchObject(forbiddenError);
			await expect(client.listMyAds({ query: {} })).rejects.toMatchObject(forbiddenError);

			const renewed = await client.changePassword({
				body: { current_password: body.password, new_password: goodPassword },
			});
			expect(renewed.must_change_password).toBe(false);
			const unlocked = createApiClient(server, renewed.token);
			expect((await unlocked.listMyAds({ query: {} })).items).toEqual([]);
			clock.advance(accountLimits.adminSession.idle);
			await expect(unlocked.getMe()).rejects.toMatchObject(unauthenticated);
		});
	});
});

describeOnBothEngines('accounts', (engine) => {
	useServer(engine);

	test('creates one account for concurrent sign-ups with the same name', async () => {
		const tries = await Promise.allSettled(
			['a', 'b', 'c'].map((letter) =>
				createApiClient(server).signUp({
					body: { user_name: 'same_name', email: `${letter}@same.example`, password: goodPassword },
				}),
			),
		);
		expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
		for (const one of tries) {
			if (one.status === 'rejected') expect(one.reason).toMatchObject(invalid({ user_name: expect.any(String) }));
		}
	});

	test('creates one first administrator for concurrent processes', async () => {
		const ensureAdmin = () => server.accounts.ensureFirstAdministrator(null);
		expect((await Promise.all([ensureAdmin(), ensureAdmin()])).filter((one) => one !== null)).toHaveLength(1);
	});

	// This test needs PostgreSQL, whose id sequence can be reset to an existing id. SQLite always picks a free id.
	if (engine === 'postgres') {
		test('reports a duplicate id as an internal error, not as a taken email address', async () => {
			const { session } = await signUp(server, 'owner_of_the_id');
			const sequence = sql`pg_get_serial_sequence('accounts', 'id')`;
			await sql`select setval(${sequence}, ${session.id}::int, false)`.execute(server.db.kysely);
			try {
				const form = { user_name: 'same_id', email: 'same_id@example.com', password: goodPassword };
				expect(await post('/api/signup', form)).toMatchObject({ status: 500, body: { code: 'internal' } });
			} finally {
				await sql`select setval(${sequence}, (select max(id) from accounts))`.execute(server.db.kysely);
			}
		});
	}
});

test('a configured administrator keeps the configured password and receives a verification mail', async () => {
	const admin = { email: 'boss@example.com', password: goodPassword };
	const smtp = await startSmtpServer();
	const ownServer = await startTestServer({
		env: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SMTP_URL: smtp.url },
	});
	try {
		expect(await ownServer.accounts.ensureFirstAdministrator(ownServer.config.admin)).toEqual({
			email: admin.email,
			password: null,
		});
		const session = await createApiClient(ownServer).logIn({ body: admin });
		expect(session).toMatchObject({ role: 'admin', must_change_password: false });
		const token = extractMailedToken(
			'verify-email',
			await openMailbox(smtp).next(admin.email, mailsAccountsText.confirmSubject(defaultBrand.name)),
		);
		await createApiClient(ownServer).verifyEmail({ body: { token } });
		expect((await createApiClient(ownServer, session.token).getMe()).email_verified).toBe(true);
	} finally {
		await ownServer.close();
		await smtp.close();
	}
});

test('mail is sent through the server in SMTP_URL', async () => {
	const smtp = await startSmtpServer();
	const ownServer = await startTestServer({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://market.example' } });
	try {
		const { client, session } = await signUp(ownServer);
		const message = await smtp.nextMessage();
		expect(message.envelope).toEqual({ from: 'no-reply@market.example', to: [session.email] });
		const link = `https://market.example/verify-email?token=${parseToken(message.text)}`;
		expect(message.text).toContain(`\n${link}`);
		expect(message.html).toContain(`<a href="${link}"`);
		await client.verifyEmail({ body: { token: parseToken(message.text) } });
		expect((await client.getMe()).email_verified).toBe(true);
	} finally {
		await ownServer.close();
		await smtp.close();
	}
});

test('passwords are hashed with argon2id, using 19 MiB and two passes', async () => {
	const environment = await makeTestEnvironment();
	const ownServer = await createServer(
		readConfig({ LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1', ...environment.env }),
	);
	try {
		const { port } = new URL(await ownServer.listen());
		const { id } = await signUp({ address: `http://127.0.0.1:${port}` }).then(({ session }) => session);
		const accounts = ownServer.db.tables<AccountTables>().selectFrom('accounts').select('password_hash');
		const { password_hash } = await accounts.where('id', '=', id).executeTakeFirstOrThrow();
		expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	} finally {
		await ownServer.close();
		await environment.remove();
	}
});

test('the list has more than 3,000 common passwords of sufficient length, each rejected in any case', async () => {
	const text = await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
	const listed = new Set(text.trim().split('\n'));
	expect(listed.size).toBeGreaterThan(3000);
	for (const password of listed) {
		expect(password.length, password).toBeGreaterThanOrEqual(limits.password.min);
		expect(findPasswordWeakness(password.toUpperCase(), []), password).toBe(accountsApiText.passwordTooCommon);
	}
});

test('findPasswordWeakness rejects common passwords and passwords that contain a name', () => {
	for (const password of [
		'PASSWORD1',
		'Corvette',
		'linkinpark',
		'baseball21',
		'naija123',
		'aaaaaaaa',
		'12345678',
		'98765432',
		'xx ada xx',
	]) {
		expect(findPasswordWeakness(password, ['ada', 'me']), password).not.toBeNull();
	}
	for (const password of ['correct horse', 'me and you and me']) {
		expect(findPasswordWeakness(password, ['ada', 'me']), password).toBeNull();
	}
});
