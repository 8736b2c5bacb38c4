import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTrendingPosts } from '../posts/store.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let owner: TestPerson;

async function seedComment(): Promise<number> {
	const params = { target: 'ads' as const, id: String(await seedAd(server, owner)) };
	return (await owner.client.createComment({ params, body: { text: 'Is it new?' } })).id;
}

const services = {
	ads: { service: () => server.ads, seed: () => seedAd(server, owner) },
	posts: { service: () => server.posts, seed: () => seedPost(server, owner) },
	comments: { service: () => server.comments, seed: seedComment },
};

describeOnBothEngines('moderated content', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		owner = await signUp(server);
	});
	afterAll(() => server.close());

	describe.each(['ads', 'posts', 'comments'] as const)('%s', (name) => {
		const { service, seed } = services[name];
		const isVisible = async (id: number) => (await service().target(server.db, id)) !== null;

		test('can be hidden, unhidden and deleted by an administrator', async () => {
			const id = await seed();
			await server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, id, 'No.'));
			expect(await isVisible(id)).toBe(false);
			await server.db.transaction((tx) => service().unhide(tx, { role: 'admin' }, id));
			expect(await isVisible(id)).toBe(true);
			await server.db.transaction((tx) => service().takeDown(tx, { role: 'admin' }, id));
			expect(await isVisible(id)).toBe(false);
			expect((await service().findForReview(server.db, [id])).size).toBe(0);
		});

		test('rejects moderation by other accounts', async () => {
			const id = await seed();
			const forbidden = { code: 'forbidden' };
			const asUser = { role: 'user' } as const;
			const attempts = [
				server.db.transaction((tx) => service().hide(tx, asUser, id, 'No.')),
				server.db.transaction((tx) => service().unhide(tx, asUser, id)),
				server.db.transaction((tx) => service().takeDown(tx, asUser, id)),
			];
			for (const result of await Promise.allSettled(attempts)) {
				expect(result).toMatchObject({ status: 'rejected', reason: forbidden });
			}
			expect(await isVisible(id)).toBe(true);
		});

		test('ignores unknown ids', async () => {
			const hiding = server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, 999_999, 'No.'));
			await expect(hiding).resolves.toBeUndefined();
		});
	});
});

describeOnBothEngines('content from the future', (engine) => {
	const day = 86_400_000;
	let clock: FakeClock;
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
		owner = await signUp(server);
	});
	afterAll(() => server.close());

	const listAds = async () => (await owner.client.getFeed({ query: {} })).items.map(({ id }) => id);
	const listNewestAds = async () => (await server.ads.listNewest('Motorcycles', 10)).map(({ id }) => id);
	const listPosts = async () => (await listTrendingPosts(server.db, 'tweet', 10)).map(({ id }) => id);
	const runSchedules = () => Promise.all([server.ads.resetFutureTimes(), server.posts.resetFutureTimes()]);

	test('does not lead the lists after the clock went back, and keeps its engagement', async () => {
		const now = clock.now();
		const liked = await seedAd(server, owner, { at: now - 1000, boost: 7 });
		const ahead = await seedAd(server, owner, { at: now + day, boost: 3 });
		const new_ = await seedAd(server, owner, { at: now });
		const renewed = await seedAd(server, owner, { at: now - 30 * day });
		clock.advance(day);
		await owner.client.renewAd({ params: { id: String(renewed) } });
		clock.advance(-day);
		const aheadPost = await seedPost(server, owner, { at: now + day });
		const newPost = await seedPost(server, owner, { at: now + 1000 });
		expect(await listAds()).toEqual([ahead, liked, renewed, new_]);
		expect(await listNewestAds()).toEqual([renewed, ahead, new_, liked]);
		expect(await listPosts()).toEqual([aheadPost, newPost]);

		await runSchedules();
		expect(await listAds()).toEqual([liked, ahead, renewed, new_]);
		expect(await listNewestAds()).toEqual([renewed, new_, ahead, liked]);
		expect(await listPosts()).toEqual([newPost, aheadPost]);
		const find = async (id: number) => owner.client.getAd({ params: { id: String(id) } });
		expect((await find(ahead)).created_at).toBe(new Date(now).toISOString());
		expect((await find(renewed)).created_at).toBe(new Date(now - 30 * day).toISOString());

		const before = [await listAds(), await listPosts()];
		await runSchedules();
		expect([await listAds(), await listPosts()]).toEqual(before);
	});
});
