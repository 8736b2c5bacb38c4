import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { AdTables } from '../ads/tables.ts';
import { trendingScore } from '../content/trending-store.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, letRank, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { waitForInvalidation } from '../testing/wait-for-invalidation.ts';
import { readZip } from '../testing/zip.ts';
import { insightPersonalData } from './personal-data.ts';
import type { InsightTables } from './tables.ts';

const day = 86_400_000;
const metricsToken = 'a-token-for-prometheus';
const noon = Date.UTC(2026, 5, 15, 12);
const clock = {
	at: noon,
	now() {
		return this.at;
	},
};

let server: TestServer;
let seller: TestPerson;
let keys = 0;

/** Creates the `day_key` of a new browser: a random id, which a real browser replaces every day. */
function createDayKey() {
	keys += 1;
	return `browser-${String(keys).padStart(16, '0')}`;
}

function send(dayKey: string, ...insights: unknown[]): Promise<Response> {
	return sendFrom(`10.0.0.${keys % 250}`, dayKey, ...insights);
}

function sendFrom(address: string, dayKey: string, ...insights: unknown[]): Promise<Response> {
	// The request is like one of `navigator.sendBeacon` with a string: it has no CORS preflight and no session.
	return fetch(`${server.address}/api/insights`, {
		method: 'POST',
		headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address },
		body: JSON.stringify({ day_key: dayKey, insights }),
	});
}

async function view(dayKey: string, id: number, target: ContentTarget = 'ads') {
	expect((await send(dayKey, { type: 'view', target, id })).status).toBe(202);
}

/** Reports a play that watched the first `parts` parts of a video. */
async function watch(dayKey: string, id: number, parts: number) {
	expect((await send(dayKey, { type: 'watch', id, parts: 2 ** parts - 1 })).status).toBe(202);
}

/** Returns how many of the plays watched each part, if each watched the given number of first parts. */
const countParts = (...plays: number[]) =>
	Array.from({ length: limits.watching.parts }, (_, part) => plays.filter((parts) => parts > part).length);

async function getPlays(id: number): Promise<number[]> {
	const { watching } = await getMyInsights({ target: 'ads', id });
	expect(watching?.duration_ms).toBe(20_000);
	return watching?.plays ?? [];
}

async function getScore(id: number): Promise<number> {
	const ads = server.db.tables<AdTables>().selectFrom('ads').select('score').where('id', '=', id);
	return (await ads.executeTakeFirstOrThrow()).score;
}

const getMyInsights = (query: { target?: ContentTarget; id?: number } = {}) => seller.client.getMyInsights({ query });
const listRows = (table: keyof InsightTables) =>
	server.db.tables<InsightTables>().selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine, clock, env: { TRUST_PROXY: '1', METRICS_TOKEN: metricsToken } });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		clock.at = noon;
		seller = await signUp(server);
	});
}

describe('insights', () => {
	useServer();

	test('count a browser once a day for each ad', async () => {
		const [first, second] = [await seedAd(server, seller), await seedAd(server, seller)];
		const [one, other] = [createDayKey(), createDayKey()];
		await view(one, first);
		await view(one, first);
		await server.insights.flush();
		await view(one, first);
		await view(other, first);
		await view(one, second);
		await server.insights.flush();
		expect((await server.ads.show(first, null)).views).toBe(2);
		expect((await server.ads.show(second, null)).views).toBe(1);
		clock.at += day;
		await view(one, first);
		await server.insights.flush();
		expect((await server.ads.show(first, null)).views).toBe(3);
	});

	test('count fallbacks of players as a metric, up to twenty per day and network', async () => {
		const report = { type: 'fallback', from: 'segments', reason: 'gap' };
		expect((await sendFrom('10.9.0.1', createDayKey(), ...Array(30).fill(report))).status).toBe(202);
		expect((await sendFrom('10.9.0.1', createDayKey(), report)).status).toBe(202);
		expect((await sendFrom('10.8.0.1', createDayKey(), { ...report, from: 'hls' })).status).toBe(202);
		expect((await sendFrom('10.7.0.1', createDayKey(), { ...report, reason: 'x' })).status).toBe(422);
		expect((await sendFrom('10.7.0.1', createDayKey(), { ...report, id: 7 })).status).toBe(422);
		const metrics = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
		const counted = [...(await metrics.text()).matchAll(/^video_fallbacks_total(.*)$/gm)].map(([, value]) => value);
		expect(counted).toEqual(['{from="segments",reason="gap"} 20', '{from="hls",reason="gap"} 1']);
	});

	test('count up to twenty browsers of a network per day and item', async () => {
		const [popular, other] = [await seedAd(server, seller), await seedAd(server, seller)];
		const sendMany = async (address: string, id: number, times: number) => {
			for (let time = 0; time < times; time += 1) {
				const response = await sendFrom(
					address,
					createDayKey(),
					{ type: 'view', target: 'ads', id },
					{ type: 'contact', id },
				);
				expect(response.status).toBe(202);
			}
			await server.insights.flush();
		};
		const getCounts = async (id: number) => {
			const { items } = await getMyInsights({ target: 'ads', id });
			return [items[0]?.views, items[0]?.contacts];
		};
		await sendMany('198.51.100.7', popular, 12);
		await sendMany('198.51.100.7', popular, 60);
		expect(await getCounts(popular)).toEqual([20, 20]);
		// Repeated views by one browser use up the limit of its network only once.
		const known = createDayKey();
		for (let time = 0; time < 25; time += 1) {
			await sendFrom('198.51.100.8', known, { type: 'view', target: 'ads', id: popular });
			await server.insights.flush();
		}
		await sendMany('198.51.100.8', popular, 2);
		expect(await getCounts(popular)).toEqual([23, 22]);
		// All addresses of an IPv6 /56 prefix are one network, because many homes have one.
		for (let subnet = 10; subnet < 40; subnet += 1) await sendMany(`2001:db8:1:${subnet}::1`, other, 1);
		await sendMany('2001:db8:1:100::1', other, 1);
		expect(await getCounts(other)).toEqual([21, 21]);
		clock.at += day;
		await sendMany('198.51.100.7', popular, 30);
		expect(await getCounts(popular)).toEqual([43, 42]);
	});

	test('store no address of a reader', async () => {
		const id = await seedAd(server, seller);
		await sendFrom('203.0.113.99', createDayKey(), { type: 'view', target: 'ads', id });
		await server.insights.flush();
		for (const table of ['seen_today', 'item_days', 'page_days'] as const) {
			expect(JSON.stringify(await listRows(table))).not.toContain('203.0.113.99');
		}
		const columns = Object.keys((await listRows('seen_today'))[0] ?? {}).sort();
		expect(columns).toEqual(['day', 'hash']);
	});

	test('count contacts by kind beside views', async () => {
		const id = await seedAd(server, seller);
		const dayKey = createDayKey();
		await send(dayKey, { type: 'view', target: 'ads', id }, { type: 'contact', id }, { type: 'contact', id });
		await send(createDayKey(), { type: 'contact', id }, { type: 'offer', id });
		for (const key of [dayKey, createDayKey(), createDayKey()]) await send(key, { type: 'call', id });
		await server.insights.flush();
		const { days, items } = await getMyInsights();
		expect(days.at(-1)).toEqual({
			day: '2026-06-15',
			views: 1,
			likes: 0,
			saves: 0,
			comments: 0,
			contacts: 2,
			offers: 1,
			calls: 3,
			product_taps: 0,
		});
		expect(items).toEqual([
			{
				target: 'ads',
				id,
				title: 'A lamp',
				views: 1,
				likes: 0,
				saves: 0,
				comments: 0,
				contacts: 2,
				offers: 1,
				calls: 3,
				product_taps: 0,
			},
		]);
	});

	test('count taps on the products of a video once a day for each browser', async () => {
		const id = await seedAd(server, seller, { format: 'video' });
		const dayKey = createDayKey();
		await send(dayKey, { type: 'product', id }, { type: 'product', id });
		await send(createDayKey(), { type: 'product', id });
		await server.insights.flush();
		const { days, items } = await getMyInsights({ target: 'ads', id });
		expect([days.at(-1)?.product_taps, items[0]?.product_taps]).toEqual([2, 2]);
		const exported = await insightPersonalData.export(server.db, seller.session.id);
		expect(exported).toMatchObject([{ target_id: id, product_taps: 2 }]);
	});

	test('list each of the last thirty days, including empty ones', async () => {
		const id = await seedAd(server, seller);
		for (const ago of [40, 29, 3]) {
			clock.at = noon - ago * day;
			await view(createDayKey(), id);
			await server.insights.flush();
		}
		clock.at = noon;
		const { days, items } = await getMyInsights();
		expect(days).toHaveLength(limits.insightDays);
		expect(days[0]).toMatchObject({ day: '2026-05-17', views: 1 });
		expect(days.map(({ views }) => views).filter(Boolean)).toEqual([1, 1]);
		expect(days.map(({ day }) => Date.parse(day))).toEqual(days.map((_, index) => Date.UTC(2026, 4, 17 + index)));
		expect(items[0]?.views).toBe(3);
	});

	test('list likes, saves and comments on their day', async () => {
		const id = await seedAd(server, seller);
		const params = { target: 'ads', id: String(id) } as const;
		const { client } = await signUp(server);
		await client.like({ params });
		await client.createComment({ params, body: { text: 'How much?' } });
		await client.save({ params: { list: 'wishlist', id: String(id) } });
		const { days, items } = await getMyInsights({ target: 'ads', id });
		expect(days.at(-1)).toMatchObject({ likes: 1, comments: 1, saves: 1 });
		expect(items).toEqual([expect.objectContaining({ id, likes: 1, comments: 1, saves: 1 })]);
		clock.at += day;
		expect((await getMyInsights({ target: 'ads', id })).days.at(-2)).toMatchObject({ likes: 1, comments: 1, saves: 1 });
	});

	test('count views of posts', async () => {
		const { id } = await seller.client.createPost({ body: { kind: 'tweet', text: 'Market day!' } });
		await view(createDayKey(), id, 'posts');
		await server.insights.flush();
		expect((await getMyInsights()).items).toEqual([
			expect.objectContaining({ target: 'posts', id, title: 'Market day!', views: 1 }),
		]);
	});

	test('are visible to their owner only', async () => {
		const id = await seedAd(server, seller);
		const other = await signUp(server);
		expect((await other.client.getMyInsights({ query: {} })).items).toEqual([]);
		await expect(other.client.getMyInsights({ query: { target: 'ads', id } })).rejects.toMatchObject({ status: 404 });
		await expect(other.client.getMyInsights({ query: { target: 'ads' } })).rejects.toMatchObject({ status: 422 });
		await expect(createApiClient(server).getMyInsights({ query: {} })).rejects.toMatchObject({ status: 401 });
	});

	test('ignore hidden, deleted and unknown items', async () => {
		const id = await seedAd(server, seller);
		const post = await seller.client.createPost({ body: { kind: 'tweet', text: 'Gone' } });
		await seller.client.deletePost({ params: { id: String(post.id) } });
		await send(
			createDayKey(),
			{ type: 'view', target: 'ads', id: 999_999_999 },
			{ type: 'view', target: 'posts', id: post.id },
		);
		await view(createDayKey(), id);
		await server.insights.flush();
		expect((await getMyInsights()).items).toEqual([expect.objectContaining({ target: 'ads', id, views: 1 })]);
		// Deleting an ad deletes its stats.
		await seller.client.deleteAd({ params: { id: String(id) } });
		expect((await getMyInsights()).days.every(({ views }) => views === 0)).toBe(true);
	});

	test('count pageviews by route without their paths, and vitals by step', async () => {
		clock.at = noon + 100 * day;
		const today = Math.floor(clock.at / day);
		await send(
			createDayKey(),
			{ type: 'pageview', route: 'feed/:id/:productName', path: '/feed/7/lamp?token=secret#x' },
			{ type: 'pageview', route: 'feed/:id/:productName', path: '/feed/7/lamp' },
			{ type: 'pageview', route: '<script>', path: '/' },
			{ type: 'vital', route: '/', name: 'LCP', value: 2400.7 },
			{ type: 'vital', route: '/', name: 'LCP', value: 2500 },
			{ type: 'vital', route: '/', name: 'LCP', value: 2501 },
			{ type: 'vital', route: '/', name: 'CLS', value: 0 },
		);
		await server.insights.flush();
		await send(createDayKey(), { type: 'vital', route: '/', name: 'LCP', value: 2300 });
		await server.insights.flush();
		const on = (rows: Record<string, unknown>[]) => rows.filter((row) => row.day === today);
		const pages = on(await listRows('page_days'));
		expect(pages).toHaveLength(2);
		expect(pages).toContainEqual({ day: today, route: 'feed/:id/:productName', path: '', views: 2 });
		expect(pages).toContainEqual({ day: today, route: 'other', path: '', views: 1 });
		const vitals = on(await listRows('vital_days'));
		expect(vitals).toHaveLength(3);
		expect(vitals).toContainEqual({ day: today, route: '/', name: 'LCP', up_to: 2500, visits: 3 });
		expect(vitals).toContainEqual({ day: today, route: '/', name: 'LCP', up_to: 3000, visits: 1 });
		expect(vitals).toContainEqual({ day: today, route: '/', name: 'CLS', up_to: 0, visits: 1 });
	});

	test('store which browser saw what as a hash, for two days at most', async () => {
		clock.at = noon + 200 * day;
		const id = await seedAd(server, seller);
		const dayKey = createDayKey();
		await view(dayKey, id);
		await server.insights.flush();
		const seen = (await listRows('seen_today')).filter((row) => row.day === Math.floor(clock.at / day));
		expect(seen).toHaveLength(1);
		expect(JSON.stringify(seen)).not.toContain(dayKey);
		clock.at += 2 * day;
		await server.insights.sweep();
		expect(await listRows('seen_today')).toEqual([]);
		expect((await server.ads.show(id, null)).views).toBe(1);
	});

	describe('of plays', () => {
		test('count a browser once a day for each video, with its first report', async () => {
			const id = await seedAd(server, seller, { format: 'video' });
			const dayKey = createDayKey();
			await watch(dayKey, id, 2);
			await watch(dayKey, id, 20);
			await server.insights.flush();
			await watch(dayKey, id, 20);
			await server.insights.flush();
			expect(await getPlays(id)).toEqual(countParts(2));
			clock.at += day;
			await watch(dayKey, id, 3);
			await server.insights.flush();
			expect(await getPlays(id)).toEqual(countParts(2, 3));
		});

		test('count up to twenty browsers of a network per day and video, beside its views', async () => {
			const id = await seedAd(server, seller, { format: 'video' });
			for (let time = 0; time < 25; time += 1) {
				const insights = [
					{ type: 'watch', id, parts: 1 },
					{ type: 'view', target: 'ads', id },
				];
				await sendFrom('198.51.100.9', createDayKey(), ...insights);
			}
			await server.insights.flush();
			expect((await getPlays(id))[0]).toBe(20);
			expect((await server.ads.show(id, null)).views).toBe(20);
		});

		test.each([0, 2, -1, 1.5, 2 ** limits.watching.parts, '1', [1]])(
			'reject %j as the watched parts',
			async (parts) => {
				expect((await send(createDayKey(), { type: 'watch', id: 1, parts })).status).toBe(422);
			},
		);

		test('ignore picture ads, hidden videos and unknown ones', async () => {
			const picture = await seedAd(server, seller);
			const hidden = await seedAd(server, seller, { format: 'video' });
			const ads = server.db.tables<AdTables>();
			await ads.updateTable('ads').set({ hidden_at: 1 }).where('id', '=', hidden).execute();
			for (const id of [picture, hidden, 999_999_999]) await watch(createDayKey(), id, 20);
			await server.insights.flush();
			expect(await listRows('part_plays')).not.toContainEqual(expect.objectContaining({ ad_id: picture }));
			expect(await getPlays(hidden)).toEqual(countParts());
			expect((await getMyInsights({ target: 'ads', id: picture })).watching).toBeNull();
			expect((await getMyInsights()).watching).toBeNull();
		});

		test('are exported with the account and deleted with the video', async () => {
			const id = await seedAd(server, seller, { format: 'video' });
			await watch(createDayKey(), id, 4);
			await server.insights.flush();
			const { url } = await seller.client.exportMe();
			const response = await fetch(new URL(url, server.address));
			const files = readZip(new Uint8Array(await response.arrayBuffer()));
			expect(JSON.parse(new TextDecoder().decode(files.get('watching.json')))).toEqual([
				{ ad_id: id, plays: countParts(4) },
			]);
			await seller.client.deleteAd({ params: { id: String(id) } });
			expect(await listRows('part_plays')).not.toContainEqual(expect.objectContaining({ ad_id: id }));
		});

		test('keep what they have of the score when a like follows', async () => {
			const at = Date.UTC(2026, 0, 1);
			const id = await seedAd(server, seller, { format: 'video', at });
			await watch(createDayKey(), id, 20);
			await server.insights.flush();
			const fan = await signUp(server);
			await letRank(server, fan);
			await fan.client.like({ params: { target: 'ads', id: String(id) } });
			expect(await getScore(id)).toBe(
				trendingScore({ created_at: at, likes: 1, comments: 0, views: 0, watched_parts: 20 }),
			);
		});
	});

	describe('of the whole site', () => {
		async function signUpAdministrator() {
			const person = await signUp(server);
			const accounts = server.db.tables<{ accounts: { id: number; role: string } }>();
			await accounts.updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
			return person.client;
		}
		const createPageviews = (route: string, times: number) =>
			Array.from({ length: times }, (_, index) => ({ type: 'pageview', route, path: `/feed/${index}/lamp` }));
		const createVitals = (route: string, name: string, ...values: number[]) =>
			values.map((value) => ({ type: 'vital', route, name, value }));

		test('return pageviews by route and day, and the 75th percentile of vitals', async () => {
			clock.at = noon + 400 * day;
			await send(createDayKey(), ...createPageviews('ad', 3));
			await server.insights.flush();
			clock.at += 29 * day;
			await send(createDayKey(), ...createPageviews('ad', 2), ...createPageviews('home', 6));
			await send(
				createDayKey(),
				...createVitals('home', 'LCP', 900, 1100, 1900, 2050, 9000),
				...createVitals('home', 'CLS', 0, 0, 0, 300),
				...createVitals('ad', 'INP', 40, 60, 90, 180),
			);
			await server.insights.flush();
			const { days, pageviews, vitals } = await (await signUpAdministrator()).getSiteInsights();
			expect(days).toHaveLength(limits.insightDays);
			expect([days[0], days.at(-1)]).toEqual(['2027-07-20', '2027-08-18']);
			const empty = Array(limits.insightDays - 2).fill(0);
			expect(pageviews).toEqual([
				{ route: 'home', views: 6, by_day: [0, ...empty, 6] },
				{ route: 'ad', views: 5, by_day: [3, ...empty, 2] },
			]);
			expect(vitals).toEqual([
				// The 75th percentile is at 3.75 of 5 visits: 2 below the step from 1800 to 2100, and 1.75 of the 2 visits in it.
				{ route: 'home', name: 'LCP', p75: 2063, visits: 5 },
				{ route: 'ad', name: 'INP', p75: 100, visits: 4 },
				{ route: 'home', name: 'CLS', p75: 0, visits: 4 },
			]);
			clock.at += day;
			expect((await (await signUpAdministrator()).getSiteInsights()).pageviews).toMatchObject([
				{ route: 'home' },
				{ route: 'ad', views: 2 },
			]);
		});

		test('are for administrators only and limited to 100 routes', async () => {
			clock.at = noon + 600 * day;
			expect(await (await signUpAdministrator()).getSiteInsights()).toMatchObject({ pageviews: [], vitals: [] });
			for (let from = 0; from < 150; from += 50) {
				const routes = Array.from({ length: 50 }, (_, index) => `made/up/${from + index}`);
				await send(createDayKey(), ...routes.flatMap((route) => createPageviews(route, 1)));
				await send(createDayKey(), ...routes.flatMap((route) => createVitals(route, 'LCP', 100)));
			}
			await send(createDayKey(), ...createPageviews('home', 2), ...createVitals('home', 'LCP', 100, 100));
			await server.insights.flush();
			const { pageviews, vitals } = await (await signUpAdministrator()).getSiteInsights();
			expect([pageviews.length, vitals.length]).toEqual([100, 100]);
			expect([pageviews[0]?.route, vitals[0]?.route]).toEqual(['home', 'home']);
			const user = await signUp(server);
			await expect(user.client.getSiteInsights()).rejects.toMatchObject({ status: 403 });
			await expect(createApiClient(server).getSiteInsights()).rejects.toMatchObject({ status: 401 });
		});
	});

	describe('a beacon', () => {
		const whole = { type: 'pageview', route: '/', path: '/' };

		test.each([
			['a short key', 422, { day_key: 'short', insights: [whole] }],
			['no insights', 422, { day_key: 'a'.repeat(16), insights: [] }],
			['too many insights', 422, { day_key: 'a'.repeat(16), insights: Array(51).fill(whole) }],
			['an unknown type', 422, { day_key: 'a'.repeat(16), insights: [{ type: 'purchase' }] }],
			['an unknown field', 422, { day_key: 'a'.repeat(16), insights: [{ ...whole, user: 'ada' }] }],
			['a long path', 422, { day_key: 'a'.repeat(16), insights: [{ ...whole, path: 'x'.repeat(301) }] }],
			[
				'a vital out of range',
				422,
				{ day_key: 'a'.repeat(16), insights: [{ type: 'vital', route: '/', name: 'LCP', value: 1e9 }] },
			],
			['64 KB', 413, { day_key: 'a'.repeat(16), insights: [{ ...whole, path: 'x'.repeat(66_000) }] }],
		])('with %s is rejected', async (_, status, body) => {
			const response = await fetch(`${server.address}/api/insights`, {
				method: 'POST',
				headers: { 'content-type': 'text/plain' },
				body: JSON.stringify(body),
			});
			expect(response.status).toBe(status);
		});

		test('may have a JSON content type, while other endpoints reject text', async () => {
			await createApiClient(server).sendInsights({
				body: { day_key: createDayKey(), insights: [{ type: 'pageview', route: '/', path: '/' }] },
			});
			const elsewhere = await fetch(`${server.address}/api/login`, {
				method: 'POST',
				headers: { 'content-type': 'text/plain' },
				body: JSON.stringify({ email: 'a@example.com', password: 'x' }),
			});
			expect(elsewhere.status).toBe(415);
		});
	});

	test('keep cached responses when only views change', async () => {
		const id = await seedAd(server, seller);
		await waitForInvalidation(server);
		const etag = async () => (await fetch(`${server.address}/api/feed`)).headers.get('etag');
		const before = await etag();
		await view(createDayKey(), id);
		await server.insights.flush();
		expect(await etag()).toBe(before);
	});
});

describeOnBothEngines('insights', (engine) => {
	useServer(engine);

	test('count concurrent views of many browsers, and write the buffer on close', async () => {
		const environment = server.environment;
		const id = await seedAd(server, seller);
		await Promise.all(Array.from({ length: 100 }, () => view(createDayKey(), id)));
		if (engine === 'postgres') {
			const second = await startTestServer({ environment, clock, runJobs: false, env: { TRUST_PROXY: '1' } });
			const first = server;
			server = second;
			await Promise.all(Array.from({ length: 50 }, () => view(createDayKey(), id)));
			await Promise.all([first.insights.flush(), second.close()]);
			server = first;
		}
		await server.insights.flush();
		expect((await server.ads.show(id, null)).views).toBe(engine === 'postgres' ? 150 : 100);
	});

	test('sum the plays of many browsers by part, and rank the video that was watched longer first', async () => {
		const at = Date.UTC(2026, 5, 15, 11);
		const swiped = await seedAd(server, seller, { format: 'video', at });
		const watched = await seedAd(server, seller, { format: 'video', at: at - 3_600_000 });
		await Promise.all(
			Array.from({ length: 60 }, async (_, index) => {
				await watch(createDayKey(), swiped, 1 + (index % 3));
				await watch(createDayKey(), watched, 20);
			}),
		);
		await server.insights.flush();
		const twenty = (parts: number) => Array<number>(20).fill(parts);
		expect(await getPlays(swiped)).toEqual(countParts(...twenty(1), ...twenty(2), ...twenty(3)));
		expect(await getPlays(watched)).toEqual(countParts(...twenty(20), ...twenty(20), ...twenty(20)));
		expect(await getScore(watched)).toBe(
			trendingScore({ created_at: at - 3_600_000, likes: 0, comments: 0, views: 0, watched_parts: 1200 }),
		);
		const { items } = await createApiClient(server).listVideos({ query: {} });
		const ids = items.map(({ id }) => id).filter((id) => id === swiped || id === watched);
		expect(ids).toEqual([watched, swiped]);
	});
});
