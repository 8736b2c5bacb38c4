import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import type { Engine } from '../platform/database/index.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const item = (list: SavedList, id: number) => ({ params: { list, id: String(id) } });

const plant: Record<SavedList, () => Promise<number>> = {
	wishlist: () => seedAd(server, seller),
	talks: () => seedPost(server, seller, { kind: 'talk' }),
	tweets: () => seedPost(server, seller, { kind: 'tweet' }),
};
/** Something with an id of that kind of thing which this list does not take. */
const plantOther = {
	talks: () => seedPost(server, seller, { kind: 'tweet' }),
	tweets: () => seedPost(server, seller, { kind: 'picture' }),
};

async function saved(person: TestPerson, list: SavedList): Promise<number[]> {
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
		test('keeps what is saved, newest first, once', async () => {
			const person = await signUp(server);
			const [a, b] = [await plant[list](), await plant[list]()];
			for (const id of [a, b, a]) await person.client.save(item(list, id));
			expect(await saved(person, list)).toEqual([b, a]);
			for (let times = 0; times < 2; times += 1) await person.client.unsave(item(list, b));
			expect(await saved(person, list)).toEqual([a]);
			await person.client.unsave(item(list, 999_999));
			for (const other of (['wishlist', 'talks', 'tweets'] as const).filter((name) => name !== list)) {
				expect(await saved(person, other)).toEqual([]);
			}
		});

		test('is united with that of a browser; what never was is left out', async () => {
			const person = await signUp(server);
			const [a, b, c, d] = [await plant[list](), await plant[list](), await plant[list](), await plant[list]()];
			const wrong = list === 'wishlist' ? 999_998 : await plantOther[list]();
			for (const id of [a, b]) await person.client.save(item(list, id));
			const call = { params: { list }, body: { ids: [d, a, 999_999, c, wrong, c] } };
			expect((await person.client.uniteSaved(call)).ids).toEqual([d, c, b, a]);
			expect((await person.client.uniteSaved(call)).ids).toEqual([d, c, b, a]);
			expect(await saved(person, list)).toEqual([d, c, b, a]);
			expect((await person.client.uniteSaved({ params: { list }, body: { ids: [] } })).ids).toEqual([d, c, b, a]);
		});

		test('is personal', async () => {
			const [person, other] = [await signUp(server), await signUp(server)];
			const id = await plant[list]();
			await person.client.save(item(list, id));
			await other.client.unsave(item(list, id));
			expect([await saved(person, list), await saved(other, list)]).toEqual([[id], []]);
			const nobody = createApiClient(server);
			await expect(nobody.getSaved({ params: { list } })).rejects.toMatchObject(unauthenticated);
			await expect(nobody.uniteSaved({ params: { list }, body: { ids: [id] } })).rejects.toMatchObject(unauthenticated);
			await expect(nobody.save(item(list, id))).rejects.toMatchObject(unauthenticated);
			await expect(nobody.unsave(item(list, id))).rejects.toMatchObject(unauthenticated);
			const { headers } = await fetch(`${server.address}/api/saved/${list}`, {
				headers: { authorization: `Bearer ${person.token}` },
			});
			expect(headers.get('cache-control')).toBe('no-store');
		});

		test('holds at most so many', async () => {
			const person = await signUp(server);
			const [first, second] = [await plant[list](), await plant[list]()];
			await server.db
				.tables<{ saved_items: { account_id: number; list: string; target_id: number; created_at: number } }>()
				.insertInto('saved_items')
				.values(
					Array.from({ length: limits.savedItems - 1 }, (_, index) => ({
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
			expect(await saved(person, list)).toHaveLength(limits.savedItems);
			const tooMany = { ids: Array.from({ length: limits.savedItems + 1 }, (_, index) => index + 1) };
			await expect(person.client.uniteSaved({ params: { list }, body: tooMany })).rejects.toMatchObject({
				status: 422,
			});
		});
	});

	test('are of the kind of their list', async () => {
		for (const list of ['talks', 'tweets'] as const) {
			await expect(seller.client.save(item(list, await plantOther[list]()))).rejects.toMatchObject({
				status: 422,
				problem: { fields: { id: expect.any(String) } },
			});
		}
		await expect(seller.client.save({ params: { list: 'pictures' as SavedList, id: '1' } })).rejects.toMatchObject({
			status: 422,
		});
		await expect(seller.client.save({ params: { list: 'talks', id: 'x' } })).rejects.toMatchObject({ status: 422 });
	});

	test('are not of what may not be seen, but stay when it goes', async () => {
		const person = await signUp(server);
		const [kept, hidden, deleted] = [await plant.wishlist(), await plant.wishlist(), await plant.wishlist()];
		for (const id of [kept, deleted]) await person.client.save(item('wishlist', id));
		for (const id of [kept, hidden]) await hideAd(server, id);
		await seller.client.deleteAd({ params: { id: String(deleted) } });
		await expect(person.client.save(item('wishlist', hidden))).rejects.toMatchObject({ status: 404 });
		await person.client.unsave(item('wishlist', deleted));
		expect(await saved(person, 'wishlist')).toEqual([kept]);
	});

	test('of a browser stay in the list though they are gone by then, as it would say without an account', async () => {
		const person = await signUp(server);
		const [hidden, deleted] = [await plant.wishlist(), await plant.wishlist()];
		const [gone, last] = [await plant.talks(), await plant.talks()];
		await plant.wishlist();
		await hideAd(server, hidden);
		await seller.client.deleteAd({ params: { id: String(deleted) } });
		await seller.client.deletePost({ params: { id: String(gone) } });
		const unite = async (list: SavedList, ids: number[]) =>
			(await person.client.uniteSaved({ params: { list }, body: { ids } })).ids;
		expect(await unite('wishlist', [hidden, deleted, 999_999])).toEqual([hidden, deleted]);
		expect(await unite('talks', [gone, last])).toEqual([gone, last]);
		// Nor does a list of another kind say that it is one that is hidden.
		expect(await unite('tweets', [gone, last])).toEqual([gone]);
	});
});

onBothEngines('items', (engine) => {
	useServer(engine);

	test('saved at the same moment stand there once', async () => {
		const person = await signUp(server);
		const id = await plant.wishlist();
		await Promise.all(
			Array.from({ length: 100 }, (_, index) =>
				index % 2
					? person.client.save(item('wishlist', id))
					: person.client.uniteSaved({ params: { list: 'wishlist' }, body: { ids: [id] } }),
			),
		);
		expect(await saved(person, 'wishlist')).toEqual([id]);
	});
});
