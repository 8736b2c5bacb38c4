import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { courses } from '../../contract/courses/course-catalogue.ts';
import type { AccountTables } from '../accounts/tables.ts';
import type { AdTables } from '../ads/tables.ts';
import type { PostTables } from '../posts/tables.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
const clock = { at: Date.UTC(2026, 0, 1), now: () => clock.at };

async function read(path: string) {
	const response = await fetch(server.address + path);
	return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const listAddresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

describe('sitemaps and robots.txt', () => {
	beforeAll(async () => {
		clock.at = Date.UTC(2026, 0, 1);
		server = await startTestServer({ clock, env: { PUBLIC_URL: 'https://kasuwa.example' } });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test('robots.txt links the sitemap index and disallows the dashboard and the API', async () => {
		const { type, text } = await read('/robots.txt');
		expect(type).toBe('text/plain; charset=utf-8');
		expect(text).toContain('Disallow: /api/\n');
		expect(text).toContain('Disallow: /dashboard\n');
		expect(text).toContain('Sitemap: https://kasuwa.example/sitemap.xml\n');
	});

	test('list visible pages with absolute URLs and the time of the last change', async () => {
		const at = Date.UTC(2026, 4, 1);
		const visible = await seedAd(server, seller, { title: 'Red shoes & <socks>', at });
		const film = await seedAd(server, seller, { format: 'video', title: 'Lamp', at });
		const hidden = await seedAd(server, seller, { at });
		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).where('id', '=', hidden).execute();
		const tweet = await seller.client.createPost({ body: { kind: 'tweet', text: 'Hello' } });
		const talk = await seller.client.createPost({ body: { kind: 'talk', text: 'Ẹ káàárọ̀ to all' } });
		const deleted = await seller.client.createPost({ body: { kind: 'tweet', text: 'Gone' } });
		await seller.client.deletePost({ params: { id: String(deleted.id) } });
		const suspended = await signUp(server);
		await server.db
			.tables<AccountTables>()
			.updateTable('accounts')
			.set({ suspended_at: 1 })
			.where('id', '=', suspended.session.id)
			.execute();

		const index = await read('/sitemap.xml');
		expect(index.type).toBe('application/xml; charset=utf-8');
		expect(listAddresses(index.text)).toEqual(
			['ads', 'posts', 'people', 'pages'].map((kind) => `https://kasuwa.example/sitemap/${kind}-1.xml`),
		);
		const ads = await read('/sitemap/ads-1.xml');
		expect(listAddresses(ads.text)).toEqual([
			`https://kasuwa.example/feed/${visible}/red-shoes-socks`,
			`https://kasuwa.example/sellervideos/${film}/lamp`,
		]);
		expect(ads.text).toContain('<lastmod>2026-05-01T00:00:00.000Z</lastmod>');
		expect(listAddresses((await read('/sitemap/posts-1.xml')).text)).toEqual([
			`https://kasuwa.example/mypromotweet/${tweet.id}`,
			`https://kasuwa.example/mypromotalk/${talk.id}/e-kaaaro-to-all`,
		]);
		expect(listAddresses((await read('/sitemap/people-1.xml')).text)).toEqual([
			`https://kasuwa.example/profile/user/${seller.session.user_name}`,
		]);
		const pages = await read('/sitemap/pages-1.xml');
		expect(listAddresses(pages.text)).toEqual(
			['', 'learning', ...courses.map(({ id }) => `learning/${id}`)].map((path) => `https://kasuwa.example/${path}`),
		);
		expect(pages.text).toContain('<loc>https://kasuwa.example/</loc><lastmod>2026-05-01T00:00:00.000Z</lastmod>');
	});

	test('cover 5,000 ids each', async () => {
		const id = await seedAd(server, seller, { title: 'Far' });
		const far = 10_001;
		await server.db.transaction(async (tx) => {
			const tables = tx.tables<AdTables>();
			await tables.deleteFrom('ad_media').where('ad_id', '=', id).execute();
			await tables.updateTable('ads').set({ id: far }).where('id', '=', id).execute();
		});
		// The sitemap index is cached for ten minutes, so the new ad appears later.
		expect(listAddresses((await read('/sitemap.xml')).text)).toHaveLength(4);
		clock.at += 600_001;
		expect(listAddresses((await read('/sitemap.xml')).text)).toEqual(
			['ads-1', 'ads-3', 'posts-1', 'people-1', 'pages-1'].map((name) => `https://kasuwa.example/sitemap/${name}.xml`),
		);
		expect((await read('/sitemap/ads-2.xml')).status).toBe(404);
		expect(listAddresses((await read('/sitemap/ads-3.xml')).text)).toEqual([`https://kasuwa.example/feed/${far}/far`]);
	});

	test('are left out of the index if they are empty', async () => {
		await server.db.tables<PostTables>().updateTable('posts').set({ hidden_at: 1 }).execute();
		clock.at += 600_001;
		expect((await read('/sitemap.xml')).text).not.toContain('/sitemap/posts-');
		expect((await read('/sitemap/posts-1.xml')).status).toBe(404);
	});

	test.each(['ads-0', 'ads-4', 'ads-1.5', 'ads-01', 'courses-1', 'constructor-1', 'ads-999999999', 'ads'])(
		'return 404 for %s',
		async (name) => {
			expect((await read(`/sitemap/${name}.xml`)).status).toBe(404);
		},
	);
});
