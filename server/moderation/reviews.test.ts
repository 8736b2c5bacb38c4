import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sellerReviewsPath } from '../../contract/core/page-paths.ts';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, goodPassword, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedContact } from '../testing/seed-reviews.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

const day = 86_400_000;
const deviceKey = (name: string) => name.padEnd(40, '0');

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let seller: TestPerson;
let buyer: TestPerson;
let adId: number;

const params = (id: number) => ({ params: { id: String(id) } });

async function review(author: TestPerson, stars = 5, text = 'Honest seller.', id = adId): Promise<number> {
	await seedContact(server, author, id, clock.now());
	return (await author.client.createReview({ ...params(id), body: { stars, text } })).id;
}

const report = (kind: ReportTarget, id: number) =>
	admin.client.report({ body: { target: { kind, id }, reason: 'offensive' } });
const findCase = async (kind: ReportTarget, id: number) =>
	(await admin.client.listReports({ query: { kind, limit: 50 } })).items.find(({ target }) => target.id === id);
const listSignals = async (id: number) =>
	(await findCase('review', id))?.flags.map(({ reason, note }) => [reason, note]) ?? [];
const list = () =>
	createApiClient(server).listUserReviews({ params: { user_name: seller.session.user_name }, query: {} });

async function decide(kind: ReportTarget, id: number, decision: 'hide' | 'delete') {
	await report(kind, id);
	const found = await findCase(kind, id);
	return admin.client.decideReports({ ...params(found?.id ?? 0), body: { decision, reason: 'It breaks our rules.' } });
}

const logIn = ({ session }: TestPerson, device: string) =>
	createApiClient(server).logIn({
		body: { email: session.email, password: goodPassword, device_key: deviceKey(device) },
	});

/** Makes accounts older than the age at which their reviews may form a burst. */
const age = (people: readonly TestPerson[]) =>
	server.db
		.tables<AccountTables>()
		.updateTable('accounts')
		.set({ created_at: clock.now() - 7 * day })
		.where(
			'id',
			'in',
			people.map(({ session }) => session.id),
		)
		.execute();

/** Removes the networks of all accounts: in tests everyone comes from the loopback address. */
const forgetNetworks = () =>
	server.db.tables<{ known_callers: { kind: string } }>().deleteFrom('known_callers').execute();

describeOnBothEngines('moderation of reviews', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, buyer] = [await signUp(server), await signUp(server)];
		adId = await seedAd(server, seller, { title: 'Iron' });
		await forgetNetworks();
	});

	describe('a report', () => {
		test('shows a review to administrators, who hide it with its stars and bring it back', async () => {
			const id = await review(buyer, 1, 'Thief!');
			await report('review', id);
			expect(await findCase('review', id)).toMatchObject({
				target: {
					title: '1 star: Thief!',
					text: 'Thief!',
					path: sellerReviewsPath(seller.session.user_name),
					gone: false,
				},
				owner: { id: buyer.session.id },
			});
			const decision = await decide('review', id, 'hide');
			expect(await list()).toMatchObject({ items: [], seller: { rating: null } });
			await admin.client.liftDecision({ ...params(decision.id), body: { reason: 'We were wrong.' } });
			expect(await list()).toMatchObject({ items: [{ id }], seller: { rating: { average: 1, count: 1 } } });
		});

		test('deletes a review for good', async () => {
			const id = await review(buyer, 1);
			await decide('review', id, 'delete');
			expect(await list()).toMatchObject({ items: [], seller: { rating: null } });
		});

		test('lets the author write a deleted review again only after the decision is lifted', async () => {
			const id = await review(buyer, 1);
			const decision = await decide('review', id, 'delete');
			await expect(review(buyer, 4)).rejects.toMatchObject({ status: 409 });
			await admin.client.liftDecision({ ...params(decision.id), body: { reason: 'We were wrong.' } });
			await review(buyer, 4);
			expect(await list()).toMatchObject({ items: [{ stars: 4 }], seller: { rating: { average: 4, count: 1 } } });
		});

		test('lets the seller write a deleted reply again only after the decision is lifted', async () => {
			const id = await review(buyer, 2);
			const reply = () => seller.client.replyToReview({ ...params(id), body: { text: 'Sorry.' } });
			await reply();
			const decision = await decide('review_reply', id, 'delete');
			await expect(reply()).rejects.toMatchObject({ status: 403 });
			await admin.client.liftDecision({ ...params(decision.id), body: { reason: 'We were wrong.' } });
			expect(await reply()).toMatchObject({ reply: { text: 'Sorry.' } });
		});

		test('about a reply concerns the seller and leaves the review', async () => {
			const id = await review(buyer, 2, 'Late.');
			await seller.client.replyToReview({ ...params(id), body: { text: 'Fool.' } });
			await report('review_reply', id);
			expect(await findCase('review_reply', id)).toMatchObject({
				target: { title: 'Fool.', text: 'Fool.' },
				owner: { id: seller.session.id },
			});
			const decision = await decide('review_reply', id, 'hide');
			expect(await list()).toMatchObject({ items: [{ id, text: 'Late.', reply: null }] });
			await admin.client.liftDecision({ ...params(decision.id), body: { reason: 'We were wrong.' } });
			expect(await list()).toMatchObject({ items: [{ id, reply: { text: 'Fool.' } }] });
			await decide('review_reply', id, 'delete');
			expect(await list()).toMatchObject({ items: [{ id, stars: 2, reply: null }] });
		});

		test('is rejected for a missing, hidden or unanswered review', async () => {
			const id = await review(buyer);
			await expect(report('review_reply', id)).rejects.toMatchObject({ status: 404 });
			await expect(report('review', 9_999_999)).rejects.toMatchObject({ status: 404 });
			await decide('review', id, 'hide');
			await expect(report('review', id)).rejects.toMatchObject({ status: 404 });
		});
	});

	test('hides the reviews of two accounts about each other at the same time', async () => {
		const ids = [await review(buyer), await review(seller, 4, 'Good buyer.', await seedAd(server, buyer))];
		for (let round = 0; round < 5; round += 1) {
			const decisions = await Promise.all(ids.map((id) => decide('review', id, 'hide')));
			expect(await list()).toMatchObject({ items: [], seller: { rating: null } });
			const body = { reason: 'We were wrong.' };
			await Promise.all(decisions.map(({ id }) => admin.client.liftDecision({ ...params(id), body })));
			expect(await list()).toMatchObject({ items: [{ id: ids[0] }], seller: { rating: { average: 5, count: 1 } } });
		}
	});

	test('removes the title of an ad that an administrator deletes from its reviews', async () => {
		await review(buyer);
		await decide('ad', adId, 'delete');
		expect(await list()).toMatchObject({ items: [{ ad: { id: null, title: '', path: null } }] });
	});

	describe('detection', () => {
		test('flags a reviewer who logged in from the same browser as the seller, and hides nothing', async () => {
			await logIn(seller, 'phone-of-the-seller');
			await logIn(buyer, 'phone-of-the-seller');
			const id = await review(buyer);
			const note = adminApiText.reviewerSharesOrigin.device(seller.session.user_name);
			expect(await listSignals(id)).toEqual([['review_network', note]]);
			expect((await list()).items).toHaveLength(1);
		});

		test('flags a reviewer on the same network, unless more than 20 accounts use the network', async () => {
			await logIn(seller, 'a');
			await logIn(buyer, 'b');
			const note = adminApiText.reviewerSharesOrigin.network(seller.session.user_name);
			expect(await listSignals(await review(buyer))).toEqual([['review_network', note]]);
			// Each sign-up comes from the loopback address.
			for (let count = 3; count <= 20; count += 1) await signUp(server);
			const second = await seedAd(server, seller);
			expect(await listSignals(await review(buyer, 5, '', second))).toEqual([['review_network', note]]);
			await signUp(server);
			const third = await seedAd(server, seller);
			expect(await listSignals(await review(buyer, 5, '', third))).toEqual([]);
		});

		test('flags no reviewer from elsewhere', async () => {
			await logIn(seller, 'a');
			expect(await listSignals(await review(buyer))).toEqual([]);
		});

		test('flags the fourth review by a new account within a day', async () => {
			const people = [];
			for (let count = 0; count < 6; count += 1) people.push(await signUp(server));
			await forgetNetworks();
			const [old, ...others] = people as [TestPerson, ...TestPerson[]];
			await age([old]);
			await review(old);
			const ids = [];
			for (const person of others) ids.push(await review(person));
			const note = adminApiText.manyReviewsByNewAccounts(seller.session.user_name, 3, 7);
			const signals = [];
			for (const id of ids) signals.push(await listSignals(id));
			expect(signals).toEqual([[], [], [], [['review_burst', note]], [['review_burst', note]]]);
			// An account that is not new does not belong to the burst.
			const later = await signUp(server);
			await forgetNetworks();
			await age([later]);
			expect(await listSignals(await review(later))).toEqual([]);
			expect((await list()).seller.rating?.count).toBe(7);
		});

		test('flags no review a day after the others', async () => {
			for (let count = 0; count < 3; count += 1) await review(await signUp(server));
			await forgetNetworks();
			clock.advance(day);
			expect(await listSignals(await review(buyer))).toEqual([]);
		});
	});
});

describe('payment before delivery', () => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ clock });
		admin = await signUpAdministrator(server);
		[seller, buyer] = [await signUp(server), await signUp(server)];
		adId = await seedAd(server, seller);
		await forgetNetworks();
	});
	afterAll(() => server.close());

	test('is flagged in a reply, not in a review, which may warn of it', async () => {
		const id = await review(buyer, 1, 'He said: pay before delivery.');
		expect(await listSignals(id)).toEqual([]);
		await seller.client.replyToReview({ ...params(id), body: { text: 'Pay before delivery, my friend.' } });
		expect((await findCase('review_reply', id))?.flags).toMatchObject([{ reason: 'payment_first' }]);
	});
});
