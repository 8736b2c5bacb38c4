import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApiToken, listApiTokens } from '../../contract/accounts/api-tokens.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { type TokenScope, tokenScopes } from '../../contract/accounts/token-scopes.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { defaultRateLimits } from '../http/index.ts';
import { resumableUploadPath } from '../media/own-host.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	createApiClient,
	goodPassword,
	requestUploadCapability,
	sendFile,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/start-server.ts';
import { readZip } from '../testing/zip.ts';
import type { AccountTables } from './tables.ts';

type Form = CallInput<typeof createApiToken>['body'];

const day = 86_400_000;

let sharedServer: TestServer;
let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

beforeAll(async () => {
	clock = createFakeClock();
	sharedServer = await startTestServer({ clock });
});
afterAll(() => sharedServer.close());
beforeEach(async () => {
	server = sharedServer;
	seller = await signUp(server);
});

/** Starts a server for one test. */
async function startOwnServer(options: TestServerOptions): Promise<void> {
	const own = await startTestServer({ clock, ...options });
	onTestFinished(() => own.close());
	server = own;
	seller = await signUp(server);
}

const makeToken = (form: Partial<Form> = {}, { client } = seller) =>
	client.createApiToken({ body: { name: 'Stock list', scopes: ['read'], days: 30, password: goodPassword, ...form } });

/** Returns a client that calls with a new API token of the seller. */
async function createTokenClient(...scopes: TokenScope[]) {
	return createApiClient(server, (await makeToken({ scopes })).token);
}

describe('an API token', () => {
	test('is shown once, stored as a hash, and listed with its last use', async () => {
		const { token, ...made } = await makeToken({ scopes: ['ads', 'read', 'ads'] });
		expect(token).toMatch(/^kasuwa_[\w-]{43}$/);
		expect(made).toMatchObject({ name: 'Stock list', scopes: ['read', 'ads'], last_used_at: null });
		expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * day);
		const rows = await server.db.tables<AccountTables>().selectFrom('sessions').selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(token);

		clock.advance(5000);
		await createApiClient(server, token).getMe();
		const { items } = await seller.client.listApiTokens();
		expect(items).toEqual([{ ...made, last_used_at: new Date(clock.now()).toISOString() }]);
	});

	test('is no login: it appears in neither list of devices, and logging out everywhere keeps it', async () => {
		const { token, id } = await makeToken();
		expect((await seller.client.listSessions()).items).toHaveLength(1);
		await expect(seller.client.endSession({ params: { id: String(id) } })).rejects.toMatchObject({ status: 404 });
		await seller.client.endSessions({ query: {} });
		await expect(createApiClient(server, token).getMe()).resolves.toMatchObject({ id: seller.session.id });
	});

	test('expires at its time, however often it is used', async () => {
		const client = await createTokenClient('read');
		for (let days = 0; days < 30; days += 1) {
			await expect(client.getMe()).resolves.toMatchObject({ id: seller.session.id });
			clock.advance(day);
		}
		await expect(client.getMe()).rejects.toMatchObject({ status: 401 });
	});

	test('ends at once when its owner revokes it', async () => {
		const { token, id } = await makeToken();
		const client = createApiClient(server, token);
		await client.getMe();
		await seller.client.revokeApiToken({ params: { id: String(id) } });
		await expect(client.getMe()).rejects.toMatchObject({ status: 401 });
		await expect(seller.client.revokeApiToken({ params: { id: String(id) } })).rejects.toMatchObject({
			status: 404,
			message: apiTokensText.tokenGone,
		});
	});

	test('ends when the password changes, as every login does', async () => {
		const client = await createTokenClient('read');
		await seller.client.changePassword({
			body: { current_password: goodPassword, new_password: 'yellow bucket on monday' },
		});
		await expect(client.getMe()).rejects.toMatchObject({ status: 401 });
	});

	test('ends when the account is suspended', async () => {
		const client = await createTokenClient('read');
		const admin = await signUpAdministrator(server);
		await admin.client.suspendUser({ params: { id: String(seller.session.id) }, body: { reason: 'Scam.', days: 7 } });
		await expect(client.getMe()).rejects.toMatchObject({ status: 401 });
	});

	test('does what its scope allows, with the rights of its owner', async () => {
		const client = await createTokenClient('ads');
		const other = await seedAd(server, await signUp(server));
		const own = String(await seedAd(server, seller));
		await expect(client.updateAd({ params: { id: own }, body: { title: 'A new lamp' } })).resolves.toMatchObject({
			title: 'A new lamp',
		});
		await expect(client.deleteAd({ params: { id: String(other) } })).rejects.toMatchObject({ status: 403 });
		await expect(client.listMyAds({ query: {} })).rejects.toMatchObject({
			status: 403,
			message: apiTokensText.scopeNeeded('read'),
		});
		await expect(client.listApiTokens()).rejects.toMatchObject({ status: 403, message: apiTokensText.noToken });
	});

	test('reads as a visitor what everyone may read, without the scope', async () => {
		const id = String(await seedAd(server, seller));
		const client = await createTokenClient('stats');
		await expect(client.getAd({ params: { id } })).resolves.toMatchObject({ id: Number(id) });
	});

	test('of an administrator has no rights of an administrator', async () => {
		const admin = await signUpAdministrator(server);
		const { token } = await makeToken({ scopes: [...tokenScopes] }, admin);
		const client = createApiClient(server, token);
		const id = String(await seedAd(server, seller));
		await expect(client.getMe()).resolves.toMatchObject({ role: 'admin' });
		await expect(client.listUsers({ query: {} })).rejects.toMatchObject({ status: 403 });
		await expect(client.deleteAd({ params: { id } })).rejects.toMatchObject({ status: 403 });
	});

	test('has a limit of its own, so that it leaves its owner room', async () => {
		await startOwnServer({
			rateLimitConfig: { ...defaultRateLimits, write: { most: 6, window: 60_000 } },
		});
		const id = await seedPost(server, seller);
		const client = await createTokenClient('posts');
		const update = () => client.updatePost({ params: { id: String(id) }, body: { text: 'New lamps.' } });
		for (let count = 0; count < 3; count += 1) await update();
		await expect(update()).rejects.toMatchObject({ status: 429 });
		await expect(seller.client.updateMe({ body: { bio: 'Lamps.' } })).resolves.toMatchObject({ bio: 'Lamps.' });
	});

	test('uses up no limit of its owner that is not in its scopes', async () => {
		await startOwnServer({
			rateLimitConfig: { ...defaultRateLimits, login: { most: 4, window: 60_000 }, write: { most: 4, window: 60_000 } },
		});
		const client = await createTokenClient('read');
		const passwords = { current_password: goodPassword, new_password: 'yellow bucket on monday' };
		for (let count = 0; count < 6; count += 1) {
			await expect(client.changePassword({ body: passwords })).rejects.toMatchObject({ status: 403 });
			await expect(client.updateMe({ body: { bio: 'Lamps.' } })).rejects.toMatchObject({ status: 403 });
		}
		await seller.client.updateMe({ body: { bio: 'Lamps.' } });
		await seller.client.changePassword({ body: passwords });
	});

	test('counts against the limit of its account, however many tokens the account has', async () => {
		await startOwnServer({
			rateLimitConfig: { ...defaultRateLimits, write: { most: 8, window: 60_000 } },
		});
		const id = String(await seedPost(server, seller));
		// Each of the three calls counts as a write, so five writes are left.
		const clients = [
			await createTokenClient('posts'),
			await createTokenClient('posts'),
			await createTokenClient('posts'),
		];
		const calls = clients.flatMap((client) => [client, client]);
		const results = [];
		for (const client of calls) {
			results.push(
				await client.updatePost({ params: { id }, body: { text: 'New lamps.' } }).catch(({ status }) => status),
			);
		}
		expect(results.slice(0, 5)).not.toContain(429);
		expect(results[5]).toBe(429);
	});

	test('has a budget of its own for reads and for resumable uploads', async () => {
		await startOwnServer({
			rateLimitConfig: { ...defaultRateLimits, read: { most: 20, window: 60_000 } },
		});
		const { token } = await makeToken({ scopes: ['read', 'media'] });
		const client = createApiClient(server, token);
		const url = `${server.address}${resumableUploadPath}/unknown`;
		const askForUpload = (bearer: string) =>
			fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${bearer}`, 'tus-resumable': '1.0.0' } });
		for (let count = 0; count < 5; count += 1) {
			await client.getMe();
			expect((await askForUpload(token)).status).toBe(404);
		}
		await expect(client.getMe()).rejects.toMatchObject({ status: 429 });
		expect((await askForUpload(token)).status).toBe(429);
		expect((await askForUpload(seller.token)).status).toBe(404);
		await seller.client.getMe();
	});

	test('takes the permission to upload with it when it ends', async () => {
		const { token, id } = await makeToken({ scopes: ['media'] });
		const capability = await requestUploadCapability({ ...seller, client: createApiClient(server, token) }, 'image');
		await seller.client.revokeApiToken({ params: { id: String(id) } });
		expect((await sendFile(capability, await makeJpeg(), 'lamp.jpg')).status).toBe(403);
	});

	test('does not count as a visit of its owner', async () => {
		const admin = await signUpAdministrator(server);
		const { token } = await makeToken();
		const seen = clock.now();
		clock.advance(10 * 60_000);
		await createApiClient(server, token).getMe();
		const findSeller = async () =>
			(await admin.client.listUsers({ query: {} })).items.find(({ id }) => id === seller.session.id);
		expect(await findSeller()).toMatchObject({ seen_at: new Date(seen).toISOString() });
	});

	test('is part of the data export without the token, and ends when the owner deletes the account', async () => {
		const { token } = await makeToken();
		const { url } = await seller.client.exportMe();
		const files = await readZip(new Uint8Array(await (await fetch(server.address + url)).arrayBuffer()));
		const account = Buffer.from(files.get('account.json') ?? []).toString();
		expect(JSON.parse(account)).toMatchObject({ api_tokens: [{ name: 'Stock list', scopes: ['read'] }] });
		expect(account).not.toContain(token);
		await seller.client.deleteMe({ body: { password: goodPassword } });
		await expect(createApiClient(server, token).getMe()).rejects.toMatchObject({ status: 401 });
	});
});

describe('making an API token', () => {
	test('asks for the password, and tells the owner by email', async () => {
		const smtp = await startSmtpServer();
		onTestFinished(() => smtp.close());
		const mailbox = openMailbox(smtp);
		await startOwnServer({ env: { SMTP_URL: smtp.url } });
		await mailbox.all(server);
		await expect(makeToken({ password: 'wrong' })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: accountsApiText.wrongPassword } },
		});
		await makeToken();
		await mailbox.next(seller.session.email, mailsAccountsText.apiTokenSubject(defaultBrand.name));
		expect(await mailbox.all(server)).toEqual([]);
	});

	test.each([
		['no name', { name: ' ' }, 'name', apiTokensText.nameMissing],
		['no scope', { scopes: [] }, 'scopes', apiTokensText.scopesMissing],
		['an unknown scope', { scopes: ['admin' as TokenScope] }, 'scopes.0', apiTokensText.scopeInvalid],
		['no day', { days: 0 }, 'days', apiTokensText.daysInvalid],
		['a day too many', { days: 366 }, 'days', apiTokensText.daysInvalid],
	])('with %s is rejected', async (_, form, field, message) => {
		await expect(makeToken(form)).rejects.toMatchObject({ status: 422, problem: { fields: { [field]: message } } });
	});

	test('is limited per account, also at the same time', async () => {
		for (let count = 2; count < accountLimits.apiTokens; count += 1) await makeToken();
		const results = await Promise.allSettled([makeToken(), makeToken(), makeToken(), makeToken()]);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
		// The password may be tried only ten times in a quarter of an hour.
		clock.advance(15 * 60_000);
		await expect(makeToken()).rejects.toMatchObject({
			status: 409,
			message: apiTokensText.tooManyTokens(accountLimits.apiTokens),
		});
	});
});

test('the contract lists tokens without the token', () => {
	expect(createApiToken.responses[201].shape).toHaveProperty('token');
	expect(listApiTokens.responses[200].shape.items.element.shape).not.toHaveProperty('token');
});
