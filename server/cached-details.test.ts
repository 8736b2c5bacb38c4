import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../contract/core/client.ts';
import { describeOnBothEngines } from './testing/database.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { seedPost } from './testing/seed-posts.ts';
import { seedContact } from './testing/seed-reviews.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';
import { waitForInvalidation } from './testing/wait-for-invalidation.ts';

let server: TestServer;
let seller: TestPerson;
let buyer: TestPerson;
let visitor: Client;
let ad: number;
let video: number;
let post: number;

const params = (id: number) => ({ id: String(id) });
const moderator = { role: 'admin' } as const;

/** Responses that visitors get from the cache, and accounts from the database. */
const details = {
	ad: (client: Client) => client.getAd({ params: params(ad) }),
	'video ad': (client: Client) => client.getAd({ params: params(video) }),
	video: (client: Client) => client.getVideoAd({ params: { id: String(video), description: 'x' } }),
	post: (client: Client) => client.getPost({ params: params(post) }),
	profile: (client: Client) => client.getUser({ params: { user_name: seller.session.user_name } }),
};
type DetailName = keyof typeof details;
const names = Object.keys(details) as DetailName[];
const ofPerson = names;
const ofVideo: readonly DetailName[] = ['video ad', 'video'];

/** Calls each detail. A detail that is not visible is a status. */
async function readAll(client: Client) {
	const results = names.map(async (name) => [name, await details[name](client).catch(({ status }) => status)] as const);
	return Object.fromEntries(await Promise.all(results)) as Record<DetailName, unknown>;
}

const inTransaction = (work: Parameters<TestServer['db']['transaction']>[0]) => server.db.transaction(work);

describeOnBothEngines('cached responses with one thing', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		visitor = createApiClient(server);
		buyer = await signUp(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
		[ad, video] = [await seedAd(server, seller), await seedAd(server, seller, { format: 'video' })];
		post = await seedPost(server, seller);
		await seller.client.updateAd({ params: params(video), body: { products: [ad] } });
		await waitForInvalidation(server);
	});

	const changes: Record<string, { change: () => Promise<unknown>; of: readonly DetailName[] }> = {
		'a like of an ad': { change: () => buyer.client.like({ params: { target: 'ads', ...params(ad) } }), of: ['ad'] },
		'a like of a video': {
			change: () => buyer.client.like({ params: { target: 'ads', ...params(video) } }),
			of: ofVideo,
		},
		'a like of a post': {
			change: () => buyer.client.like({ params: { target: 'posts', ...params(post) } }),
			of: ['post'],
		},
		'a comment on an ad': {
			change: () => buyer.client.createComment({ params: { target: 'ads', ...params(ad) }, body: { text: 'New?' } }),
			of: ['ad'],
		},
		'another title and price': {
			change: () => seller.client.updateAd({ params: params(ad), body: { title: 'A fan', price_kobo: 5_000_000 } }),
			of: ['ad', ...ofVideo],
		},
		'a sale': {
			change: () => seller.client.markAdSold({ params: params(ad), body: { sold: true } }),
			of: ['ad', ...ofVideo],
		},
		'another title of a video': {
			change: () => seller.client.updateAd({ params: params(video), body: { title: 'See this' } }),
			of: ['ad', ...ofVideo],
		},
		captions: {
			change: () =>
				seller.client.updateAd({
					params: params(video),
					body: { captions: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' },
				}),
			of: ofVideo,
		},
		'fewer products': {
			change: () => seller.client.updateAd({ params: params(video), body: { products: [] } }),
			of: ['ad', ...ofVideo],
		},
		'another text of a post': {
			change: () => seller.client.updatePost({ params: params(post), body: { text: 'Tomorrow.' } }),
			of: ['post'],
		},
		'another name': { change: () => seller.client.updateMe({ body: { display_name: 'Ada Stores' } }), of: ofPerson },
		'a place that is public': {
			change: () => seller.client.updateMe({ body: { place: 'Ikeja', place_public: true } }),
			of: ['profile'],
		},
		'a follower': {
			change: () => buyer.client.follow({ params: { user_name: seller.session.user_name } }),
			of: ['profile'],
		},
		'a review': {
			async change() {
				await seedContact(server, buyer, ad, Date.now());
				await buyer.client.createReview({ params: params(ad), body: { stars: 5, text: 'Good.' } });
			},
			of: ofPerson,
		},
		'a verified phone number': {
			change: () =>
				inTransaction((tx) => server.accounts.trust.setPhoneVerified(tx, seller.session.id, '2348030000001')),
			of: ofPerson,
		},
		'a verified business': {
			change: () => inTransaction((tx) => server.accounts.trust.setVerifiedBusiness(tx, seller.session.id, 'Ada Ltd')),
			of: ofPerson,
		},
		'a warning': {
			change: () => inTransaction((tx) => server.accounts.trust.setReported(tx, seller.session.id, true)),
			of: ofPerson,
		},
		'a usual response time': {
			change: () => inTransaction((tx) => server.accounts.trust.setResponseTime(tx, seller.session.id, 'hour')),
			of: ofPerson,
		},
		'a hidden ad': {
			change: () => inTransaction((tx) => server.ads.hide(tx, moderator, ad, 'No.')),
			of: ['ad', ...ofVideo],
		},
		'a hidden video': {
			change: () => inTransaction((tx) => server.ads.hide(tx, moderator, video, 'No.')),
			of: ['ad', ...ofVideo],
		},
		'a hidden post': {
			change: () => inTransaction((tx) => server.posts.hide(tx, moderator, post, 'No.')),
			of: ['post'],
		},
		'a deleted ad': { change: () => seller.client.deleteAd({ params: params(ad) }), of: ['ad', ...ofVideo] },
		'a deleted post': { change: () => seller.client.deletePost({ params: params(post) }), of: ['post'] },
		suspension: {
			change: () => inTransaction((tx) => server.accounts.suspend(tx, seller.session.id, null)),
			of: names,
		},
		'account deletion': {
			change: () => seller.client.deleteMe({ body: { password: goodPassword } }),
			of: names,
		},
	};
	test.each(Object.keys(changes))('show %s at once', async (name) => {
		const { change, of } = changes[name] ?? { change: async () => {}, of: [] };
		const before = await readAll(visitor);
		expect(before).toEqual(await readAll(buyer.client));
		await change();
		// Visitors may see counts late.
		server.db.flushInvalidations();
		const after = await readAll(visitor);
		expect(after).toEqual(await readAll(buyer.client));
		expect(names.filter((one) => JSON.stringify(after[one]) !== JSON.stringify(before[one]))).toEqual(
			names.filter((one) => of.includes(one)),
		);
	});

	test('are read once for all visitors', async () => {
		await readAll(visitor);
		const reads = [vi.spyOn(server.ads, 'show'), vi.spyOn(server.ads, 'getVideo'), vi.spyOn(server.posts, 'show')];
		await readAll(visitor);
		expect(reads.map((read) => read.mock.calls.length)).toEqual([0, 0, 0]);
		await readAll(buyer.client);
		expect(reads.map((read) => read.mock.calls.length)).toEqual([2, 1, 1]);
	});

	test('of a video are read once for all descriptions in the path', async () => {
		const getVideo = vi.spyOn(server.ads, 'getVideo');
		const read = (description: string) => visitor.getVideoAd({ params: { id: String(video), description } });
		expect(await read('one')).toEqual(await read('another'));
		expect(getVideo).toHaveBeenCalledOnce();
	});

	test('of hidden things are for their owner alone, before and after a visitor asked', async () => {
		await inTransaction((tx) => server.ads.hide(tx, moderator, ad, 'No.'));
		const hidden = { status: 404 };
		await expect(details.ad(visitor)).rejects.toMatchObject(hidden);
		expect(await details.ad(seller.client)).toMatchObject({ state: 'hidden' });
		await expect(details.ad(visitor)).rejects.toMatchObject(hidden);
		await expect(details.ad(buyer.client)).rejects.toMatchObject(hidden);
	});

	test('of a profile are found by the user name in any case', async () => {
		const user_name = seller.session.user_name.toUpperCase();
		await details.profile(visitor);
		expect(await visitor.getUser({ params: { user_name } })).toEqual(await details.profile(visitor));
	});
});

describeOnBothEngines('cached cards', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		visitor = createApiClient(server);
		buyer = await signUp(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
		ad = await seedAd(server, seller, { at: Date.UTC(2026, 0, 1) });
		await waitForInvalidation(server);
	});

	/** Lists the card in the seller's shop, whose pages are not cached as a whole. */
	async function listCards() {
		const { items } = await visitor.listUserAds({ params: { user_name: seller.session.user_name }, query: {} });
		return items;
	}

	describe('show a change at once', () => {
		const changes: Record<string, () => Promise<unknown>> = {
			'another title': () => seller.client.updateAd({ params: params(ad), body: { title: 'A fan' } }),
			'a like': () => buyer.client.like({ params: { target: 'ads', ...params(ad) } }),
			'a comment': () =>
				buyer.client.createComment({ params: { target: 'ads', ...params(ad) }, body: { text: 'Is it new?' } }),
			'another name': () => seller.client.updateMe({ body: { display_name: 'Ada Stores' } }),
		};
		test.each(Object.keys(changes))('%s', async (name) => {
			const before = await listCards();
			await changes[name]?.();
			// Visitors may see counts late.
			server.db.flushInvalidations();
			const after = await listCards();
			expect(after).not.toEqual(before);
			expect(after).toEqual((await visitor.listAdsById({ query: { ids: String(ad) } })).items);
		});
	});

	test('of a hidden or sold ad are in no list', async () => {
		expect(await listCards()).toHaveLength(1);
		await seller.client.markAdSold({ params: params(ad), body: { sold: true } });
		expect(await listCards()).toHaveLength(0);
		await seller.client.markAdSold({ params: params(ad), body: { sold: false } });
		expect(await listCards()).toHaveLength(1);
		await server.db.transaction((tx) => server.ads.hide(tx, moderator, ad, 'No.'));
		expect(await listCards()).toHaveLength(0);
	});
});
