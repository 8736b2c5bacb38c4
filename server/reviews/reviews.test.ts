import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as contactLimits from '../../contract/contacts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import * as reviewLimits from '../../contract/reviews/limits.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedContact } from '../testing/seed-reviews.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { createReviewPersonalData } from './personal-data.ts';
import type { ReviewTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let buyer: TestPerson;
let adId: number;

const params = (id: number) => ({ params: { id: String(id) } });
const contact = (person = buyer, id = adId) => seedContact(server, person, id, clock.now());
const write = (stars = 5, text = 'Honest seller.', { client } = buyer, id = adId) =>
	client.createReview({ ...params(id), body: { stars, text } });
const list = (query = {}, { session } = seller) =>
	createApiClient(server).listUserReviews({ params: { user_name: session.user_name }, query });
const getRating = async ({ session } = seller) =>
	(await createApiClient(server).getUser({ params: { user_name: session.user_name } })).rating;

async function review(stars = 5, text = 'Honest seller.', person = buyer, id = adId) {
	await contact(person, id);
	return write(stars, text, person, id);
}

const suspend = ({ session }: TestPerson) =>
	server.db.transaction((tx) => server.accounts.suspend(tx, session.id, null));
const unsuspend = ({ session }: TestPerson) => server.db.transaction((tx) => server.accounts.unsuspend(tx, session.id));

async function erase({ client }: TestPerson): Promise<void> {
	await client.deleteMe({ body: { password: goodPassword } });
	clock.advance(accountLimits.accountDeletionGrace + 1000);
	await server.accounts.eraseDue();
}

const findRow = (id: number) =>
	server.db.tables<ReviewTables>().selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst();

const smallQuota = { ads: 9, posts: 9, comments: 9, contacts: 9, reviews: 2, reports: 2 };

function useServer(engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		const postingQuota = { unverified: smallQuota, verified: smallQuota, older: smallQuota };
		server = await startTestServer({ engine, clock, postingQuota });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, buyer] = [await signUp(server), await signUp(server)];
		adId = await seedAd(server, seller, { title: 'Iron' });
	});
}

describeOnBothEngines('reviews', (engine) => {
	useServer(engine);

	test('are listed newest first in pages, with the rating of the seller', async () => {
		const second = await signUp(server);
		const oldest = await review(4, 'Good iron.');
		const newest = await review(5, '', second);
		const first = await list({ limit: 1 });
		expect(first.items).toMatchObject([{ id: newest.id, stars: 5, text: '', author: { id: second.session.id } }]);
		expect(first.seller.rating).toEqual({ average: 4.5, count: 2 });
		const next = await list({ limit: 1, cursor: String(first.next_cursor) });
		expect(next).toMatchObject({ items: [{ id: oldest.id, text: 'Good iron.' }], next_cursor: null });
		expect(next.items[0]?.ad).toEqual({ id: adId, title: 'Iron', path: `/feed/${adId}/iron` });
	});

	test('change the rating when they are edited and deleted', async () => {
		const { id } = await review(5);
		expect(await getRating()).toEqual({ average: 5, count: 1 });
		const edited = await buyer.client.updateReview({ ...params(id), body: { stars: 2 } });
		expect(edited).toMatchObject({ stars: 2, text: 'Honest seller.', edited_at: expect.any(String) });
		expect(await getRating()).toEqual({ average: 2, count: 1 });
		await buyer.client.deleteReview(params(id));
		expect(await getRating()).toBeNull();
		expect((await list()).items).toEqual([]);
	});

	test('do not count while their author is hidden', async () => {
		const other = await signUp(server);
		await review(1);
		await review(5, 'Good.', other);
		await suspend(buyer);
		expect(await getRating()).toEqual({ average: 5, count: 1 });
		expect((await list()).items).toMatchObject([{ author: { id: other.session.id } }]);
		await unsuspend(buyer);
		expect(await getRating()).toEqual({ average: 3, count: 2 });
	});

	test('do not count while a moderator hides them, even if their author comes back', async () => {
		const actor = { role: 'admin' as const };
		const { id } = await review(1);
		await server.db.transaction((tx) => server.reviews.hide(tx, actor, 'review', id));
		expect(await getRating()).toBeNull();
		await suspend(buyer);
		await unsuspend(buyer);
		expect(await getRating()).toBeNull();
		await server.db.transaction((tx) => server.reviews.unhide(tx, actor, 'review', id));
		expect(await getRating()).toEqual({ average: 1, count: 1 });
		await server.db.transaction((tx) => server.reviews.takeDown(tx, actor, 'review', id));
		expect(await getRating()).toBeNull();
		expect(await findRow(id)).toMatchObject({ text: '', reply: null, hidden_at: clock.now() });
	});

	test('cannot be written again after a moderator deleted them', async () => {
		const { id } = await review(1, 'Rude words.');
		const actor = { role: 'admin' as const };
		await server.db.transaction((tx) => server.reviews.takeDown(tx, actor, 'review', id));
		await expect(write()).rejects.toMatchObject({ status: 409, problem: { message: contentApiText.reviewExists } });
		expect((await list()).items).toEqual([]);
		expect(await getRating()).toBeNull();
	});

	test('count exactly once each when buyers write, edit and are suspended at the same time', async () => {
		const buyers = await Promise.all(Array.from({ length: 6 }, () => signUp(server)));
		for (const one of buyers) await contact(one);
		const written = await Promise.all(buyers.map((one, index) => write((index % 5) + 1, '', one)));
		expect(await getRating()).toEqual({ average: 2.7, count: 6 });
		const [first, second, third] = buyers as [TestPerson, TestPerson, TestPerson];
		await Promise.all([
			first.client.updateReview({ ...params(written[0]?.id ?? 0), body: { stars: 5 } }),
			second.client.deleteReview(params(written[1]?.id ?? 0)),
			suspend(third),
		]);
		const { items, seller: rated } = await list();
		const stars = items.map((item) => item.stars);
		expect(stars.sort()).toEqual([1, 4, 5, 5]);
		expect(rated.rating).toEqual({ average: 3.8, count: 4 });
	});

	test('and follows are hidden when two accounts that reviewed and follow each other are suspended at the same time', async () => {
		const adOfBuyer = await seedAd(server, buyer);
		await review();
		await review(4, 'Good buyer.', seller, adOfBuyer);
		for (const [one, other] of [
			[seller, buyer],
			[buyer, seller],
		] as const) {
			await one.client.follow({ params: { user_name: other.session.user_name } });
		}
		for (let round = 0; round < 5; round += 1) {
			await Promise.all([suspend(seller), suspend(buyer)]);
			await Promise.all([unsuspend(buyer), unsuspend(seller)]);
		}
		expect([await getRating(seller), await getRating(buyer)]).toEqual([
			{ average: 5, count: 1 },
			{ average: 4, count: 1 },
		]);
	});

	test('are written once, even by simultaneous calls', async () => {
		await contact();
		const results = await Promise.allSettled([write(5), write(4), write(3)]);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		for (const result of results) {
			if (result.status === 'rejected') {
				expect(result.reason).toMatchObject({ status: 409, problem: { message: contentApiText.reviewExists } });
			}
		}
		expect((await getRating())?.count).toBe(1);
	});

	test('can be exchanged by two accounts at the same time', async () => {
		const adOfBuyer = await seedAd(server, buyer);
		await contact(buyer, adId);
		await contact(seller, adOfBuyer);
		await Promise.all([write(5, 'Good.', buyer, adId), write(4, 'Good.', seller, adOfBuyer)]);
		expect([await getRating(seller), await getRating(buyer)]).toEqual([
			{ average: 5, count: 1 },
			{ average: 4, count: 1 },
		]);
	});

	test('do not name a deleted ad', async () => {
		const { id } = await review();
		await seller.client.deleteAd(params(adId));
		expect((await list()).items).toMatchObject([{ id, ad: { id: null, title: '', path: null } }]);
	});

	test('keep their stars without name and text after the erasure of their author', async () => {
		const { id } = await review(4, 'Call me on this number.');
		await erase(buyer);
		expect((await list()).items).toMatchObject([{ id, stars: 4, text: '', author: null }]);
		expect(await getRating()).toEqual({ average: 4, count: 1 });
		expect(JSON.stringify(await findRow(id))).not.toMatch(/Call me/);
	});

	test('of a suspended or moderated author are deleted with the account', async () => {
		const other = await signUp(server);
		const [first, second] = [await review(1), await review(1, 'Bad.', other)];
		await server.db.transaction((tx) => server.reviews.hide(tx, { role: 'admin' }, 'review', second.id));
		await buyer.client.deleteMe({ body: { password: goodPassword } });
		await suspend(buyer);
		await erase(other);
		expect([await findRow(first.id), await findRow(second.id)]).toEqual([undefined, undefined]);
		expect(await getRating()).toBeNull();
	});

	test('stay with their author, without name, title and reply, after the erasure of the seller', async () => {
		const { id } = await review(4, 'Good.');
		await seller.client.replyToReview({ ...params(id), body: { text: 'Thank you.' } });
		await erase(seller);
		expect(await findRow(id)).toMatchObject({ seller_id: null, ad_title: '', reply: null, stars: 4, text: 'Good.' });
		buyer = { ...buyer, client: createApiClient(server, (await logIn(buyer)).token) };
		await erase(buyer);
		expect(await findRow(id)).toBeUndefined();
	});
});

const logIn = ({ session }: TestPerson) =>
	createApiClient(server).logIn({ body: { email: session.email, password: goodPassword } });

describe('reviews', () => {
	useServer();

	const getState = ({ client } = buyer) => client.getAdReview(params(adId));

	test('need a contact about the ad', async () => {
		expect(await getState()).toEqual({ can_review: false, can_review_from: null, review: null });
		await expect(write()).rejects.toMatchObject({
			status: 403,
			problem: { message: contentApiText.reviewNeedsContact },
		});
		await contact(buyer, await seedAd(server, seller));
		await expect(write()).rejects.toMatchObject({ status: 403 });
	});

	test('are possible from an hour after the first contact, also by a comment', async () => {
		const target = { target: 'ads' as const, id: String(adId) };
		await buyer.client.createComment({ params: target, body: { text: 'Is it new?' } });
		const from = new Date(clock.now() + limits.reviewDelay).toISOString();
		clock.advance(limits.reviewDelay - 1);
		await buyer.client.recordContact({ params: { id: String(adId), kind: 'call' } });
		expect(await getState()).toEqual({ can_review: false, can_review_from: from, review: null });
		await expect(write()).rejects.toMatchObject({
			status: 403,
			problem: { message: contentApiText.reviewTooEarly },
		});
		clock.advance(1);
		expect(await getState()).toEqual({ can_review: true, can_review_from: from, review: null });
		const written = await write();
		expect(await getState()).toEqual({
			can_review: false,
			can_review_from: null,
			review: { ...written, hidden: false },
		});
	});

	test('are not possible 90 days after the last contact', async () => {
		await contact();
		clock.advance(contactLimits.contactRetention);
		buyer = { ...buyer, client: createApiClient(server, (await logIn(buyer)).token) };
		expect(await getState()).toMatchObject({ can_review: false, can_review_from: null });
		await expect(write()).rejects.toMatchObject({ status: 403 });
	});

	test('reject visitors, own ads, unknown ads, and stars and texts out of range', async () => {
		await contact();
		await expect(write(5, '', { ...buyer, client: createApiClient(server) })).rejects.toMatchObject({ status: 401 });
		await expect(write(5, '', seller)).rejects.toMatchObject({ status: 422 });
		expect(await getState(seller)).toEqual({ can_review: false, can_review_from: null, review: null });
		await expect(write(5, '', buyer, 9_999_999)).rejects.toMatchObject({ status: 404 });
		for (const stars of [0, 6, 4.5]) await expect(write(stars)).rejects.toMatchObject({ status: 422 });
		await expect(write(5, 'x'.repeat(reviewLimits.review.max + 1))).rejects.toMatchObject({ status: 422 });
		expect((await write(5, 'x'.repeat(reviewLimits.review.max))).text).toHaveLength(reviewLimits.review.max);
	});

	test('count in the daily quota only if they are accepted', async () => {
		const ids = [adId, await seedAd(server, seller), await seedAd(server, seller)];
		await expect(write()).rejects.toMatchObject({ status: 403 });
		for (const id of ids) await contact(buyer, id);
		await write(5, '', buyer, ids[0]);
		await write(5, '', buyer, ids[1]);
		await expect(write(5, '', buyer, ids[2])).rejects.toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostOnFirstDay(2, 'reviews') },
		});
	});

	test('are written once for a repeated idempotency key', async () => {
		await contact();
		const call = () =>
			buyer.client.createReview({ ...params(adId), body: { stars: 5 } }, { idempotencyKey: 'the-same-key-twice' });
		expect(await call()).toEqual(await call());
		expect((await getRating())?.count).toBe(1);
	});

	test('are changed only by their author, never by the seller', async () => {
		const { id } = await review();
		const other = await signUp(server);
		for (const { client } of [seller, other]) {
			await expect(client.updateReview({ ...params(id), body: { stars: 1 } })).rejects.toMatchObject({ status: 403 });
			await expect(client.deleteReview(params(id))).rejects.toMatchObject({ status: 403 });
		}
		expect((await list()).items).toMatchObject([{ id, stars: 5 }]);
		await expect(buyer.client.deleteReview(params(9_999_999))).rejects.toMatchObject({ status: 404 });
	});

	test('have one reply, which only the seller writes, edits and deletes', async () => {
		const { id } = await review();
		const reply = (text: string, { client } = seller) => client.replyToReview({ ...params(id), body: { text } });
		await expect(reply('Thanks.', buyer)).rejects.toMatchObject({ status: 403 });
		await expect(reply(' ')).rejects.toMatchObject({ status: 422 });
		expect((await reply('Thanks.')).reply).toMatchObject({ text: 'Thanks.', edited_at: null });
		expect((await reply('Thank you!')).reply).toMatchObject({ text: 'Thank you!', edited_at: expect.any(String) });
		expect((await list()).items).toMatchObject([{ stars: 5, edited_at: null, reply: { text: 'Thank you!' } }]);
		await expect(buyer.client.deleteReviewReply(params(id))).rejects.toMatchObject({ status: 403 });
		await seller.client.deleteReviewReply(params(id));
		expect((await list()).items).toMatchObject([{ reply: null }]);
		await expect(seller.client.deleteReviewReply(params(id))).rejects.toMatchObject({ status: 404 });
	});

	test('cannot be changed by their author, nor a reply by the seller, while a moderator hides them', async () => {
		const { id } = await review();
		await seller.client.replyToReview({ ...params(id), body: { text: 'Liar!' } });
		await server.db.transaction((tx) => server.reviews.hide(tx, { role: 'admin' }, 'reply', id));
		expect((await list()).items).toMatchObject([{ id, reply: null }]);
		await expect(seller.client.deleteReviewReply(params(id))).rejects.toMatchObject({ status: 403 });
		await server.db.transaction((tx) => server.reviews.hide(tx, { role: 'admin' }, 'review', id));
		expect(await getState()).toMatchObject({ can_review: false, review: { id, hidden: true } });
		await expect(buyer.client.deleteReview(params(id))).rejects.toMatchObject({ status: 404 });
		await expect(write()).rejects.toMatchObject({ status: 409 });
	});

	test('do not show the title of a hidden ad', async () => {
		await review();
		await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' } as never, adId, 'No.'));
		expect((await list()).items).toMatchObject([{ ad: { id: null, title: '', path: null } }]);
	});

	test('are part of the data export of both sides', async () => {
		const { id } = await review(4, 'Good iron.');
		await seller.client.replyToReview({ ...params(id), body: { text: 'Thank you.' } });
		const read = ({ session }: TestPerson) => createReviewPersonalData(server.reviews).export(server.db, session.id);
		expect(await read(buyer)).toMatchObject({ written: [{ id, stars: 4, text: 'Good iron.' }], replies: [] });
		expect(await read(seller)).toMatchObject({ written: [], replies: [{ review_id: id, text: 'Thank you.' }] });
		expect(JSON.stringify(await read(seller))).not.toMatch(/Good iron/);
	});

	test('change cached responses with the seller', async () => {
		const client = createApiClient(server);
		const findSeller = async () => (await client.getFeed({ query: { limit: 50 } })).items.find((ad) => ad.id === adId);
		expect((await findSeller())?.seller.rating).toBeNull();
		await review(4);
		expect((await findSeller())?.seller.rating).toEqual({ average: 4, count: 1 });
	});
});
