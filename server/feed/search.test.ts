import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { categories } from '../../contract/categories.ts';
import type { CallInput } from '../../contract/endpoint.ts';
import type { search } from '../../contract/feed.ts';
import type { PostKind } from '../../contract/posts.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { adIndex, adListsTag } from '../ads/index.ts';
import type { AdTables } from '../ads/tables.ts';
import { onBothEngines } from '../platform/testing/database.ts';
import type { PostTables } from '../posts/tables.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

type Query = CallInput<typeof search>['query'];

let server: TestServer;
let seller: TestPerson;
const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

const look = (q: string, query: Partial<Query> = {}) =>
	createApiClient(server).search({ query: { limit: 50, ...query, q } });
const ads = async (q: string, query: Partial<Query> = {}) => (await look(q, query)).ads.items.map(({ id }) => id);

function post(text: string, kind: PostKind = 'tweet'): Promise<number> {
	return server.db.transaction(async (tx) => {
		const form = { kind, text, category: null };
		return (await server.posts.postSample(tx, seller.session.id, form, [], { at: start, boost: 0 })).id;
	});
}

async function walk(q: string, query: Partial<Query>, between: () => Promise<unknown> = async () => {}) {
	const walked: number[] = [];
	let cursor: string | undefined;
	do {
		const page = await look(q, { ...query, ...(cursor && { cursor }) });
		walked.push(...page.ads.items.map(({ id }) => id));
		cursor = page.ads.next_cursor ?? undefined;
		await between();
	} while (cursor);
	return walked;
}

onBothEngines('search', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});
	afterEach(() =>
		server.db.transaction(async (tx) => {
			const rows = await tx.tables<AdTables>().selectFrom('ads').select('id').execute();
			for (const { id } of rows) await adIndex.remove(tx, id);
			await tx.tables<AdTables>().deleteFrom('ad_media').execute();
			await tx.tables<AdTables>().deleteFrom('ads').execute();
			tx.invalidate(adListsTag);
		}),
	);

	test('finds ads, posts and people by words, with a wrong letter, too', async () => {
		const ad = await seedAd(server, seller, { title: 'Clean generator', place: 'Yaba' });
		const said = await post('Our generators are back in stock');
		await seller.client.updateMe({ body: { display_name: 'Generator Palace' } });
		for (const q of ['generator', 'gen', 'GENERATOR', 'genertaor', 'generatr', 'genorator', 'ggenerator']) {
			const found = await look(q);
			expect(
				found.ads.items.map(({ id }) => id),
				q,
			).toEqual([ad]);
			expect(
				found.posts.items.map(({ id }) => id),
				q,
			).toEqual([said]);
			expect(
				found.people.items.map(({ id }) => id),
				q,
			).toEqual([seller.session.id]);
			expect(found.words, q).toEqual([q === 'gen' ? 'gen' : 'generator']);
		}
		expect(await ads('generator yaba')).toEqual([ad]);
		expect(await ads('generator kano')).toEqual([]);
	});

	test('follows what happens to an ad, a post and a person', async () => {
		const id = await seedAd(server, seller, { title: 'Kettle' });
		const params = { id: String(id) };
		await seller.client.markAdSold({ params, body: { sold: true } });
		expect(await ads('kettle')).toEqual([]);
		await seller.client.markAdSold({ params, body: { sold: false } });
		expect(await ads('kettle')).toEqual([id]);
		await seller.client.updateAd({ params, body: { title: 'Samovar' } });
		expect(await ads('kettle')).toEqual([]);
		expect(await ads('samovar')).toEqual([id]);
		await seller.client.deleteAd({ params });
		expect(await ads('samovar')).toEqual([]);

		const said = String(await post('Buy a marimba'));
		await seller.client.updatePost({ params: { id: said }, body: { text: 'Buy a vuvuzela' } });
		expect((await look('marimba')).posts.items).toEqual([]);
		expect((await look('vuvuzela')).posts.items).toHaveLength(1);
		await seller.client.deletePost({ params: { id: said } });
		expect((await look('vuvuzela')).posts.items).toEqual([]);
		await seller.client.restorePost({ params: { id: said } });
		expect((await look('vuvuzela')).posts.items).toHaveLength(1);

		await seller.client.updateMe({ body: { bio: 'Xylophones since 1999' } });
		expect((await look('xylophone')).people.items.map(({ id }) => id)).toEqual([seller.session.id]);
		expect((await look(seller.session.user_name)).people.items[0]?.id).toBe(seller.session.id);
	});

	test('does not find administrators', async () => {
		await server.accounts.ensureFirstAdministrator({ email: 'boss@example.com', password: 'a quiet grey river' });
		expect((await look('admin')).people.items).toEqual([]);
	});

	test('filters by category, format, place and price', async () => {
		const shoe = await seedAd(server, seller, {
			title: 'Chair',
			category: "Women's Shoes",
			place: 'Yaba, Lagos',
			price_kobo: 500_000,
		});
		const film = await seedAd(server, seller, { title: 'Chair', format: 'video', price_kobo: 900_000 });
		const free = await seedAd(server, seller, { title: 'Chair', place: 'Kano' });
		expect(await ads('chair', { category: "Women's Shoes" })).toEqual([shoe]);
		expect(await ads('chair', { category: "Women's Bags" })).toEqual([]);
		expect(await ads('chair', { format: 'video' })).toEqual([film]);
		expect(await ads('chair', { place: 'lag' })).toEqual([shoe]);
		expect(await ads('chair', { place: 'lagos yaba' })).toEqual([shoe]);
		expect(await ads('chair', { min_price: 500_001 })).toEqual([film]);
		expect(await ads('chair', { max_price: 500_000 })).toEqual([shoe]);
		expect(await ads('chair', { min_price: 1, max_price: 1_000_000 })).toHaveLength(2);
		expect(await ads('chair', { min_price: '', max_price: '' })).toHaveLength(3);
		expect(await ads('chair', { min_price: 900_000, max_price: 500_000 })).toEqual([]);
		expect(await ads('chair')).toHaveLength(3);
		expect(await ads('chair', { category: 'Motorcycles', place: 'kano' })).toEqual([free]);
	});

	describe('orders', () => {
		test('best has what says it in its title first, then as trending', async () => {
			const text = await seedAd(server, seller, { title: 'Set', description: 'a chair', at: start + 9 * day });
			const begun = await seedAd(server, seller, { title: 'Chairs', at: start + 8 * day });
			const old = await seedAd(server, seller, { title: 'Chair', at: start });
			const liked = await seedAd(server, seller, { title: 'Chair', at: start, boost: 100 });
			expect(await ads('chair')).toEqual([liked, old, begun, text]);
			expect(await ads('chair', { sort: 'newest' })).toEqual([text, begun, liked, old]);
		});

		test('cheapest and dearest have those without a price last', async () => {
			const none = await seedAd(server, seller, { title: 'Chair' });
			const dear = await seedAd(server, seller, { title: 'Chair', price_kobo: 900_000 });
			const cheap = await seedAd(server, seller, { title: 'A chair', price_kobo: 100 });
			expect(await ads('chair', { sort: 'cheapest' })).toEqual([cheap, dear, none]);
			expect(await ads('chair', { sort: 'dearest' })).toEqual([dear, cheap, none]);
		});

		test.each(['best', 'newest', 'cheapest', 'dearest'] as const)(
			'%s shows each once along its pages',
			async (sort) => {
				const planted: number[] = [];
				for (let index = 0; index < 17; index += 1) {
					const title = ['Chair', 'Chairs', 'Set'][index % 3] as string;
					const price_kobo = index % 5 === 0 ? null : 1000 * (index % 4) + 100;
					const at = start - Math.floor(index / 4) * day;
					planted.push(await seedAd(server, seller, { title, description: 'chair', price_kobo, at }));
				}
				const whole = await ads('chair', { sort });
				expect(new Set(whole)).toEqual(new Set(planted));
				const walked = await walk('chair', { sort, limit: 3 }, () =>
					seedAd(server, seller, { title: 'Chairs', price_kobo: 2000, at: start + 99 * day }),
				);
				const old = walked.filter((id) => planted.includes(id));
				expect(old).toEqual(whole);
				expect(new Set(walked).size).toBe(walked.length);
			},
		);

		test('posts and people stand on the first page only', async () => {
			for (let index = 0; index < 3; index += 1) await seedAd(server, seller, { title: 'Bassoon' });
			await post('A bassoon');
			const first = await look('bassoon', { limit: 2 });
			expect(first.posts.items).toHaveLength(1);
			const second = await look('bassoon', { limit: 2, cursor: first.ads.next_cursor as string });
			const none = { items: [], next_cursor: null };
			expect(second).toMatchObject({ posts: none, people: none, words: ['bassoon'] });
			expect(second.ads.items).toHaveLength(1);
			expect(second.ads.next_cursor).toBeNull();
		});
	});

	test('posts and people go on page by page where they alone are asked for', async () => {
		await seedAd(server, seller, { title: 'Piccolo' });
		const said: number[] = [];
		for (let count = 0; count < 5; count += 1) said.push(await post('A piccolo'));
		const named: number[] = [];
		for (let count = 0; count < 3; count += 1) {
			const person = await signUp(server);
			await person.client.updateMe({ body: { bio: 'Piccolos' } });
			named.push(person.session.id);
		}
		const beside = await look('piccolo');
		expect([beside.posts, beside.people].map(({ items }) => items.map(({ id }) => id))).toEqual([
			said.slice(3).reverse(),
			named.slice(1).reverse(),
		]);
		expect([beside.posts, beside.people].map(({ next_cursor }) => next_cursor)).toEqual([
			expect.any(String),
			expect.any(String),
		]);
		for (const [kind, all] of [
			['posts', said],
			['people', named],
		] as const) {
			const walked: number[] = [];
			let cursor: string | undefined;
			do {
				const found = await look('piccolo', { kind, limit: 2, ...(cursor && { cursor }) });
				for (const other of ['ads', 'posts', 'people'] as const) {
					if (other !== kind) expect(found[other]).toEqual({ items: [], next_cursor: null });
				}
				walked.push(...found[kind].items.map(({ id }) => id));
				cursor = found[kind].next_cursor ?? undefined;
			} while (cursor);
			expect(walked).toEqual(all.toReversed());
			await expect(look('piccolo', { kind, cursor: 'nonsense' })).rejects.toMatchObject({ status: 422 });
		}
		const only = await look('piccolo', { kind: 'ads' });
		expect([only.ads.items.length, only.posts.items.length, only.people.items.length]).toEqual([1, 0, 0]);
	});

	test('what is asked of ads alone finds no posts and people', async () => {
		await post('A tuba');
		await seller.client.updateMe({ body: { bio: 'Tubas' } });
		const count = async (query: Partial<Query>) => {
			const { posts, people } = await look('tuba', query);
			return posts.items.length + people.items.length;
		};
		expect(await count({})).toBe(2);
		expect(await count({ sort: 'newest', place: '', min_price: '' })).toBe(2);
		const filters = [
			{ category: 'Sportswear' },
			{ format: 'video' },
			{ place: 'Kano' },
			{ min_price: 1 },
			{ max_price: 0 },
		];
		for (const filter of filters as Partial<Query>[]) {
			expect(await count(filter)).toBe(0);
			expect(await count({ ...filter, kind: 'posts' })).toBe(0);
		}
	});

	test.each([
		['q=', 'q'],
		['', 'q'],
		[`q=${'x'.repeat(101)}`, 'q'],
		['q=a%00b', 'q'],
		['q=a&sort=random', 'sort'],
		['q=a&kind=videos', 'kind'],
		['q=a&limit=51', 'limit'],
		['q=a&category=Nothing', 'category'],
		['q=a&cursor=nonsense', 'cursor'],
		['q=a&min_price=-1', 'min_price'],
		['q=a&page=2', 'page'],
	])('refuses ?%s', async (query, field) => {
		const response = await fetch(`${server.address}/api/search?${query}`);
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
	});

	test.each([
		'"',
		'*',
		':',
		'NEAR(a b)',
		"'; drop table ads; --",
		'%',
		'x'.repeat(100),
		'a '.repeat(50),
		'🙂',
		'~a #b',
		'a:*',
	])('answers %j', async (q) => {
		const found = await look(q);
		expect(found.ads.items).toEqual([]);
	});

	test('shows nothing that is hidden and nobody who is suspended, even where the index still has them', async () => {
		const [ad, film] = [
			await seedAd(server, seller, { title: 'Kettle' }),
			await seedAd(server, seller, { title: 'Kettle', format: 'video' }),
		];
		const said = await post('Kettles are back');
		await seller.client.updateMe({ body: { display_name: 'Kettle Palace' } });
		const found = async (query: Partial<Query> = {}) => {
			const { ads, posts, people } = await look('kettle', query);
			return [ads, posts, people].map(({ items }) => items.map(({ id }) => id).sort((a, b) => a - b));
		};
		expect(await found()).toEqual([[ad, film], [said], [seller.session.id]]);
		const tables = server.db.tables<AdTables & PostTables & AccountTables>();
		const hidden = { hidden_at: start };
		await tables.updateTable('ads').set(hidden).where('seller_id', '=', seller.session.id).execute();
		await tables.updateTable('posts').set(hidden).where('author_id', '=', seller.session.id).execute();
		await tables.updateTable('accounts').set({ suspended_at: start }).where('id', '=', seller.session.id).execute();
		for (const sort of ['best', 'newest', 'cheapest', 'dearest'] as const) {
			expect(await found({ sort }), sort).toEqual([[], [], []]);
		}
		const { items } = await createApiClient(server).getFeed({ query: { q: 'kettle' } });
		expect(items).toEqual([]);
	});

	test('counts what is on show in every category, and notices changes', async () => {
		const counts = async () => {
			const { items } = await createApiClient(server).listCategories();
			expect(items.map(({ category }) => category)).toEqual([...categories]);
			return Object.fromEntries(items.filter((item) => item.ads > 0).map((item) => [item.category, item.ads]));
		};
		expect(await counts()).toEqual({});
		const id = await seedAd(server, seller, { category: 'Sportswear' });
		await seedAd(server, seller, { category: 'Sportswear' });
		await seedAd(server, seller, { category: 'Real Estate' });
		expect(await counts()).toEqual({ Sportswear: 2, 'Real Estate': 1 });
		await seller.client.markAdSold({ params: { id: String(id) }, body: { sold: true } });
		expect(await counts()).toEqual({ Sportswear: 1, 'Real Estate': 1 });
	});
});
