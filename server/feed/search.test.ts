import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '../../contract/core/endpoint.ts';
import type { search as searchEndpoint } from '../../contract/feed/feed.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { adIndex, adListsCacheTag } from '../ads/index.ts';
import type { AdTables } from '../ads/tables.ts';
import { addPost } from '../posts/index.ts';
import type { PostTables } from '../posts/tables.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { searchCases } from '../testing/search-cases.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

type Query = CallInput<typeof searchEndpoint>['query'];

let server: TestServer;
let seller: TestPerson;
const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

const search = (q: string, query: Partial<Query> = {}) =>
	createApiClient(server).search({ query: { limit: 50, ...query, q } });
const ads = async (q: string, query: Partial<Query> = {}) => (await search(q, query)).ads.items.map(({ id }) => id);

function post(text: string, kind: PostKind = 'tweet'): Promise<number> {
	return server.db.transaction(async (tx) => {
		const form = { kind, text, category: null };
		return (await addPost(tx, seller.session.id, form, [], { at: start })).id;
	});
}

async function walk(q: string, query: Partial<Query>, between: () => Promise<unknown> = async () => {}) {
	const walked: number[] = [];
	let cursor: string | undefined;
	do {
		const page = await search(q, { ...query, ...(cursor && { cursor }) });
		walked.push(...page.ads.items.map(({ id }) => id));
		cursor = page.ads.next_cursor ?? undefined;
		await between();
	} while (cursor);
	return walked;
}

describeOnBothEngines('search', (engine) => {
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
			tx.invalidate(adListsCacheTag);
		}),
	);

	test('finds ads, posts and people by words, with typos too', async () => {
		const ad = await seedAd(server, seller, { title: 'Clean generator', place: 'Yaba' });
		const postId = await post('Our generators are back in stock');
		await seller.client.updateMe({ body: { display_name: 'Generator Palace' } });
		for (const q of ['generator', 'gen', 'GENERATOR', 'genertaor', 'generatr', 'genorator', 'ggenerator']) {
			const found = await search(q);
			expect(
				found.ads.items.map(({ id }) => id),
				q,
			).toEqual([ad]);
			expect(
				found.posts.items.map(({ id }) => id),
				q,
			).toEqual([postId]);
			expect(
				found.people.items.map(({ id }) => id),
				q,
			).toEqual([seller.session.id]);
			expect(found.words, q).toEqual([q === 'gen' ? 'gen' : 'generator']);
		}
		expect(await ads('generator yaba')).toEqual([ad]);
		expect(await ads('generator kano')).toEqual([]);
	});

	test('finds ads, posts and people in all spellings of their words', async () => {
		const cases = Map.groupBy(searchCases, ({ title }) => title);
		for (const [title, searches] of cases) {
			const ad = await seedAd(server, seller, { title });
			const { id: postId } = await seller.client.createPost({ body: { kind: 'tweet', text: title } });
			for (const { search: q, isFound } of searches.slice(0, 3)) {
				const found = await search(q);
				const label = `${q} ${title}`;
				expect(found.ads.items.map(({ id }) => id).includes(ad), label).toBe(isFound);
				expect(found.posts.items.map(({ id }) => id).includes(postId), label).toBe(isFound);
			}
		}
		await seller.client.updateMe({ body: { display_name: 'Wi-Fi iPhone12 Ɔja' } });
		for (const q of ['wifi', 'wi fi', 'iphone 12', 'ọjà']) {
			expect(
				(await search(q)).people.items.map(({ id }) => id),
				q,
			).toEqual([seller.session.id]);
		}
		expect((await search('iphone-12')).words).toEqual(['iphone12', 'iphone', '12']);
	});

	test('follows changes of ads, posts and people', async () => {
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

		const postId = String(await post('Buy a marimba'));
		await seller.client.updatePost({ params: { id: postId }, body: { text: 'Buy a vuvuzela' } });
		expect((await search('marimba')).posts.items).toEqual([]);
		expect((await search('vuvuzela')).posts.items).toHaveLength(1);
		await seller.client.deletePost({ params: { id: postId } });
		expect((await search('vuvuzela')).posts.items).toEqual([]);
		await seller.client.restorePost({ params: { id: postId } });
		expect((await search('vuvuzela')).posts.items).toHaveLength(1);

		await seller.client.updateMe({ body: { bio: 'Xylophones since 1999' } });
		expect((await search('xylophone')).people.items.map(({ id }) => id)).toEqual([seller.session.id]);
		expect((await search(seller.session.user_name)).people.items[0]?.id).toBe(seller.session.id);
	});

	test('updates a search that is made often', async () => {
		const find = async () => {
			const { ads, posts, people } = await search('ocarina');
			return [ads, posts, people].map(({ items }) => items.map(({ id }) => id));
		};
		const findOften = async () => {
			const [first, ...others] = await Promise.all(Array.from({ length: 4 }, find));
			for (const other of [...others, await find()]) expect(other).toEqual(first);
			return first;
		};
		expect(await findOften()).toEqual([[], [], []]);
		const ad = await seedAd(server, seller, { title: 'Ocarina' });
		expect(await findOften()).toEqual([[ad], [], []]);
		const postId = await post('An ocarina');
		expect(await findOften()).toEqual([[ad], [postId], []]);
		const update = (text: string) => seller.client.updatePost({ params: { id: String(postId) }, body: { text } });
		await update('A flute');
		expect(await findOften()).toEqual([[ad], [], []]);
		await update('An ocarina again');
		expect(await findOften()).toEqual([[ad], [postId], []]);
		await seller.client.updateMe({ body: { bio: 'Ocarinas' } });
		expect(await findOften()).toEqual([[ad], [postId], [seller.session.id]]);
		await seller.client.markAdSold({ params: { id: String(ad) }, body: { sold: true } });
		await seller.client.deletePost({ params: { id: String(postId) } });
		await seller.client.updateMe({ body: { bio: '' } });
		expect(await findOften()).toEqual([[], [], []]);
	});

	test('omits administrators', async () => {
		await server.accounts.ensureFirstAdministrator({ email: 'boss@example.com', password: 'a quiet grey river' });
		expect((await search('admin')).people.items).toEqual([]);
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
		test('`best` puts matches in the title first, then orders by trending score', async () => {
			const text = await seedAd(server, seller, { title: 'Set', description: 'a chair', at: start + 9 * day });
			const prefix = await seedAd(server, seller, { title: 'Chairs', at: start + 8 * day });
			const old = await seedAd(server, seller, { title: 'Chair', at: start });
			const liked = await seedAd(server, seller, { title: 'Chair', at: start, boost: 100 });
			expect(await ads('chair')).toEqual([liked, old, prefix, text]);
			expect(await ads('chair', { sort: 'newest' })).toEqual([text, prefix, liked, old]);
		});

		test('`cheapest` and `dearest` put ads without a price last', async () => {
			const none = await seedAd(server, seller, { title: 'Chair' });
			const dear = await seedAd(server, seller, { title: 'Chair', price_kobo: 900_000 });
			const cheap = await seedAd(server, seller, { title: 'A chair', price_kobo: 100 });
			expect(await ads('chair', { sort: 'cheapest' })).toEqual([cheap, dear, none]);
			expect(await ads('chair', { sort: 'dearest' })).toEqual([dear, cheap, none]);
		});

		test.each(['best', 'newest', 'cheapest', 'dearest'] as const)(
			'`%s` lists each ad once across its pages',
			async (sort) => {
				const seeded: number[] = [];
				for (let index = 0; index < 17; index += 1) {
					const title = ['Chair', 'Chairs', 'Set'][index % 3] as string;
					const price_kobo = index % 5 === 0 ? null : 1000 * (index % 4) + 100;
					const at = start - Math.floor(index / 4) * day;
					seeded.push(await seedAd(server, seller, { title, description: 'chair', price_kobo, at }));
				}
				const whole = await ads('chair', { sort });
				expect(new Set(whole)).toEqual(new Set(seeded));
				const walked = await walk('chair', { sort, limit: 3 }, () =>
					seedAd(server, seller, { title: 'Chairs', price_kobo: 2000, at: start + 99 * day }),
				);
				const old = walked.filter((id) => seeded.includes(id));
				expect(old).toEqual(whole);
				expect(new Set(walked).size).toBe(walked.length);
			},
		);

		test('shows posts and people on the first page only', async () => {
			for (let index = 0; index < 3; index += 1) await seedAd(server, seller, { title: 'Bassoon' });
			await post('A bassoon');
			const first = await search('bassoon', { limit: 2 });
			expect(first.posts.items).toHaveLength(1);
			const second = await search('bassoon', { limit: 2, cursor: first.ads.next_cursor as string });
			const none = { items: [], next_cursor: null };
			expect(second).toMatchObject({ posts: none, people: none, words: ['bassoon'] });
			expect(second.ads.items).toHaveLength(1);
			expect(second.ads.next_cursor).toBeNull();
		});
	});

	test('pages through posts or people if only they are requested', async () => {
		await seedAd(server, seller, { title: 'Piccolo' });
		const postIds: number[] = [];
		for (let count = 0; count < 5; count += 1) postIds.push(await post('A piccolo'));
		const personIds: number[] = [];
		for (let count = 0; count < 3; count += 1) {
			const person = await signUp(server);
			await person.client.updateMe({ body: { bio: 'Piccolos' } });
			personIds.push(person.session.id);
		}
		const firstPage = await search('piccolo');
		expect([firstPage.posts, firstPage.people].map(({ items }) => items.map(({ id }) => id))).toEqual([
			postIds.slice(3).reverse(),
			personIds.slice(1).reverse(),
		]);
		expect([firstPage.posts, firstPage.people].map(({ next_cursor }) => next_cursor)).toEqual([
			expect.any(String),
			expect.any(String),
		]);
		for (const [kind, all] of [
			['posts', postIds],
			['people', personIds],
		] as const) {
			const walked: number[] = [];
			let cursor: string | undefined;
			do {
				const found = await search('piccolo', { kind, limit: 2, ...(cursor && { cursor }) });
				for (const other of ['ads', 'posts', 'people'] as const) {
					if (other !== kind) expect(found[other]).toEqual({ items: [], next_cursor: null });
				}
				walked.push(...found[kind].items.map(({ id }) => id));
				cursor = found[kind].next_cursor ?? undefined;
			} while (cursor);
			expect(walked).toEqual(all.toReversed());
			await expect(search('piccolo', { kind, cursor: 'nonsense' })).rejects.toMatchObject({ status: 422 });
		}
		const only = await search('piccolo', { kind: 'ads' });
		expect([only.ads.items.length, only.posts.items.length, only.people.items.length]).toEqual([1, 0, 0]);
	});

	test('finds no posts and people for filters that only ads have', async () => {
		await post('A tuba');
		await seller.client.updateMe({ body: { bio: 'Tubas' } });
		const count = async (query: Partial<Query>) => {
			const { posts, people } = await search('tuba', query);
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
	])('rejects ?%s', async (query, field) => {
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
	])('accepts %j', async (q) => {
		const found = await search(q);
		expect(found.ads.items).toEqual([]);
	});

	test('omits hidden content and suspended accounts that are still indexed', async () => {
		const [ad, film] = [
			await seedAd(server, seller, { title: 'Teapot' }),
			await seedAd(server, seller, { title: 'Teapot', format: 'video' }),
		];
		const postId = await post('Teapots are back');
		await seller.client.updateMe({ body: { display_name: 'Teapot Palace' } });
		const listFound = async (query: Partial<Query> = {}) => {
			const { ads, posts, people } = await search('teapot', query);
			return [ads, posts, people].map(({ items }) => items.map(({ id }) => id).sort((a, b) => a - b));
		};
		expect(await listFound()).toEqual([[ad, film], [postId], [seller.session.id]]);
		const tables = server.db.tables<AdTables & PostTables & AccountTables>();
		const hidden = { hidden_at: start };
		await tables.updateTable('ads').set(hidden).where('seller_id', '=', seller.session.id).execute();
		await tables.updateTable('posts').set(hidden).where('author_id', '=', seller.session.id).execute();
		await tables.updateTable('accounts').set({ suspended_at: start }).where('id', '=', seller.session.id).execute();
		for (const sort of ['best', 'newest', 'cheapest', 'dearest'] as const) {
			expect(await listFound({ sort }), sort).toEqual([[], [], []]);
		}
		const { items } = await createApiClient(server).getFeed({ query: { q: 'teapot' } });
		expect(items).toEqual([]);
	});

	test('counts visible ads per category, and updates the counts', async () => {
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
