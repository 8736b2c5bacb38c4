import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import type { Decision } from '../../contract/moderation/moderation.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import type { AccountRow, AccountTables, KnownLoginOriginTables } from '../accounts/tables.ts';
import { requestVerification } from '../testing/business-documents.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { makePhoneNumber, verifyPhoneNumber } from '../testing/phone-codes.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { ModerationTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let seller: TestPerson;
let adId: number;
let videoId: number;

let networks = 0;
const week = 7 * 86_400_000;

/** Signs up an account whose reports count fully: confirmed, a week old, and with no network or browser in common with others. */
async function signUpReporter(change: Partial<AccountRow> = {}): Promise<TestPerson> {
	const person = await signUp(server);
	const { id } = person.session;
	const now = clock.now();
	const trusted = { email_verified_at: now, created_at: now - week, ...change };
	const tables = server.db.tables<AccountTables & KnownLoginOriginTables>();
	await tables.updateTable('accounts').set(trusted).where('id', '=', id).execute();
	await tables.deleteFrom('known_callers').where('account_id', '=', id).execute();
	return person;
}

/** Reports an ad, by default from a network of its own. Returns the response. */
async function report(reporter: TestPerson, id = adId, from?: string): Promise<Response> {
	networks += 1;
	return fetch(`${server.address}/api/reports`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${reporter.token}`,
			'content-type': 'application/json',
			'x-forwarded-for': from ?? `198.18.${networks}.1`,
		},
		body: JSON.stringify({ target: { kind: 'ad', id }, reason: 'scam' }),
	});
}

/** Reports an ad by three independent accounts. Returns them. */
async function reportThrice(id = adId): Promise<TestPerson[]> {
	const reporters = [await signUpReporter(), await signUpReporter(), await signUpReporter()];
	for (const reporter of reporters) expect((await report(reporter, id)).status).toBe(202);
	return reporters;
}

const listCases = async () => (await admin.client.listReports({ query: { kind: 'ad', limit: 50 } })).items;
const getWeights = async (id = adId) =>
	(await listCases())
		.find(({ target }) => target.id === id)
		?.reports.map(({ weight, weight_reason }) => [weight, weight_reason]);

async function decide(decision: 'dismiss' | 'warn', id = adId): Promise<Decision> {
	const found = (await listCases()).find(({ target }) => target.id === id);
	const params = { id: String(found?.id) };
	return admin.client.decideReports({ params, body: { decision, reason: 'We looked at it.' } });
}

/** Returns whether every response that lets a visitor chat with the seller warns. Throws if only some of them do. */
async function isCautioned(): Promise<boolean> {
	const client = createApiClient(server);
	const cautions = [
		(await client.getAd({ params: { id: String(adId) } })).seller.caution,
		(await client.getVideoAd({ params: { id: String(videoId), description: 'a' } })).normalads.caution,
		(await client.getUser({ params: { user_name: seller.session.user_name } })).caution,
		(await client.getFeed({ query: { limit: 50 } })).items.find(({ id }) => id === adId)?.seller.caution,
	].map((caution) => caution === true);
	expect(new Set(cautions).size).toBe(1);
	return cautions[0] === true;
}

describeOnBothEngines('customers are warned of a seller', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock, env: { TRUST_PROXY: '1' } });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		admin = await signUpAdministrator(server);
		seller = await signUp(server);
		adId = await seedAd(server, seller);
		videoId = await seedAd(server, seller, { format: 'video' });
		// The responses without a warning are cached before the warning begins.
		expect(await isCautioned()).toBe(false);
	});

	test('who is new, unverified and reported by three independent accounts, until administrators dismiss the reports', async () => {
		const [first, second, third] = [await signUpReporter(), await signUpReporter(), await signUpReporter()];
		await report(first);
		await report(second);
		expect(await isCautioned()).toBe(false);
		await report(third);
		expect(await isCautioned()).toBe(true);
		await decide('dismiss');
		expect(await isCautioned()).toBe(false);
	});

	test('not by strangers, however many there are and whatever they report', async () => {
		const created_at = clock.now();
		for (const change of [{ email_verified_at: null }, { created_at }, { created_at: created_at - week + 1 }]) {
			for (let accounts = 0; accounts < 3; accounts += 1) await report(await signUpReporter(change));
		}
		const one = await signUpReporter();
		for (const id of [adId, videoId, await seedAd(server, seller)]) await report(one, id);
		expect(await isCautioned()).toBe(false);
		expect(await getWeights()).toEqual([
			[100, null],
			...Array.from({ length: 6 }, () => [0, 'new']),
			...Array.from({ length: 3 }, () => [0, 'unconfirmed']),
		]);
		expect(await getWeights(videoId)).toEqual([[0, 'repeated']]);
	});

	test.each([
		['IPv4 network', '203.0.113.1', '203.0.113.200'],
		['IPv6 network', '2001:db8:1:200::1', '2001:db8:1:2ff::1'],
	])('not by accounts that report from one %s', async (_, first, second) => {
		for (const from of [first, second, second, first]) await report(await signUpReporter(), adId, from);
		expect(await isCautioned()).toBe(false);
		expect(await getWeights()).toEqual([[100, null], ...Array.from({ length: 3 }, () => [0, 'related'])]);
	});

	test('not by accounts that logged in from one browser', async () => {
		const deviceKey = 'a'.repeat(32);
		for (let accounts = 0; accounts < 3; accounts += 1) {
			const reporter = await signUpReporter();
			const { user_name } = reporter.session;
			const body = { email: `${user_name}@example.com`, password: reporter.password, device_key: deviceKey };
			await createApiClient(server).logIn({ body });
			await report(reporter);
		}
		expect(await isCautioned()).toBe(false);
		expect(await getWeights()).toEqual([
			[100, null],
			[0, 'related'],
			[0, 'related'],
		]);
	});

	test('later if reporters were wrong before, until they were right as often', async () => {
		const other = await seedAd(server, await signUp(server));
		const reporters = await reportThrice(other);
		await decide('dismiss', other);
		for (const reporter of reporters) await report(reporter);
		expect(await getWeights()).toEqual(reporters.map(() => [50, 'dismissed']));
		expect(await isCautioned()).toBe(false);
		await decide('warn');
		seller = await signUp(server);
		adId = await seedAd(server, seller);
		videoId = await seedAd(server, seller, { format: 'video' });
		for (const reporter of reporters) await report(reporter);
		expect(await getWeights()).toEqual(reporters.map(() => [100, null]));
		expect(await isCautioned()).toBe(true);
	});

	test('whom an administrator warned, until the warning is lifted', async () => {
		await report(await signUp(server));
		const { id } = await decide('warn');
		expect(await isCautioned()).toBe(true);
		await admin.client.liftDecision({ params: { id: String(id) }, body: { reason: 'Our mistake.' } });
		expect(await isCautioned()).toBe(false);
	});

	test('until the last of several cases is decided', async () => {
		await reportThrice();
		await reportThrice(videoId);
		await decide('dismiss');
		expect(await isCautioned()).toBe(true);
		await decide('dismiss', videoId);
		expect(await isCautioned()).toBe(false);
	});

	test('and administrators see the cases whose reports count most first, then the oldest', async () => {
		for (const { target } of await listCases()) await decide('dismiss', target.id);
		const [second, third, first] = [adId, videoId, await seedAd(server, seller)];
		await report(await signUp(server), second);
		await report(await signUp(server), third);
		await report(await signUpReporter(), first);
		const order = [first, second, third];
		expect((await listCases()).map(({ target }) => target.id)).toEqual(order);
		const paged: number[] = [];
		let cursor: string | undefined;
		do {
			const page = await admin.client.listReports({ query: { kind: 'ad', limit: 1, ...(cursor && { cursor }) } });
			paged.push(...page.items.map(({ target }) => target.id));
			cursor = page.next_cursor ?? undefined;
		} while (cursor);
		expect(paged).toEqual(order);
	});

	test('until the phone number is verified, and again once it changes', async () => {
		await reportThrice();
		await verifyPhoneNumber(server, seller);
		expect(await isCautioned()).toBe(false);
		await seller.client.updateMe({ body: { phone: makePhoneNumber() } });
		expect(await isCautioned()).toBe(true);
	});

	test('until the business is verified, and again once that is revoked', async () => {
		await reportThrice();
		const params = { id: String(await requestVerification(server, seller)) };
		const decideRequest = (decision: 'accept' | 'revoke') =>
			admin.client.decideVerificationRequest({ params, body: { decision, reason: 'We looked at it.' } });
		await decideRequest('accept');
		expect(await isCautioned()).toBe(false);
		await decideRequest('revoke');
		expect(await isCautioned()).toBe(true);
	});

	test('for 30 days after the sign-up', async () => {
		await reportThrice();
		clock.advance(verificationLimits.cautionPeriod - 1);
		await server.accounts.trust.endCautions();
		expect(await isCautioned()).toBe(true);
		clock.advance(1);
		await server.accounts.trust.endCautions();
		expect(await isCautioned()).toBe(false);
		await reportThrice(videoId);
		expect(await isCautioned()).toBe(false);
	});

	test('as long as the account of a reporter exists', async () => {
		const [reporter] = await reportThrice();
		await reporter?.client.deleteMe({ body: { password: reporter.password } });
		expect(await isCautioned()).toBe(true);
		clock.advance(accountLimits.accountDeletionGrace);
		await server.accounts.eraseDue();
		expect(await isCautioned()).toBe(false);
	});
});

describeOnBothEngines('networks of reports', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock, env: { TRUST_PROXY: '1' } });
		[admin, seller] = [await signUpAdministrator(server), await signUp(server)];
	});
	afterAll(() => server.close());
	const listNetworks = async () => {
		const reports = server.db.tables<ModerationTables>().selectFrom('reports').select('network').orderBy('id');
		return (await reports.execute()).map(({ network }) => network);
	};

	test('are stored as keyed hashes until the decision, and for 120 days at most', async () => {
		[adId, videoId] = [await seedAd(server, seller), await seedAd(server, seller)];
		const reporter = await signUpReporter();
		for (const id of [adId, videoId]) await report(reporter, id, '203.0.113.9');
		const hashed = expect.stringMatching(/^[0-9a-f]{64}$/);
		expect(await listNetworks()).toEqual([hashed, hashed]);
		await decide('dismiss');
		clock.advance(limits.knownCallerTtl);
		await server.moderation.sweep();
		expect(await listNetworks()).toEqual([null, hashed]);
		clock.advance(1);
		await server.moderation.sweep();
		expect(await listNetworks()).toEqual([null, null]);
	});
});
