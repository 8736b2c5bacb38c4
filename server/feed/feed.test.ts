import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallInput } from '../../contract/core/endpoint.ts';
import type { getFeed } from '../../contract/feed/feed.ts';
import { adIndex, adListsCacheTag } from '../ads/index.ts';
import type { AdTables } from '../ads/tables.ts';
import { encodeCursor } from '../core/cursor.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import {
	createApiClient,
	postPictureAd,
	postVideoAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../testing/people.ts';
import { type AdSeed, seedAd } from '../testing/seed-ads.ts';
import { canRunEnvironment, startTestServer, type TestServer } from '../testing/start-server.ts';

type Query = CallInput<typeof getFeed>['query'];

let server: TestServer;
let seller: TestPerson;
const category = 'Home Décor';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
const feed = async (query: Query = {}) =>
	ids(await createApiClient(server).getFeed({ query: { limit: 50, ...query } }));

/** Returns the ad ids of all pages of the feed. Calls `between` after each page. */
async function walk(query: Query, between: () => Promise<unknown> = async () => {}): Promise<number[]> {
	const walked = [];
	let cursor: string | undefined;
	do {
		const page = await createApiClient(server).getFeed({ query: { ...query, ...(cursor && { cursor }) } });
		walked.push(...ids(page));
		cursor = page.next_cursor ?? undefined;
		await between();
	} while (cursor);
	return walked;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(server.address + path, { headers });
}

describeOnBothEngines('the feed', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});
	// Each test starts without ads.
	afterEach(() =>
		server.db.transaction(async (tx) => {
			const rows = await tx.tables<AdTables>().selectFrom('ads').select('id').execute();
			for (const { id } of rows) await adIndex.remove(tx, id);
			await tx.tables<AdTables>().deleteFrom('ad_media').execute();
			await tx.tables<AdTables>().deleteFrom('ads').execute();
			tx.invalidate(adListsCacheTag);
		}),
	);

	test('orders by trending score: newer first, liked ads higher', async () => {
		const old = await seedAd(server, seller, { category, at: start });
		const liked = await seedAd(server, seller, { category, at: start, boost: 100 });
		const fresh = await seedAd(server, seller, { category, at: start + day });
		expect(await feed({ category })).toEqual([liked, fresh, old]);
	});

	test('pages through every ad once, with equal scores and new ads in between', async () => {
		const seeded: number[] = [];
		for (let index = 0; index < 23; index += 1) {
			seeded.push(await seedAd(server, seller, { category, at: start - Math.floor(index / 5) * day }));
		}
		const walked = await walk({ category, limit: 3 }, () =>
			seedAd(server, seller, { category, at: start + 100 * day }),
		);
		expect(walked).toHaveLength(23);
		expect(new Set(walked)).toEqual(new Set(seeded));
		const ties = seeded.slice(0, 5);
		expect(walked.slice(0, 5)).toEqual(ties.toReversed());
	});

	test('ends without a cursor even if the last page is full', async () => {
		for (let index = 0; index < 4; index += 1) await seedAd(server, seller, { category });
		const page = await createApiClient(server).getFeed({ query: { category, limit: 4 } });
		expect(page.items).toHaveLength(4);
		expect(page.next_cursor).toBeNull();
	});

	test('filters by a category with a comma in its name', async () => {
		const comma = 'Residential and Commercial, CNG';
		const inside = await seedAd(server, seller, { category: comma });
		await seedAd(server, seller, { category: 'Sportswear' });
		expect(await feed({ category: comma })).toEqual([inside]);
	});

	test('filters by format, place, price and words', async () => {
		const base = { category } as const;
		const red = await seedAd(server, seller, { ...base, title: 'Red LAMP', place: 'Yaba, Lagos', price_kobo: 10_000 });
		const blue = await seedAd(server, seller, { ...base, title: 'Blue lamp 100%', place: 'Kano', price_kobo: 20_000 });
		const film = await seedAd(server, seller, { ...base, format: 'video', title: 'Chair', description: 'Ọ̀yọ́ wood' });
		const sorted = async (query: Query) => (await feed({ category, ...query })).sort((a, b) => a - b);
		expect(await sorted({ format: 'video' })).toEqual([film]);
		expect(await sorted({ format: 'image' })).toEqual([red, blue]);
		expect(await sorted({ place: 'LAGOS' })).toEqual([red]);
		expect(await sorted({ min_price: 10_001 })).toEqual([blue]);
		expect(await sorted({ min_price: 10_000, max_price: 20_000 })).toEqual([red, blue]);
		expect(await sorted({ max_price: 9_999 })).toEqual([]);
		// An empty price field does not exclude ads without a price.
		expect(await sorted({ min_price: '', max_price: ' ' })).toEqual([red, blue, film]);
		expect(await sorted({ min_price: '', max_price: 10_000 })).toEqual([red]);
		expect(await sorted({ q: 'lamp' })).toEqual([red, blue]);
		expect(await sorted({ q: '  lAmP   red ' })).toEqual([red]);
		expect(await sorted({ q: 'lamp kano' })).toEqual([blue]);
		expect(await sorted({ q: 'ọ̀yọ́' })).toEqual([film]);
		expect(await sorted({ q: 'Ọ̀YỌ́' })).toEqual([film]);
		expect(await sorted({ q: '100%' })).toEqual([blue]);
		for (const q of ['%', '_', '\\', "'", '"', '; drop table ads']) {
			expect(await sorted({ q }), q).toEqual([]);
		}
		expect(await sorted({ q: ' ' })).toHaveLength(3);
	});

	describe('filters by the fields of an ad', () => {
		const lagos = { state: 'Lagos', lga: 'Ikeja' } as const;
		const oyo = { state: 'Oyo', lga: 'Surulere' } as const;
		let phone: number;
		let used: number;
		let plain: number;

		beforeEach(async () => {
			phone = await seedAd(server, seller, {
				category: 'Phones & Tablets',
				title: 'Phone',
				condition: 'new',
				negotiable: true,
				delivery: ['pickup', 'nationwide'],
				location: lagos,
				price_kobo: 10_000,
			});
			used = await seedAd(server, seller, {
				category,
				title: 'Lamp of brass',
				condition: 'foreign_used',
				delivery: ['nationwide', 'pay_on_delivery'],
				location: oyo,
				place: 'Challenge',
			});
			plain = await seedAd(server, seller, { category, title: 'Lamp' });
		});

		test.each<[Query, () => number[]]>([
			[{ condition: 'new' }, () => [phone]],
			[{ condition: 'refurbished' }, () => []],
			[{ negotiable: 'true' }, () => [phone]],
			[{ delivery: 'nationwide' }, () => [used, phone]],
			[{ delivery: 'pickup' }, () => [phone]],
			[{ delivery: 'within_state' }, () => []],
			[{ state: 'Oyo' }, () => [used]],
			[{ state: 'Lagos', lga: 'Ikeja' }, () => [phone]],
			[{ state: 'Lagos', lga: 'Surulere' }, () => []],
			[{ state: 'Oyo', lga: 'Surulere' }, () => [used]],
			[{ place: 'surul' }, () => [used]],
			[{ state: 'Lagos', delivery: 'nationwide', condition: 'new' }, () => [phone]],
			[{ category, delivery: 'nationwide' }, () => [used]],
			[{ category, condition: 'new' }, () => []],
			[{ negotiable: 'true', max_price: 10_000 }, () => [phone]],
			[{ negotiable: 'true', max_price: 9999 }, () => []],
			[{ q: 'lamp', state: 'Oyo' }, () => [used]],
			[{ q: 'oyo' }, () => [used]],
			[{ q: 'ikeja' }, () => [phone]],
			[{ place: '?!' }, () => [plain, used, phone]],
			[{}, () => [plain, used, phone]],
		])('%j', async (query, expected) => {
			expect(await feed(query)).toEqual(expected());
			expect((await createApiClient(server).countAds({ query })).ads).toBe(expected().length);
			const everywhere = query.q === undefined ? await feed({ ...query, q: 'lamp phone' }) : [];
			expect(everywhere).toEqual([]);
		});

		test('pages through a combination once', async () => {
			const seeded = [];
			for (let index = 0; index < 11; index += 1) {
				seeded.push(
					await seedAd(server, seller, { category, condition: 'new', location: lagos, at: start + index * day }),
				);
			}
			expect(await walk({ category, condition: 'new', state: 'Lagos', limit: 4 })).toEqual(seeded.toReversed());
		});

		test('counts the options within the other filters', async () => {
			const count = async (query: Query = {}) => {
				const { ads, options } = await createApiClient(server).countAds({ query });
				return {
					ads,
					...Object.fromEntries(options.map((option) => [`${option.filter} ${option.value}`, option.ads])),
				};
			};
			const all = {
				...{ 'format image': 3, 'condition new': 1, 'condition foreign_used': 1, 'negotiable true': 1 },
				...{ 'delivery pickup': 1, 'delivery nationwide': 2, 'delivery pay_on_delivery': 1 },
				...{ 'state Lagos': 1, 'state Oyo': 1 },
			};
			expect(await count()).toEqual({ ads: 3, ...all });
			expect(await count({ state: 'Oyo' })).toEqual({
				...{ ads: 1, 'format image': 1, 'condition foreign_used': 1 },
				...{ 'delivery nationwide': 1, 'delivery pay_on_delivery': 1, 'lga Surulere': 1 },
				...{ 'state Lagos': 1, 'state Oyo': 1 },
			});
			expect(await count({ category, condition: 'new' })).toEqual({ ads: 0, 'condition foreign_used': 1 });
			expect(await count({ max_price: 10_000 })).toMatchObject({ ads: 1, 'condition new': 1 });
			expect(await count({ max_price: 9999 })).toEqual({ ads: 0 });
			expect(await count({ q: 'lamp' })).toMatchObject({ ads: 2, 'condition foreign_used': 1, 'state Oyo': 1 });
			expect(await count({ q: '%' })).toEqual({ ads: 0 });
		});
	});

	test('matches a place regardless of case and diacritics', async () => {
		const there = await seedAd(server, seller, { category, place: 'ẸDẸ, Ọ̀ṣun' });
		expect(await feed({ category, place: 'ẹdẹ' })).toEqual([there]);
		expect(await feed({ category, place: 'ọ̀ṣun' })).toEqual([there]);
	});

	test.each([
		['limit=0', 'limit'],
		['limit=51', 'limit'],
		['limit=abc', 'limit'],
		['limit=1.5', 'limit'],
		['limit=', 'limit'],
		['limit=5&limit=5', 'limit'],
		['category=Nothing', 'category'],
		['category=Sportswear&category=Motorcycles', 'category'],
		['format=gif', 'format'],
		['condition=old', 'condition'],
		['condition=new&condition=new', 'condition'],
		['negotiable=false', 'negotiable'],
		['delivery=drone', 'delivery'],
		['state=Atlantis', 'state'],
		['state=constructor&lga=Ikeja', 'state'],
		['lga=Ikeja', 'lga'],
		['state=Ogun&lga=Ikeja', 'lga'],
		['state=Lagos&lga=constructor', 'lga'],
		['min_price=-1', 'min_price'],
		['max_price=1e99', 'max_price'],
		['min_price=1&min_price=1', 'min_price'],
		['q=a%00b', 'q'],
		[`q=${'x'.repeat(101)}`, 'q'],
		['place=%00', 'place'],
		['cursor=%00', 'cursor'],
		['cursor=nonsense', 'cursor'],
		['cursor=', 'cursor'],
		[`cursor=${encodeCursor([1])}`, 'cursor'],
		[`cursor=${encodeCursor([1, 2, 3])}`, 'cursor'],
		[`cursor=${Buffer.from('1.x').toString('base64url')}`, 'cursor'],
		[`cursor=${Buffer.from('1.99999999999999999999').toString('base64url')}`, 'cursor'],
		[`cursor=${Buffer.from("1.1' or 1=1").toString('base64url')}`, 'cursor'],
		['offset=10', 'offset'],
	])('rejects ?%s', async (query, field) => {
		const response = await get(`/api/feed?${query}`);
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
	});

	test('reports all invalid parameters at once', async () => {
		const { fields } = (await (await get('/api/feed?limit=0&format=gif&more=1')).json()) as { fields: object };
		expect(Object.keys(fields).sort()).toEqual(['format', 'limit', 'more']);
	});

	test('survives malformed UTF-8 in the query', async () => {
		// The paths contain byte sequences that are not valid UTF-8, such as an encoded lone surrogate.
		for (const path of ['/api/feed?q=%ED%A0%80', '/api/feed?q=%FF', '/api/feed?category=%E0%A4%A']) {
			expect((await get(path)).status, path).toBeLessThan(500);
		}
	});

	describe('the cached first page', () => {
		test('is invalidated when an ad is posted, changed, sold or deleted', async () => {
			const listItems = async () => (await createApiClient(server).getFeed({ query: { category } })).items;
			expect(await listItems()).toEqual([]);
			const { id } = await postPictureAd(seller, { category });
			const params = { id: String(id) };
			expect((await listItems()).map(({ title }) => title)).toEqual(['A lamp']);
			await seller.client.updateAd({ params, body: { title: 'A red lamp' } });
			expect((await listItems()).map(({ title }) => title)).toEqual(['A red lamp']);
			await seller.client.markAdSold({ params, body: { sold: true } });
			expect(await listItems()).toEqual([]);
			await seller.client.markAdSold({ params, body: { sold: false } });
			expect(await listItems()).toHaveLength(1);
			await seller.client.deleteAd({ params });
			expect(await listItems()).toEqual([]);
		});

		test('includes a video as soon as it is playable', async () => {
			expect(await feed({ format: 'video' })).toEqual([]);
			const id = await postVideoAd(seller);
			await server.jobs.whenIdle();
			expect(await feed({ format: 'video' })).toEqual([id]);
		});

		test('has an ETag that matches until something changes', async () => {
			await seedAd(server, seller, { category });
			const path = `/api/feed?category=${encodeURIComponent(category)}`;
			const first = await get(path);
			const etag = first.headers.get('etag') ?? '';
			expect(etag).toMatch(/^"[\w-]+"$/);
			expect(first.headers.get('cache-control')).toBe('no-cache');
			for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
				const again = await get(path, { 'if-none-match': known });
				expect(again.status).toBe(304);
				expect(await again.text()).toBe('');
			}
			await seedAd(server, seller, { category });
			const changed = await get(path, { 'if-none-match': etag });
			expect(changed.status).toBe(200);
			expect(changed.headers.get('etag')).not.toBe(etag);
		});

		test('is compressed as the client accepts, with the same content', async () => {
			for (let index = 0; index < 8; index += 1) await seedAd(server, seller, { category });
			const path = `/api/feed?category=${encodeURIComponent(category)}`;
			const plain = await get(path, { 'accept-encoding': 'identity' });
			expect(plain.headers.get('content-encoding')).toBeNull();
			const text = await plain.text();
			for (const encoding of ['br', 'gzip']) {
				const packed = await get(path, { 'accept-encoding': encoding });
				expect(packed.headers.get('content-encoding')).toBe(encoding);
				expect(packed.headers.get('vary')).toContain('accept-encoding');
				expect(await packed.text()).toBe(text);
			}
		});

		test('serves a byte range uncompressed', async () => {
			for (let index = 0; index < 8; index += 1) await seedAd(server, seller, { category });
			const path = `/api/feed?category=${encodeURIComponent(category)}`;
			const whole = await (await get(path)).arrayBuffer();
			const part = await get(path, { range: 'bytes=0-1999', 'accept-encoding': 'gzip' });
			expect([part.status, part.headers.get('content-encoding')]).toEqual([206, null]);
			expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(whole).subarray(0, 2000));
		});

		test('is the same for visitors and accounts', async () => {
			await seedAd(server, seller, { category });
			const path = `/api/feed?category=${encodeURIComponent(category)}`;
			const visitor = await (await get(path)).text();
			expect(await (await get(path, { authorization: `Bearer ${seller.token}` })).text()).toBe(visitor);
		});
	});

	describe('of videos', () => {
		const client = () => createApiClient(server);
		const seedVideo = (ad: AdSeed = {}) => seedAd(server, seller, { ...ad, format: 'video' });
		const videos = async (from?: number) =>
			ids(await client().listVideos({ query: from === undefined ? {} : { from: String(from) } }));

		test('lists videos for sale in trending order, in pages, each with its description and files', async () => {
			await seedAd(server, seller, { boost: 9 });
			const [last, second, first] = [
				await seedVideo(),
				await seedVideo({ boost: 1 }),
				await seedVideo({ boost: 2, description: 'Watch it turn.' }),
			];
			const page = await client().listVideos({ query: { limit: 2 } });
			expect(ids(page)).toEqual([first, second]);
			expect(page.items[0]).toMatchObject({ description: 'Watch it turn.', video: { duration_ms: 20_000 } });
			expect(page.items[0]?.video.renditions).toHaveLength(1);
			const next = await client().listVideos({ query: { limit: 2, cursor: page.next_cursor ?? '' } });
			expect(next).toMatchObject({ items: [{ id: last }], next_cursor: null });
		});

		test('gives no phone number', async () => {
			await seedVideo({ whatsapp: '+2348031234567' });
			const response = await (await get('/api/videos')).text();
			expect(response).toContain('A lamp');
			expect(response).not.toContain('8031234567');
		});

		test('begins with the given video and lists it once, even a sold one', async () => {
			const [low, high] = [await seedVideo(), await seedVideo({ boost: 1 })];
			expect(await videos(low)).toEqual([low, high]);
			await seller.client.markAdSold({ params: { id: String(low) }, body: { sold: true } });
			expect(await videos(low)).toEqual([low, high]);
			expect(await videos()).toEqual([high]);
		});

		test('begins with the most trending if the given one is no video that all can watch', async () => {
			const [picture, video] = [await seedAd(server, seller), await seedVideo()];
			for (const from of [picture, video + 1000]) expect(await videos(from)).toEqual([video]);
		});

		test('rejects a malformed start or cursor', async () => {
			for (const query of ['from=x', 'from=0', 'cursor=x']) {
				expect((await get(`/api/videos?${query}`)).status, query).toBe(422);
			}
		});

		test('leaves out a video as soon as a moderator hides it or suspends its seller', async () => {
			const [admin, other] = [await signUpAdministrator(server), await signUp(server)];
			const [hidden, kept] = [await seedVideo(), await seedAd(server, other, { format: 'video' })];
			const all = async () => [await videos(), await videos(hidden)];
			expect(await all()).toEqual([
				[kept, hidden],
				[hidden, kept],
			]);
			await other.client.report({ body: { target: { kind: 'ad', id: hidden }, reason: 'scam' } });
			const { items } = await admin.client.listReports({ query: { kind: 'ad' } });
			const params = { id: String(items.find(({ target }) => target.id === hidden)?.id) };
			await admin.client.decideReports({ params, body: { decision: 'hide', reason: 'Not yours to sell.' } });
			expect(await all()).toEqual([[kept], [kept]]);
			const body = { reason: 'Fraud.', days: null };
			await admin.client.suspendUser({ params: { id: String(other.session.id) }, body });
			expect(await all()).toEqual([[], []]);
		});
	});

	describe('of a seller', () => {
		test('lists picture ads and videos separately, newest first, in pages', async () => {
			const { user_name } = seller.session;
			const posts = [];
			const videos = [];
			for (let index = 0; index < 5; index += 1) {
				posts.unshift(await seedAd(server, seller, { category }));
				videos.unshift(await seedAd(server, seller, { category, format: 'video' }));
			}
			const other = await signUp(server);
			await seedAd(server, other, { category });
			const params = { user_name: user_name.toUpperCase() };
			const client = createApiClient(server);
			const first = await client.listUserPosts({ params, query: { limit: 3 } });
			const rest = await client.listUserPosts({
				params,
				query: { limit: 3, ...(first.next_cursor && { cursor: first.next_cursor }) },
			});
			expect([...first.items, ...rest.items].map((item) => item.type === 'ad' && item.ad.id)).toEqual(posts);
			expect(rest.next_cursor).toBeNull();
			expect(ids(await client.listUserVideos({ params, query: {} }))).toEqual(videos);
		});

		test('returns 404 for an unknown user name', async () => {
			const [params, query] = [{ user_name: 'nobody_at_all' }, {}];
			await expect(createApiClient(server).listUserPosts({ params, query })).rejects.toMatchObject({ status: 404 });
			await expect(createApiClient(server).listUserVideos({ params, query })).rejects.toMatchObject({ status: 404 });
		});
	});
});

test.skipIf(!canRunEnvironment({ engine: 'postgres' }))('invalidates the feed in other processes too', async () => {
	const first = await startTestServer({ engine: 'postgres' });
	const second = await startTestServer({ environment: first.environment, runJobs: false });
	try {
		const seller = await signUp(first);
		const listIds = async () => ids(await createApiClient(second).getFeed({ query: { category } }));
		expect(await listIds()).toEqual([]);
		const { id } = await postPictureAd(seller, { category });
		await vi.waitFor(async () => expect(await listIds()).toEqual([id]), { timeout: 30_000 });
		await seller.client.deleteAd({ params: { id: String(id) } });
		await vi.waitFor(async () => expect(await listIds()).toEqual([]), { timeout: 30_000 });
	} finally {
		await second.close();
		await first.close();
	}
});
