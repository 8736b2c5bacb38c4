import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { Engine } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, letRank, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { likesAdded } from './events.ts';

let server: TestServer;
let seller: TestPerson;
let other: TestPerson;
let crowd: TestPerson[];

const notFound = { status: 404, problem: { code: 'not_found' } };
const likeParams = (target: ContentTarget, id: number) => ({ params: { target, id: String(id) } });
const toActor = ({ session }: TestPerson) => ({ accountId: session.id }) as Actor;
const both = ['ads', 'posts'] as const;
const seed = { ads: seedAd, posts: seedPost };

async function getLikes(target: ContentTarget, id: number): Promise<number> {
	// Cached responses may show counts late.
	server.db.flushInvalidations();
	const params = { id: String(id) };
	const item =
		target === 'ads'
			? await createApiClient(server).getAd({ params })
			: await createApiClient(server).getPost({ params });
	return item.likes;
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		[seller, other] = [await signUp(server), await signUp(server)];
		crowd = [];
		for (let people = 0; people < 5; people += 1) crowd.push(await signUp(server));
	});
	afterAll(() => server.close());
}

describe('likes', () => {
	useServer();

	describe.each(both)('of %s', (target) => {
		test('likes and unlikes idempotently', async () => {
			const id = await seed[target](server, seller);
			for (let times = 0; times < 2; times += 1) {
				expect(await other.client.like(likeParams(target, id))).toEqual({ liked: true, likes: 1 });
			}
			// Owners may like their own ads and posts.
			expect(await seller.client.like(likeParams(target, id))).toEqual({ liked: true, likes: 2 });
			expect(await getLikes(target, id)).toBe(2);
			for (let times = 0; times < 2; times += 1) {
				expect(await other.client.unlike(likeParams(target, id))).toEqual({ liked: false, likes: 1 });
			}
			expect(await getLikes(target, id)).toBe(1);
		});

		test('rejects visitors, unknown targets and invalid ids', async () => {
			const id = await seed[target](server, seller);
			const visitor = createApiClient(server);
			await expect(visitor.like(likeParams(target, id))).rejects.toMatchObject({ status: 401 });
			await expect(visitor.unlike(likeParams(target, id))).rejects.toMatchObject({ status: 401 });
			await expect(other.client.like(likeParams(target, 999_999))).rejects.toMatchObject(notFound);
			await expect(other.client.unlike(likeParams(target, 999_999))).rejects.toMatchObject(notFound);
			await expect(other.client.like(likeParams('courses' as ContentTarget, id))).rejects.toMatchObject({
				status: 422,
			});
			await expect(other.client.like({ params: { target, id: 'a' } })).rejects.toMatchObject({ status: 422 });
			expect(await getLikes(target, id)).toBe(0);
		});

		test('keeps likes of different accounts separate', async () => {
			const id = await seed[target](server, seller);
			await other.client.like(likeParams(target, id));
			expect(await seller.client.unlike(likeParams(target, id))).toEqual({ liked: false, likes: 1 });
			const query = { [target]: String(id) };
			expect((await seller.client.listMyLikes({ query }))[target]).toEqual([]);
			expect((await other.client.listMyLikes({ query }))[target]).toEqual([id]);
		});

		test('emits likesAdded once, within the transaction', async () => {
			const id = await seed[target](server, seller);
			const emitted: unknown[] = [];
			let fail = true;
			server.events.on(likesAdded, async (_tx, likes) => {
				const ofItem = likes.filter((like) => like.targetId === id && like.target === target);
				if (ofItem.length === 0) return;
				if (fail) throw new Error('The listener fails');
				emitted.push(...ofItem);
			});
			await expect(other.client.like(likeParams(target, id))).rejects.toMatchObject({ status: 500 });
			expect(await getLikes(target, id)).toBe(0);
			fail = false;
			await other.client.like(likeParams(target, id));
			await other.client.like(likeParams(target, id));
			expect(emitted).toEqual([{ target, targetId: id, ownerId: seller.session.id, accountId: other.session.id }]);
		});
	});

	test.each(both)('excludes likes of a suspended account from counts and scores of %s', async (target) => {
		const fan = await signUp(server);
		const [shared, single] = [await seed[target](server, seller), await seed[target](server, seller)];
		for (const id of [shared, single]) await fan.client.like(likeParams(target, id));
		await other.client.like(likeParams(target, shared));
		const getScores = async () => {
			const rows = await server.db
				.tables<Record<ContentTarget, { id: number; likes: number; score: number }>>()
				.selectFrom(target)
				.select(['likes', 'score'])
				.where('id', 'in', [shared, single])
				.orderBy('id')
				.execute();
			return rows;
		};
		const getDailyCount = async (id: number) =>
			(await server.likes.countByDay(server.db, target, [id], 0))[0]?.count ?? 0;
		const before = await getScores();
		const unliked = await seed[target](server, seller);

		const change = (how: 'suspend' | 'unsuspend') =>
			server.db.transaction((tx) =>
				how === 'suspend'
					? server.accounts.suspend(tx, fan.session.id, null)
					: server.accounts.unsuspend(tx, fan.session.id),
			);
		for (let times = 0; times < 2; times += 1) await change('suspend');
		expect(await Promise.all([shared, single].map((id) => getLikes(target, id)))).toEqual([1, 0]);
		expect([await getDailyCount(shared), await getDailyCount(single)]).toEqual([1, 0]);
		const scores = (await getScores()).map(({ score }) => score);
		expect(scores[1]).toBe(
			await server.db
				.tables<Record<ContentTarget, { id: number; score: number }>>()
				.selectFrom(target)
				.select('score')
				.where('id', '=', unliked)
				.executeTakeFirstOrThrow()
				.then((row) => row.score),
		);
		await other.client.unlike(likeParams(target, shared));
		await other.client.like(likeParams(target, shared));
		for (let times = 0; times < 2; times += 1) await change('unsuspend');
		expect(await getScores()).toEqual(before);
		expect([await getDailyCount(shared), await getDailyCount(single)]).toEqual([2, 1]);
	});

	test('deletes likes with their ad', async () => {
		const id = await seedAd(server, seller);
		await other.client.like(likeParams('ads', id));
		await seller.client.deleteAd({ params: { id: String(id) } });
		await expect(other.client.unlike(likeParams('ads', id))).rejects.toMatchObject(notFound);
		expect((await other.client.listMyLikes({ query: { ads: String(id) } })).ads).toEqual([]);
	});

	test('returns 404 for a hidden ad', async () => {
		const id = await seedAd(server, seller);
		await other.client.like(likeParams('ads', id));
		await hideAd(server, id);
		for (const { client } of [other, seller]) {
			await expect(client.like(likeParams('ads', id))).rejects.toMatchObject(notFound);
			await expect(client.unlike(likeParams('ads', id))).rejects.toMatchObject(notFound);
		}
	});

	test('moves an ad up in the trending feed, and back down on unlike', async () => {
		const time = Date.UTC(2027, 0, 1);
		const [older, newer] = [
			await seedAd(server, seller, { at: time - 60_000, category: 'Motorcycles', boost: 3 }),
			await seedAd(server, seller, { at: time, category: 'Motorcycles', boost: 3 }),
		];
		const order = async () =>
			(await other.client.getFeed({ query: { category: 'Motorcycles', limit: 2 } })).items.map(({ id }) => id);
		expect(await order()).toEqual([newer, older]);
		await letRank(server, other);
		await other.client.like(likeParams('ads', older));
		expect(await order()).toEqual([older, newer]);
		await other.client.unlike(likeParams('ads', older));
		expect(await order()).toEqual([newer, older]);
	});

	test('lists the likes of the caller among given ads and posts', async () => {
		const [ad, post] = [await seedAd(server, seller), await seedPost(server, seller)];
		await other.client.like(likeParams('ads', ad));
		await other.client.like(likeParams('posts', post));
		const query = { ads: `999999,${ad}`, posts: String(post) };
		expect(await other.client.listMyLikes({ query })).toEqual({ ads: [ad], posts: [post] });
		expect(await other.client.listMyLikes({ query: {} })).toEqual({ ads: [], posts: [] });
		await expect(createApiClient(server).listMyLikes({ query })).rejects.toMatchObject({ status: 401 });
		await expect(other.client.listMyLikes({ query: { ads: 'a' } })).rejects.toMatchObject({ status: 422 });
	});
});

describeOnBothEngines('concurrent likes', (engine) => {
	useServer(engine);

	test.each(both)('are counted exactly on %s', async (target) => {
		const id = await seed[target](server, seller);
		const callers = Array.from({ length: 100 }, (_, index) => crowd[index % 5] ?? seller);
		const results = await Promise.all(callers.map((person) => person.client.like(likeParams(target, id))));
		expect(results.every(({ likes }) => likes >= 1 && likes <= 5)).toBe(true);
		expect(await getLikes(target, id)).toBe(5);
		await Promise.all(
			callers.map(({ client }, index) =>
				index % 2 === 0 ? client.unlike(likeParams(target, id)) : client.like(likeParams(target, id)),
			),
		);
		const mine = await Promise.all(
			crowd.map(async ({ client }) => (await client.listMyLikes({ query: { [target]: String(id) } }))[target].length),
		);
		expect(await getLikes(target, id)).toBe(mine.reduce((sum, one) => sum + one, 0));
		await Promise.all(callers.map(({ client }) => client.unlike(likeParams(target, id))));
		expect(await getLikes(target, id)).toBe(0);
	});

	test('fail alone if their ad or post is not visible', async () => {
		const [ad, hidden, post] = [
			await seedAd(server, seller),
			await seedAd(server, seller),
			await seedPost(server, seller),
		];
		await hideAd(server, hidden);
		const [liked, ofHidden, ofUnknown, ofPost] = await Promise.allSettled([
			other.client.like(likeParams('ads', ad)),
			other.client.like(likeParams('ads', hidden)),
			other.client.like(likeParams('posts', 999_999)),
			other.client.like(likeParams('posts', post)),
		]);
		expect([liked, ofPost]).toMatchObject([{ value: { likes: 1 } }, { value: { likes: 1 } }]);
		expect([ofHidden, ofUnknown]).toMatchObject([{ reason: notFound }, { reason: notFound }]);
	});

	if (engine === 'postgres') {
		test('wait for a locked ad without locking others', async () => {
			const [first, second] = [await seedAd(server, seller), await seedAd(server, seller)];
			const { promise: locked, resolve: onLock } = Promise.withResolvers<void>();
			const { promise: stored, resolve: onStored } = Promise.withResolvers<void>();
			const transaction = server.db.transaction(async (tx) => {
				await server.ads.bumpEach(tx, [second], {});
				onLock();
				await stored;
				await server.ads.bumpEach(tx, [first], {});
			});
			await locked;
			const likes = [first, second].map((id) => server.likes.like(toActor(other), 'ads', id));
			await expect
				.poll(async () => (await server.likes.filterLiked(toActor(other), { ads: [first], posts: [] })).ads)
				.toEqual([first]);
			onStored();
			await transaction;
			expect(await Promise.all(likes)).toEqual(likes.map(() => ({ liked: true, likes: 1 })));
		});
	}

	test('count an account once, also if it likes, unlikes and likes again at once', async () => {
		const [ad, post] = [await seedAd(server, seller), await seedPost(server, seller)];
		const emitted: unknown[] = [];
		server.events.on(likesAdded, async (tx, likes) => tx.onCommit(() => emitted.push(...likes)));
		const like = () => [server.likes.like(toActor(other), 'ads', ad), server.likes.like(toActor(other), 'posts', post)];
		const likes = await Promise.all([...like(), ...like(), ...like()]);
		expect(likes).toEqual(likes.map(() => ({ liked: true, likes: 1 })));
		expect(emitted).toHaveLength(2);
		const unlike = () => server.db.transaction((tx) => server.likes.unlike(tx, toActor(other), 'ads', ad));
		await Promise.all([...like(), unlike(), ...like()]);
		const { ads } = await server.likes.filterLiked(toActor(other), { ads: [ad], posts: [] });
		expect(await getLikes('ads', ad)).toBe(ads.length);
		expect(await getLikes('posts', post)).toBe(1);
	});

	test('are counted exactly while accounts are suspended and restored', async () => {
		const id = await seedAd(server, seller);
		const fans = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
		for (const { client } of fans) await client.like(likeParams('ads', id));
		await Promise.all([
			...fans.map(({ session }) => server.db.transaction((tx) => server.accounts.suspend(tx, session.id, null))),
			...crowd.map(({ client }) => client.like(likeParams('ads', id))),
			...fans.map(({ client }) => client.unlike(likeParams('ads', id)).catch(() => {})),
		]);
		expect(await getLikes('ads', id)).toBe(crowd.length);
		for (const { session } of fans) await server.db.transaction((tx) => server.accounts.unsuspend(tx, session.id));
		const rows = await server.db
			.tables<{ likes: { ad_id: number; counted: number } }>()
			.selectFrom('likes')
			.select('counted')
			.where('ad_id', '=', id)
			.execute();
		expect(rows.every(({ counted }) => counted === 1)).toBe(true);
		expect(await getLikes('ads', id)).toBe(rows.length);
	});
});
