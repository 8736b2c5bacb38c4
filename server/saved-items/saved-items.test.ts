import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as savedItemLimits from '../../contract/saved-items/limits.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const item = (list: SavedList, id: number) => ({ params: { list, id: String(id) } });

const seed: Record<SavedList, () => Promise<number>> = {
	wishlist: () => seedAd(server, seller),
	talks: () => seedPost(server, seller, { kind: 'talk' }),
	tweets: () => seedPost(server, seller, { kind: 'tweet' }),
};
/** For each list of saved posts, creates a post of a kind that the list rejects. */
const seedOtherKind = {
	talks: () => seedPost(server, seller, { kind: 'tweet' }),
	tweets: () => seedPost(server, seller, { kind: 'picture' }),
};

async function listSaved(person: TestPerson, list: SavedList): Promise<number[]> {
	return (await person.client.getSaved({ params: { list } })).ids;
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		seller = await signUp(server);
	});
	afterAll(() => server.close());
}

describe('saved items', () => {
	useServer();

	describe.each(['wishlist', 'talks', 'tweets'] as const)('%s', (list) => {
		test('lists saved ids newest first, without duplicates', async () => {
			const person = await signUp(server);
			const [a, b] = [await seed[list](), await seed[list]()];
			for (const id of [a, b, a]) await person.client.save(item(list, id));
			expect(await listSaved(person, list)).toEqual([b, a]);
			for (let times = 0; times < 2; times += 1) await person.client.unsave(item(list, b));
			expect(await listSaved(person, list)).toEqual([a]);
			await person.client.unsave(item(list, 999_999));
			for (const other of (['wishlist', 'talks', 'tweets'] as const).filter((name) => name !== list)) {
				expect(await listSaved(person, other)).toEqual([]);
			}
		});

		test('merges ids from a browser and drops ids that never existed or are of another kind', async () => {
			const person = await signUp(server);
			const [a, b, c, d] = [await seed[list](), await seed[list](), await seed[list](), await seed[list]()];
			const wrong = list === 'wishlist' ? 999_998 : await seedOtherKind[list]();
			for (const id of [a, b]) await person.client.save(item(list, id));
			const call = { params: { list }, body: { ids: [d, a, 999_999, c, wrong, c] } };
			expect((await person.client.uniteSaved(call)).ids).toEqual([d, c, b, a]);
			expect((await person.client.uniteSaved(call)).ids).toEqual([d, c, b, a]);
			expect(await listSaved(person, list)).toEqual([d, c, b, a]);
			expect((await person.client.uniteSaved({ params: { list }, body: { ids: [] } })).ids).toEqual([d, c, b, a]);
		});

		test('is private to its account', async () => {
			const [person, other] = [await signUp(server), await signUp(server)];
			const id = await seed[list]();
			await person.client.save(item(list, id));
			await other.client.unsave(item(list, id));
			expect([await listSaved(person, list), await listSaved(other, list)]).toEqual([[id], []]);
			const visitor = createApiClient(server);
			await expect(visitor.getSaved({ params: { list } })).rejects.toMatchObject(unauthenticated);
			await expect(visitor.uniteSaved({ params: { list }, body: { ids: [id] } })).rejects.toMatchObject(
				unauthenticated,
			);
			await expect(visitor.save(item(list, id))).rejects.toMatchObject(unauthenticated);
			await expect(visitor.unsave(item(list, id))).rejects.toMatchObject(unauthenticated);
			const { headers } = await fetch(`${server.address}/api/saved/${list}`, {
				headers: { authorization: `Bearer ${person.token}` },
			});
			expect(headers.get('cache-control')).toBe('no-store');
		});

		test('rejects items beyond the limit', async () => {
			const person = await signUp(server);
			const [first, second] = [await seed[list](), await seed[list]()];
			await server.db
				.tables<{ saved_items: { account_id: number; list: string; target_id: number; created_at: number } }>()
				.insertInto('saved_items')
				.values(
					Array.from({ length: savedItemLimits.savedItems - 1 }, (_, index) => ({
						account_id: person.session.id,
						list,
						target_id: 1_000_000 + index,
						created_at: 1,
					})),
				)
				.execute();
			const body = { ids: [second, first] };
			expect((await person.client.uniteSaved({ params: { list }, body })).ids.slice(0, 2)).toEqual([second, 1_000_998]);
			await expect(person.client.save(item(list, first))).rejects.toMatchObject({ status: 422 });
			await person.client.save(item(list, second));
			await person.client.unsave(item(list, 1_000_000));
			await person.client.save(item(list, first));
			expect(await listSaved(person, list)).toHaveLength(savedItemLimits.savedItems);
			const tooMany = { ids: Array.from({ length: savedItemLimits.savedItems + 1 }, (_, index) => index + 1) };
			await expect(person.client.uniteSaved({ params: { list }, body: tooMany })).rejects.toMatchObject({
				status: 422,
			});
		});
	});

	test('rejects posts of another kind and unknown lists', async () => {
		for (const list of ['talks', 'tweets'] as const) {
			await expect(seller.client.save(item(list, await seedOtherKind[list]()))).rejects.toMatchObject({
				status: 422,
				problem: { fields: { id: expect.any(String) } },
			});
		}
		await expect(seller.client.save({ params: { list: 'pictures' as SavedList, id: '1' } })).rejects.toMatchObject({
			status: 422,
		});
		await expect(seller.client.save({ params: { list: 'talks', id: 'x' } })).rejects.toMatchObject({ status: 422 });
	});

	test('rejects hidden items but keeps saved items that become hidden', async () => {
		const person = await signUp(server);
		const [hiddenLater, hidden, deleted] = [await seed.wishlist(), await seed.wishlist(), await seed.wishlist()];
		for (const id of [hiddenLater, deleted]) await person.client.save(item('wishlist', id));
		for (const id of [hiddenLater, hidden]) await hideAd(server, id);
		await seller.client.deleteAd({ params: { id: String(deleted) } });
		await expect(person.client.save(item('wishlist', hidden))).rejects.toMatchObject({ status: 404 });
		await person.client.unsave(item('wishlist', deleted));
		expect(await listSaved(person, 'wishlist')).toEqual([hiddenLater]);
	});

	test('keeps merged ids of items that are hidden or deleted by then', async () => {
		const person = await signUp(server);
		const [hidden, deleted] = [await seed.wishlist(), await seed.wishlist()];
		const [deletedTalk, last] = [await seed.talks(), await seed.talks()];
		await seed.wishlist();
		await hideAd(server, hidden);
		await seller.client.deleteAd({ params: { id: String(deleted) } });
		await seller.client.deletePost({ params: { id: String(deletedTalk) } });
		const merge = async (list: SavedList, ids: number[]) =>
			(await person.client.uniteSaved({ params: { list }, body: { ids } })).ids;
		expect(await merge('wishlist', [hidden, deleted, 999_999])).toEqual([hidden, deleted]);
		expect(await merge('talks', [deletedTalk, last])).toEqual([deletedTalk, last]);
		// A list of another kind also accepts the id of a deleted post, so that the list doesn't reveal the post's kind.
		expect(await merge('tweets', [deletedTalk, last])).toEqual([deletedTalk]);
	});
});

describeOnBothEngines('saved items', (engine) => {
	useServer(engine);

	test('stores an item saved concurrently once', async () => {
		const person = await signUp(server);
		const id = await seed.wishlist();
		await Promise.all(
			Array.from({ length: 100 }, (_, index) =>
				index % 2
					? person.client.save(item('wishlist', id))
					: person.client.uniteSaved({ params: { list: 'wishlist' }, body: { ids: [id] } }),
			),
		);
		expect(await listSaved(person, 'wishlist')).toEqual([id]);
	});
});
