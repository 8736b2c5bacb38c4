import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '../../contract/target.ts';
import type { Engine } from '../platform/database/index.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { likeAdded } from './events.ts';

let server: TestServer;
let seller: TestPerson;
let other: TestPerson;
let crowd: TestPerson[];

const notFound = { status: 404, problem: { code: 'not_found' } };
const at = (target: Target, id: number) => ({ params: { target, id: String(id) } });
const both = ['ads', 'posts'] as const;
const plant = { ads: seedAd, posts: seedPost };

async function likesOf(target: Target, id: number): Promise<number> {
	const params = { id: String(id) };
	const shown =
		target === 'ads'
			? await createApiClient(server).getAd({ params })
			: await createApiClient(server).getPost({ params });
	return shown.likes;
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
		test('once is as good as twice, and taken back as good as never given', async () => {
			const id = await plant[target](server, seller);
			for (let times = 0; times < 2; times += 1) {
				expect(await other.client.like(at(target, id))).toEqual({ liked: true, likes: 1 });
			}
			// What is one's own may be liked.
			expect(await seller.client.like(at(target, id))).toEqual({ liked: true, likes: 2 });
			expect(await likesOf(target, id)).toBe(2);
			for (let times = 0; times < 2; times += 1) {
				expect(await other.client.unlike(at(target, id))).toEqual({ liked: false, likes: 1 });
			}
			expect(await likesOf(target, id)).toBe(1);
		});

		test('need a session, and something that is there', async () => {
			const id = await plant[target](server, seller);
			const nobody = createApiClient(server);
			await expect(nobody.like(at(target, id))).rejects.toMatchObject({ status: 401 });
			await expect(nobody.unlike(at(target, id))).rejects.toMatchObject({ status: 401 });
			await expect(other.client.like(at(target, 999_999))).rejects.toMatchObject(notFound);
			await expect(other.client.unlike(at(target, 999_999))).rejects.toMatchObject(notFound);
			await expect(other.client.like(at('courses' as Target, id))).rejects.toMatchObject({ status: 422 });
			await expect(other.client.like({ params: { target, id: 'a' } })).rejects.toMatchObject({ status: 422 });
			expect(await likesOf(target, id)).toBe(0);
		});

		test('of one account are not touched by those of another', async () => {
			const id = await plant[target](server, seller);
			await other.client.like(at(target, id));
			expect(await seller.client.unlike(at(target, id))).toEqual({ liked: false, likes: 1 });
			const query = { [target]: String(id) };
			expect((await seller.client.listMyLikes({ query }))[target]).toEqual([]);
			expect((await other.client.listMyLikes({ query }))[target]).toEqual([id]);
		});

		test('are announced once, within their transaction', async () => {
			const id = await plant[target](server, seller);
			const heard: unknown[] = [];
			let fail = true;
			server.events.on(likeAdded, async (_tx, like) => {
				if (like.targetId !== id || like.target !== target) return;
				if (fail) throw new Error('The listener fails');
				heard.push(like);
			});
			await expect(other.client.like(at(target, id))).rejects.toMatchObject({ status: 500 });
			expect(await likesOf(target, id)).toBe(0);
			fail = false;
			await other.client.like(at(target, id));
			await other.client.like(at(target, id));
			expect(heard).toEqual([{ target, targetId: id, ownerId: seller.session.id, accountId: other.session.id }]);
		});
	});

	test.each(both)('of an account that is not to be seen do not count, of %s', async (target) => {
		const fan = await signUp(server);
		const [many, alone] = [await plant[target](server, seller), await plant[target](server, seller)];
		for (const id of [many, alone]) await fan.client.like(at(target, id));
		await other.client.like(at(target, many));
		const standing = async () => {
			const rows = await server.db
				.tables<Record<Target, { id: number; likes: number; score: number }>>()
				.selectFrom(target)
				.select(['likes', 'score'])
				.where('id', 'in', [many, alone])
				.orderBy('id')
				.execute();
			return rows;
		};
		const dailyOf = async (id: number) => (await server.likes.countByDay(server.db, target, [id], 0))[0]?.count ?? 0;
		const before = await standing();
		const never = await plant[target](server, seller);

		const change = (how: 'suspend' | 'unsuspend') =>
			server.db.transaction((tx) =>
				how === 'suspend'
					? server.accounts.suspend(tx, fan.session.id, null)
					: server.accounts.unsuspend(tx, fan.session.id),
			);
		for (let times = 0; times < 2; times += 1) await change('suspend');
		expect(await Promise.all([many, alone].map((id) => likesOf(target, id)))).toEqual([1, 0]);
		expect([await dailyOf(many), await dailyOf(alone)]).toEqual([1, 0]);
		const scores = (await standing()).map(({ score }) => score);
		expect(scores[1]).toBe(
			await server.db
				.tables<Record<Target, { id: number; score: number }>>()
				.selectFrom(target)
				.select('score')
				.where('id', '=', never)
				.executeTakeFirstOrThrow()
				.then((row) => row.score),
		);
		await other.client.unlike(at(target, many));
		await other.client.like(at(target, many));
		for (let times = 0; times < 2; times += 1) await change('unsuspend');
		expect(await standing()).toEqual(before);
		expect([await dailyOf(many), await dailyOf(alone)]).toEqual([2, 1]);
	});

	test('go with what they are for', async () => {
		const id = await seedAd(server, seller);
		await other.client.like(at('ads', id));
		await seller.client.deleteAd({ params: { id: String(id) } });
		await expect(other.client.unlike(at('ads', id))).rejects.toMatchObject(notFound);
		expect((await other.client.listMyLikes({ query: { ads: String(id) } })).ads).toEqual([]);
	});

	test('are not for what is hidden', async () => {
		const id = await seedAd(server, seller);
		await other.client.like(at('ads', id));
		await hideAd(server, id);
		for (const { client } of [other, seller]) {
			await expect(client.like(at('ads', id))).rejects.toMatchObject(notFound);
			await expect(client.unlike(at('ads', id))).rejects.toMatchObject(notFound);
		}
	});

	test('move an ad up among the trending, and back', async () => {
		const time = Date.UTC(2027, 0, 1);
		const [older, newer] = [
			await seedAd(server, seller, { at: time - 60_000, category: 'Motorcycles', boost: 3 }),
			await seedAd(server, seller, { at: time, category: 'Motorcycles', boost: 3 }),
		];
		const order = async () =>
			(await createApiClient(server).getFeed({ query: { category: 'Motorcycles', limit: 2 } })).items.map(
				({ id }) => id,
			);
		expect(await order()).toEqual([newer, older]);
		await other.client.like(at('ads', older));
		expect(await order()).toEqual([older, newer]);
		await other.client.unlike(at('ads', older));
		expect(await order()).toEqual([newer, older]);
	});

	test('of the own account are asked for together, and by nobody else', async () => {
		const [ad, post] = [await seedAd(server, seller), await seedPost(server, seller)];
		await other.client.like(at('ads', ad));
		await other.client.like(at('posts', post));
		const query = { ads: `999999,${ad}`, posts: String(post) };
		expect(await other.client.listMyLikes({ query })).toEqual({ ads: [ad], posts: [post] });
		expect(await other.client.listMyLikes({ query: {} })).toEqual({ ads: [], posts: [] });
		await expect(createApiClient(server).listMyLikes({ query })).rejects.toMatchObject({ status: 401 });
		await expect(other.client.listMyLikes({ query: { ads: 'a' } })).rejects.toMatchObject({ status: 422 });
	});
});

onBothEngines('likes at the same moment', (engine) => {
	useServer(engine);

	test.each(both)('of %s are counted exactly', async (target) => {
		const id = await plant[target](server, seller);
		const hundred = Array.from({ length: 100 }, (_, index) => crowd[index % 5] ?? seller);
		const answers = await Promise.all(hundred.map((person) => person.client.like(at(target, id))));
		expect(answers.every(({ likes }) => likes >= 1 && likes <= 5)).toBe(true);
		expect(await likesOf(target, id)).toBe(5);
		await Promise.all(
			hundred.map(({ client }, index) =>
				index % 2 === 0 ? client.unlike(at(target, id)) : client.like(at(target, id)),
			),
		);
		const mine = await Promise.all(
			crowd.map(async ({ client }) => (await client.listMyLikes({ query: { [target]: String(id) } }))[target].length),
		);
		expect(await likesOf(target, id)).toBe(mine.reduce((sum, one) => sum + one, 0));
		await Promise.all(hundred.map(({ client }) => client.unlike(at(target, id))));
		expect(await likesOf(target, id)).toBe(0);
	});

	test('of accounts that go and come back are counted exactly', async () => {
		const id = await seedAd(server, seller);
		const fans = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
		for (const { client } of fans) await client.like(at('ads', id));
		await Promise.all([
			...fans.map(({ session }) => server.db.transaction((tx) => server.accounts.suspend(tx, session.id, null))),
			...crowd.map(({ client }) => client.like(at('ads', id))),
			...fans.map(({ client }) => client.unlike(at('ads', id)).catch(() => {})),
		]);
		expect(await likesOf('ads', id)).toBe(crowd.length);
		for (const { session } of fans) await server.db.transaction((tx) => server.accounts.unsuspend(tx, session.id));
		const rows = await server.db
			.tables<{ likes: { ad_id: number; counted: number } }>()
			.selectFrom('likes')
			.select('counted')
			.where('ad_id', '=', id)
			.execute();
		expect(rows.every(({ counted }) => counted === 1)).toBe(true);
		expect(await likesOf('ads', id)).toBe(rows.length);
	});
});
