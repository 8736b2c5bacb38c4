import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as passkeysText from '../../text/shared/passkeys.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { createSoftwareAuthenticator, type Deviation } from '../testing/software-authenticator.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { commandLineActor } from './audit.ts';
import { assertNoCertificate } from './passkeys.ts';
import { createAccountPersonalData } from './personal-data.ts';
import type { AccountTables, AuditTables, PasskeyTables, SecondFactorTables } from './tables.ts';

const publicUrl = 'https://market.example';
const newPassword = 'green kettle on monday';
const password = goodPassword;
const notConfirmed = { status: 422, problem: { code: 'invalid', message: passkeysText.notConfirmed } };
const tookTooLong = { status: 422, problem: { code: 'invalid', message: passkeysText.tookTooLong } };
const codeMissing = { status: 422, problem: { fields: { code: accountsApiText.codeMissing } } };
const unknown = { status: 422, problem: { code: 'invalid', message: passkeysText.unknown } };

let server: TestServer;
let clock: FakeClock;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let seller: TestPerson;

const tables = () => server.db.tables<AccountTables & PasskeyTables & SecondFactorTables & AuditTables>();
const visitor = () => createApiClient(server);
const createDevice = () => createSoftwareAuthenticator(publicUrl);
type Device = ReturnType<typeof createDevice>;

async function addPasskey(person = seller, name = 'My phone', deviation: Deviation = {}) {
	const device = createDevice();
	const options = await person.client.beginPasskey({ body: { password } });
	const passkey = await person.client.addPasskey({ body: { name, credential: device.create(options, deviation) } });
	return { device, passkey };
}

async function logIn(device: Device, deviation: Deviation = {}) {
	const options = await visitor().beginPasskeyLogin();
	return visitor().logInWithPasskey({ body: { credential: device.get(options, deviation) } });
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
		seller = await signUp(server);
		await mailbox.all(server);
	});
}

describeOnBothEngines('passkeys', (engine) => {
	useServer(engine);

	test('log in without password and code, are listed, renamed and removed', async () => {
		expect(await seller.client.listPasskeys()).toEqual({ items: [] });
		const { device, passkey } = await addPasskey();
		await mailbox.next(seller.session.email, mailsAccountsText.passkeyAddedSubject(defaultBrand.name));
		expect(passkey).toMatchObject({ name: 'My phone', last_used_at: null });
		clock.advance(60_000);
		expect(await logIn(device)).toMatchObject({ id: seller.session.id, role: 'user' });
		const params = { id: String(passkey.id) };
		await seller.client.renamePasskey({ params, body: { name: 'Old phone' } });
		const { items } = await seller.client.listPasskeys();
		expect(items).toEqual([{ ...passkey, name: 'Old phone', last_used_at: new Date(clock.now()).toISOString() }]);
		await expect(seller.client.removePasskey({ params, body: { password: 'wrong' } })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: accountsApiText.wrongPassword } },
		});
		await seller.client.removePasskey({ params, body: { password } });
		await mailbox.next(seller.session.email, mailsAccountsText.passkeyRemovedSubject(defaultBrand.name));
		await expect(logIn(device)).rejects.toMatchObject(unknown);
		await expect(seller.client.removePasskey({ params, body: { password } })).rejects.toMatchObject({ status: 404 });
	});

	test('have challenges that work once, for five minutes, and only for their purpose', async () => {
		const { device } = await addPasskey();
		const options = await visitor().beginPasskeyLogin();
		const body = { credential: device.get(options) };
		const tries = await Promise.allSettled([1, 2, 3].map(() => visitor().logInWithPasskey({ body })));
		expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

		const late = await visitor().beginPasskeyLogin();
		clock.advance(accountLimits.passkeyChallengeTtl);
		const answer = { credential: device.get(late) };
		await expect(visitor().logInWithPasskey({ body: answer })).rejects.toMatchObject(tookTooLong);

		// A challenge for a new passkey of one account is neither for a login nor for another account.
		const adding = await seller.client.beginPasskey({ body: { password } });
		const misused = { credential: device.get({ challenge: adding.challenge, rpId: adding.rp.id }) };
		await expect(visitor().logInWithPasskey({ body: misused })).rejects.toMatchObject(tookTooLong);
		const other = await signUp(server);
		const stolen = { name: 'Mine', credential: createDevice().create(adding) };
		await expect(other.client.addPasskey({ body: stolen })).rejects.toMatchObject(tookTooLong);
		await tables().updateTable('passkey_challenges').set({ ends_at: 0 }).execute();
		await server.accounts.sweep();
		expect(await tables().selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
	});

	test('belong to one account, and are limited', async () => {
		const { device } = await addPasskey();
		const other = await signUp(server);
		const options = await other.client.beginPasskey({ body: { password } });
		await expect(
			other.client.addPasskey({ body: { name: 'Mine', credential: device.create(options) } }),
		).rejects.toMatchObject({ status: 409, problem: { message: passkeysText.alreadyAdded } });
		const now = clock.now();
		for (let count = 1; count < accountLimits.passkeys; count++) {
			await tables()
				.insertInto('passkeys')
				.values({
					account_id: seller.session.id,
					credential_id: `${seller.session.id}-${count}`,
					public_key: '',
					sign_count: 0,
					transports: '',
					name: 'Phone',
					created_at: now,
				})
				.execute();
		}
		await expect(seller.client.beginPasskey({ body: { password } })).rejects.toMatchObject({ status: 409 });
	});

	test('are rejected if their counter does not grow, because then they were copied', async () => {
		const { device } = await addPasskey(seller, 'Key', { signCount: 3 });
		await logIn(device, { signCount: 4 });
		for (const signCount of [4, 3, 0]) await expect(logIn(device, { signCount })).rejects.toMatchObject(notConfirmed);
		await logIn(device, { signCount: 9 });
	});

	test('are erased with the account', async () => {
		await addPasskey();
		await seller.client.beginPasskey({ body: { password } });
		await seller.client.deleteMe({ body: { password } });
		clock.advance(accountLimits.accountDeletionGrace);
		await server.accounts.eraseDue();
		for (const table of ['passkeys', 'passkey_challenges'] as const) {
			const rows = await tables().selectFrom(table).select('account_id').execute();
			expect(rows.map(({ account_id }) => account_id)).not.toContain(seller.session.id);
		}
	});
});

describe('a login with a passkey', () => {
	useServer();

	test.each([
		['of another site', { origin: 'https://evil.example' }],
		['for another host', { rpId: 'evil.example' }],
		['without a verified user', { flags: 1 }],
		['without a present user', { flags: 4 }],
		['with a wrong signature', { signature: Buffer.from('nonsense') }],
		['with the handle of another account', { userHandle: 'b'.repeat(43) }],
		['with the answer to another question', { type: 'webauthn.create' }],
	])('is rejected %s', async (_, deviation) => {
		const { device } = await addPasskey();
		await expect(logIn(device, deviation)).rejects.toMatchObject(notConfirmed);
	});

	test('is rejected for an unknown passkey, and without a challenge of the server', async () => {
		await expect(logIn(createDevice())).rejects.toMatchObject(unknown);
		const { device } = await addPasskey();
		const credential = device.get({ challenge: 'a'.repeat(43), rpId: 'market.example' });
		await expect(visitor().logInWithPasskey({ body: { credential } })).rejects.toMatchObject(tookTooLong);
		const broken = { ...credential, response: { ...credential.response, clientDataJSON: 'abcd' } };
		await expect(visitor().logInWithPasskey({ body: { credential: broken } })).rejects.toMatchObject(tookTooLong);
	});

	test('is limited', async () => {
		const { device } = await addPasskey();
		for (let turn = 0; turn < 10; turn++) await expect(logIn(device, { flags: 1 })).rejects.toMatchObject(notConfirmed);
		await expect(logIn(device)).rejects.toMatchObject({ status: 429 });
		clock.advance(15 * 60_000);
		await logIn(device);
	});

	test('replaces the second factor, and gives an administrator a short session', async () => {
		const admin = await signUp(server);
		await tables().updateTable('accounts').set({ role: 'admin' }).where('id', '=', admin.session.id).execute();
		const { device, passkey } = await addPasskey(admin);
		await tables()
			.insertInto('second_factors')
			.values({ account_id: admin.session.id, secret: '', confirmed_at: 1, created_at: 1 })
			.execute();
		await expect(visitor().logIn({ body: { email: admin.session.email, password } })).rejects.toMatchObject(
			codeMissing,
		);
		await expect(admin.client.beginPasskey({ body: { password } })).rejects.toMatchObject(codeMissing);
		const session = await logIn(device);
		await tables().deleteFrom('second_factors').where('account_id', '=', admin.session.id).execute();
		expect(session).toMatchObject({ role: 'admin' });
		expect(Date.parse(session.expires_at)).toBe(clock.now() + accountLimits.adminSession.absolute);
		await admin.client.removePasskey({ params: { id: String(passkey.id) }, body: { password } });
		const log = await tables()
			.selectFrom('audit_log')
			.select('action')
			.where('account_id', '=', admin.session.id)
			.execute();
		expect(log.map(({ action }) => action)).toEqual(['passkey.added', 'passkey.removed']);
	});

	test('is refused to a suspended account', async () => {
		const { device } = await addPasskey();
		await server.db.transaction((tx) => server.accounts.suspend(tx, seller.session.id, null));
		await expect(logIn(device)).rejects.toMatchObject({
			status: 403,
			problem: { message: accountsApiText.suspended },
		});
	});
});

test.each([
	['none', {}, false],
	['packed', {}, false],
	['packed', { x5c: [] }, true],
	['apple', { x5c: [] }, true],
	['fido-u2f', {}, true],
])('an attestation in the format %s with %j has a certificate: %s', (format, statement, has) => {
	const attestation = new Map<string, unknown>([
		['fmt', format],
		['attStmt', new Map(Object.entries(statement))],
	]);
	const check = () => assertNoCertificate(attestation as AttestationObject);
	if (has) expect(check).toThrow();
	else expect(check).not.toThrow();
});

describe('a new passkey', () => {
	useServer();

	test.each([
		['of another site', { origin: 'https://evil.example' }],
		['for another host', { rpId: 'evil.example' }],
		['without a verified user', { flags: 1 }],
		['with the answer to another question', { type: 'webauthn.get' }],
	])('is rejected %s', async (_, deviation) => {
		await expect(addPasskey(seller, 'Phone', deviation)).rejects.toMatchObject(notConfirmed);
		expect(await seller.client.listPasskeys()).toEqual({ items: [] });
	});

	test('needs the password, and no API token', async () => {
		await expect(seller.client.beginPasskey({ body: { password: 'wrong' } })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: accountsApiText.wrongPassword } },
		});
		await expect(visitor().beginPasskey({ body: { password } })).rejects.toMatchObject({ status: 401 });
		const token = await seller.client.createApiToken({ body: { name: 'Stock', scopes: ['read'], days: 1, password } });
		await expect(createApiClient(server, token.token).listPasskeys()).rejects.toMatchObject({ status: 403 });
	});

	test.each([
		{ name: '', credential: { id: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } } },
		{ name: 'Phone', credential: { id: 'a+', response: { clientDataJSON: 'a', attestationObject: 'a' } } },
		{ name: 'Phone', credential: { id: 'a', response: { clientDataJSON: 'a', attestationObject: ['a'] } } },
		{ name: 'Phone', credential: { id: 'a', type: 'public-key', response: {} } },
		{
			name: 'Phone',
			credential: { id: 'a', response: { clientDataJSON: 'a', attestationObject: 'a'.repeat(20_000) } },
		},
		{ name: 'Phone', credential: null },
	])('rejects the body %#', async (body) => {
		const response = await fetch(`${server.address}/api/me/passkeys`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(422);
	});

	test('is hidden from other accounts, and exported without its key', async () => {
		const { device, passkey } = await addPasskey();
		const other = await signUp(server);
		const params = { id: String(passkey.id) };
		await expect(other.client.renamePasskey({ params, body: { name: 'Mine' } })).rejects.toMatchObject({ status: 404 });
		await expect(other.client.removePasskey({ params, body: { password } })).rejects.toMatchObject({ status: 404 });
		const exported = await createAccountPersonalData(clock).export(server.db, seller.session.id);
		expect(exported).toMatchObject({ passkeys: [passkey] });
		expect(JSON.stringify(exported)).not.toContain(device.id);
	});
});

describe('a new password', () => {
	useServer();

	test('removes passkeys, by reset as by change, and the mail says so', async () => {
		const { device } = await addPasskey();
		const session = await seller.client.changePassword({
			body: { current_password: password, new_password: newPassword },
		});
		await expect(logIn(device)).rejects.toMatchObject(unknown);
		const mail = await mailbox.next(seller.session.email, mailsAccountsText.passwordChangedSubject(defaultBrand.name));
		expect(mail.text).toContain('passkeys');

		const client = createApiClient(server, session.token);
		const options = await client.beginPasskey({ body: { password: newPassword } });
		const pending = await client.beginPasskey({ body: { password: newPassword } });
		const second = createDevice();
		await client.addPasskey({ body: { name: 'Phone', credential: second.create(options) } });
		await visitor().forgotPassword({ body: { email: seller.session.email } });
		const reset = await mailbox.next(seller.session.email, mailsAccountsText.resetSubject(defaultBrand.name));
		await visitor().resetPassword({ body: { token: extractMailedToken('reset-password', reset), password } });
		await expect(logIn(second)).rejects.toMatchObject(unknown);
		// Whoever had begun to add another passkey with the old password cannot finish.
		const again = await visitor().logIn({ body: { email: seller.session.email, password } });
		await expect(
			createApiClient(server, again.token).addPasskey({
				body: { name: 'Late', credential: createDevice().create(pending) },
			}),
		).rejects.toMatchObject(tookTooLong);
	});

	test('is not needed when the operator resets the second factor, which removes passkeys, too', async () => {
		const { device } = await addPasskey();
		await server.db.transaction((tx) => server.accounts.secondFactor.reset(tx, commandLineActor, seller.session.id));
		await expect(logIn(device)).rejects.toMatchObject(unknown);
		await expect(seller.client.getMe()).rejects.toMatchObject({ status: 401 });
		await mailbox.next(seller.session.email, mailsAccountsText.secondFactorOffSubject(defaultBrand.name));
		await expect(
			server.db.transaction((tx) => server.accounts.secondFactor.reset(tx, commandLineActor, seller.session.id)),
		).rejects.toMatchObject({ code: 'not_found' });
	});
});
