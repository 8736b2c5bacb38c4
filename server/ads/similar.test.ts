import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as feedLimits from '../../contract/feed/limits.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { type AdSeed, seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { rankSimilarAds } from './similar.ts';
import type { AdTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let other: TestPerson;

const category = 'Sportswear';
const seed = (title: string, ad: AdSeed = {}, person = other) => seedAd(server, person, { title, category, ...ad });
const similar = async (id: number) =>
	(await createApiClient(server).listSimilarAds({ params: { id: String(id) } })).items.map((ad) => ad.id);

describeOnBothEngines('similar ads', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		await server.db.transaction(async (tx) => {
			await tx.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).execute();
		});
		[seller, other] = [await signUp(server), await signUp(server)];
	});

	test('come from other sellers, with shared words of the title first', async () => {
		const third = await signUp(server);
		const ad = await seed('Clean tennis racket', {}, seller);
		await seed('Tennis racket of the same seller', {}, seller);
		const shoes = await seed('Football boots');
		const balls = await seed('Tennis balls', {}, third);
		const racket = await seed('New tennis racket');
		await seed('Tennis racket picture', { category: 'Entertainment' });
		expect(await similar(ad)).toEqual([racket, balls, shoes]);
	});

	test('leave out sold and hidden ads, also later', async () => {
		const ad = await seed('Tennis racket', {}, seller);
		const [sold, kept] = [await seed('Tennis racket'), await seed('Tennis racket')];
		expect(await similar(ad)).toEqual([kept, sold]);
		await other.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
		expect(await similar(ad)).toEqual([kept]);
		await other.client.deleteAd({ params: { id: String(kept) } });
		expect(await similar(ad)).toEqual([]);
	});

	test('leave out an ad that is hidden, and one that is sold, after they were found', async () => {
		const ad = await seed('Tennis racket', {}, seller);
		const [hidden, sold] = [await seed('Tennis racket'), await seed('Tennis racket')];
		const third = await signUp(server);
		const kept = await seed('Tennis racket', {}, third);
		const change = vi.fn(async () => {
			await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, hidden, 'No.'));
			await other.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
		});
		// Changes the ads after the query that found them, and before their cards are loaded.
		const changing = (server.db.longReads.tables() as Kysely<unknown>).withPlugin({
			transformQuery: ({ node }) => node,
			async transformResult({ result }) {
				const found = result.rows.map(({ id }) => id);
				if ([hidden, sold, kept].every((id) => found.includes(id)) && change.mock.calls.length === 0) await change();
				return result;
			},
		});
		const tables = vi.spyOn(server.db.longReads, 'tables').mockReturnValue(changing);
		onTestFinished(() => tables.mockRestore());
		expect(await similar(ad)).toEqual([kept]);
		expect(change).toHaveBeenCalledOnce();
	});

	test('are at most a few, and at most two of one seller', async () => {
		const ad = await seed('Tennis racket', {}, seller);
		for (let count = 0; count < 4; count += 1) {
			const person = await signUp(server);
			for (let many = 0; many < 3; many += 1) await seed('Tennis racket', {}, person);
		}
		const { items } = await createApiClient(server).listSimilarAds({ params: { id: String(ad) } });
		expect(items).toHaveLength(feedLimits.similarAds);
		const counts = Map.groupBy(items, (item) => item.seller.id);
		expect([...counts.values()].map((of) => of.length)).toEqual([2, 2, 2]);
	});

	test('of an ad that is not visible are not found', async () => {
		const ad = await seed('Tennis racket', {}, seller);
		await seller.client.deleteAd({ params: { id: String(ad) } });
		await expect(similar(ad)).rejects.toMatchObject({ status: 404 });
	});
});

test('ranks by rare words, then by place and price, then by trending score', () => {
	const ad = { title: 'Clean iPhone 12', price_kobo: 100, state: 'Lagos' } as const;
	const candidate = (id: number, title: string, more = {}) => ({
		id,
		seller_id: id,
		title,
		price_kobo: null,
		state: null,
		score: 0,
		...more,
	});
	const candidates = [
		candidate(1, 'Clean bag'),
		candidate(2, 'Clean cup'),
		candidate(3, 'iPhone'),
		candidate(4, 'Clean hat', { state: 'Lagos' }),
		candidate(5, 'Clean pot', { state: 'Lagos', price_kobo: 200 }),
		candidate(6, 'Clean pan', { score: 9, price_kobo: 201 }),
	];
	expect(rankSimilarAds(ad, candidates)).toEqual([3, 5, 4, 6, 2, 1]);
});
