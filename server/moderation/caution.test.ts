import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { verificationLimits } from '../../contract/verification-limits.ts';
import { createFakeClock, type FakeClock } from '../platform/testing/clock.ts';
import { describeOnBothEngines } from '../platform/testing/database.ts';
import { requestVerification } from '../testing/business-documents.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { makePhoneNumber, verifyPhoneNumber } from '../testing/phone-codes.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let seller: TestPerson;
let adId: number;
let videoId: number;

const report = async (id = adId, reporter?: TestPerson) =>
	(reporter ?? (await signUp(server))).client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });

async function decide(decision: 'dismiss' | 'warn', id = adId): Promise<void> {
	const { items } = await admin.client.listReports({ query: { kind: 'ad', limit: 50 } });
	const found = items.find(({ target }) => target.id === id);
	const params = { id: String(found?.id) };
	await admin.client.decideReports({ params, body: { decision, reason: 'We looked at it.' } });
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
		server = await startTestServer({ engine, clock });
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

	test('who is new, unverified and reported, until administrators dismiss the report', async () => {
		await report();
		expect(await isCautioned()).toBe(true);
		await decide('dismiss');
		expect(await isCautioned()).toBe(false);
	});

	test('until the last of several reports is decided', async () => {
		await report();
		await report(videoId);
		await decide('dismiss');
		expect(await isCautioned()).toBe(true);
		await decide('warn', videoId);
		expect(await isCautioned()).toBe(false);
	});

	test('until the phone number is verified, and again once it changes', async () => {
		await report();
		await verifyPhoneNumber(server, seller);
		expect(await isCautioned()).toBe(false);
		await seller.client.updateMe({ body: { phone: makePhoneNumber() } });
		expect(await isCautioned()).toBe(true);
	});

	test('until the business is verified, and again once that is revoked', async () => {
		await report();
		const params = { id: String(await requestVerification(server, seller)) };
		const decideRequest = (decision: 'accept' | 'revoke') =>
			admin.client.decideVerificationRequest({ params, body: { decision, reason: 'We looked at it.' } });
		await decideRequest('accept');
		expect(await isCautioned()).toBe(false);
		await decideRequest('revoke');
		expect(await isCautioned()).toBe(true);
	});

	test('for 30 days after the sign-up', async () => {
		await report();
		clock.advance(verificationLimits.cautionPeriod - 1);
		await server.accounts.trust.endCautions();
		expect(await isCautioned()).toBe(true);
		clock.advance(1);
		await server.accounts.trust.endCautions();
		expect(await isCautioned()).toBe(false);
		await report(videoId);
		expect(await isCautioned()).toBe(false);
	});

	test('as long as the account of a reporter exists', async () => {
		const reporter = await signUp(server);
		await report(adId, reporter);
		await reporter.client.deleteMe({ body: { password: reporter.password } });
		expect(await isCautioned()).toBe(true);
		clock.advance(limits.accountDeletionGrace);
		await server.accounts.eraseDue();
		expect(await isCautioned()).toBe(false);
	});
});
