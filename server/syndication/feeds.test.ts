import { afterAll, beforeAll, expect, test } from 'vitest';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import { feedPaths } from '../../contract/syndication/syndication.ts';
import { postPictureAd, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
const clock = { at: Date.UTC(2026, 5, 1), now: () => clock.at };
let site: string;

beforeAll(async () => {
	server = await startTestServer({ clock });
	site = `http://localhost:${new URL(server.address).port}`;
	seller = await signUp(server);
});
afterAll(() => server.close());

const read = (path: string, headers: Record<string, string> = {}) => fetch(server.address + path, { headers });
const readText = async (path: string) => (await read(path)).text();

interface JsonFeed {
	feed_url: string;
	home_page_url: string;
	items: {
		id: string;
		url: string;
		title: string;
		content_html: string;
		image?: string;
		date_modified: string;
		date_published: string;
		author: { name: string; url: string };
		tags: string[];
	}[];
}
const readJson = async (path: string) => (await (await read(path)).json()) as JsonFeed;
const listIds = async (path: string) => (await readJson(path)).items.map(({ id }) => id);

test('lists the newest ads with absolute URLs, price, picture, author and times in both formats', async () => {
	clock.at = Date.UTC(2026, 5, 1);
	const older = await postPictureAd(seller, { title: 'Green lamp', category: 'Motorcycles' });
	clock.at += 60_000;
	const ad = await postPictureAd(seller, { title: 'Red shoes', category: "Women's Shoes", price_kobo: 7_000_000 });
	clock.at += 60_000;
	await seller.client.updateAd({ params: { id: String(ad.id) }, body: { description: 'New words' } });
	const response = await read('/feeds/market.json');
	expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
	const feed = (await response.json()) as JsonFeed;
	expect(feed).toMatchObject({ feed_url: `${site}/feeds/market.json`, home_page_url: `${site}/` });
	expect(feed.items.map(({ id }) => id)).toEqual([`${site}/a/${ad.id}`, `${site}/a/${older.id}`]);
	const [item] = feed.items;
	const picture = `${site}${ad.cover?.url}`;
	expect(item).toEqual({
		id: `${site}/a/${ad.id}`,
		url: `${site}/feed/${ad.id}/red-shoes`,
		title: 'Red shoes',
		content_html: expect.stringContaining('NGN 70,000'),
		image: picture,
		date_published: '2026-06-01T00:01:00.000Z',
		date_modified: '2026-06-01T00:02:00.000Z',
		author: {
			name: seller.session.display_name,
			url: `${site}/profile/user/${seller.session.user_name}`,
		},
		tags: ["Women's Shoes"],
	});
	const atom = await read('/feeds/market.atom');
	expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
	const xml = await atom.text();
	expect(xml).toContain(`<link rel="self" href="${site}/feeds/market.atom"/>`);
	expect(xml).toContain(`<link rel="enclosure" href="${picture}" type="image/webp" length="`);
	expect(xml).toContain('<updated>2026-06-01T00:02:00.000Z</updated>');
});

test('shows only the ads of a category or a seller, and the courses', async () => {
	const other = await signUp(server);
	const id = await seedAd(server, other, { category: 'Pet Supplies', at: clock.at });
	expect(await listIds('/feeds/categories/pet-supplies.json')).toEqual([`${site}/a/${id}`]);
	expect(await listIds(`/feeds/sellers/${other.session.user_name}.json`)).toEqual([`${site}/a/${id}`]);
	expect(await listIds('/feeds/courses.json')).toEqual(courses.map((course) => `${site}/learning/${course.id}`));
	expect(await readText('/feeds/courses.atom')).toContain('NGN 70,000');
	const statuses = categories.map(async (category) => (await read(`${feedPaths.category(category)}.atom`)).status);
	expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
});

test('shows text as text, without what XML forbids, and without contacts', async () => {
	const person = await signUp(server);
	const title = '<b>Lamp</b> ]]> & \u0007"more" 0803 1\u000723 4567 me@shop.example call08031234567';
	await seedAd(server, person, { title, at: clock.at });
	const path = `/feeds/sellers/${person.session.user_name}`;
	const [item] = (await readJson(`${path}.json`)).items;
	expect(item?.title).toBe('<b>Lamp</b> ]]> & "more" [contact removed] [contact removed] call[contact removed]');
	const xml = await readText(`${path}.atom`);
	expect(xml).toContain('&#60;b&#62;Lamp&#60;/b&#62; ]]&#62; &#38; &#34;more&#34; [contact removed]');
	expect(xml).not.toContain('\u0007');
	expect(xml).not.toMatch(/0803|shop.example|<b>/);
});

test('gives away nothing private of the seller', async () => {
	const person = await signUp(server);
	await person.client.updateMe({
		body: { phone: '08031234567', call_number: '08031234568', phone_public: true, place: 'Secret street' },
	});
	await postPictureAd(person, { description: 'Call 08031234567' });
	for (const format of ['atom', 'json']) {
		const text = await readText(`/feeds/sellers/${person.session.user_name}.${format}`);
		expect(text).toContain('/media/');
		expect(text).not.toMatch(/803|Secret|@(?!\w+\))/);
		expect(text).not.toContain(person.session.email);
	}
});

test('drops an ad at once when it is hidden, sold or deleted, or its seller is suspended', async () => {
	const person = await signUp(server);
	const ids = await Promise.all([0, 1, 2, 3].map((minute) => seedAd(server, person, { at: clock.at + minute })));
	const path = `/feeds/sellers/${person.session.user_name}.json`;
	const [hidden = 0, sold = 0, deleted = 0, last = 0] = ids;
	expect(await listIds(path)).toHaveLength(4);
	await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, hidden, 'No.'));
	await person.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
	await person.client.deleteAd({ params: { id: String(deleted) } });
	expect(await listIds(path)).toEqual([`${site}/a/${last}`]);
	expect(await listIds('/feeds/market.json')).toContain(`${site}/a/${last}`);
	const admin = await signUpAdministrator(server);
	await admin.client.suspendUser({ params: { id: String(person.session.id) }, body: { reason: 'Fraud', days: null } });
	expect(await listIds('/feeds/market.json')).not.toContain(`${site}/a/${last}`);
	expect((await read(path)).status).toBe(404);
});

test('all spellings of a user name share one cached feed', async () => {
	const { user_name } = seller.session;
	const { headers } = await read(`/feeds/sellers/${user_name}.json`);
	clock.at += 5000;
	const again = await read(`/feeds/sellers/${user_name.toUpperCase()}.json`);
	expect(again.headers.get('last-modified')).toBe(headers.get('last-modified'));
});

test('has at most 50 entries', async () => {
	const person = await signUp(server);
	for (let count = 0; count < 51; count++) await seedAd(server, person, { at: clock.at + count });
	expect(await listIds(`/feeds/sellers/${person.session.user_name}.json`)).toHaveLength(50);
});

test('a new name of the seller appears at once', async () => {
	const person = await signUp(server);
	await seedAd(server, person, { at: clock.at + 1000, category: 'Sportswear' });
	expect(await readText('/feeds/categories/sportswear.atom')).toContain(`<name>${person.session.display_name}</name>`);
	await person.client.updateMe({ body: { display_name: 'Mama & Sons' } });
	expect(await readText('/feeds/categories/sportswear.atom')).toContain('<name>Mama &amp; Sons</name>');
});

test('answers 304 by ETag and by time, and 200 after a change', async () => {
	const first = await read('/feeds/market.atom');
	const [etag, modified] = ['etag', 'last-modified'].map((name) => first.headers.get(name) ?? '');
	expect((await read('/feeds/market.atom', { 'if-none-match': etag ?? '' })).status).toBe(304);
	expect((await read('/feeds/market.atom', { 'if-modified-since': modified ?? '' })).status).toBe(304);
	// Without the ETag of the request, the time alone must not hide a change.
	clock.at += 1000;
	await seedAd(server, seller, { at: clock.at });
	expect((await read('/feeds/market.atom', { 'if-modified-since': modified ?? '' })).status).toBe(200);
	expect(
		(await read('/feeds/market.atom', { 'if-none-match': etag ?? '', 'if-modified-since': modified ?? '' })).status,
	).toBe(200);
});

test('may be read by pages of other sites, and sets no cookie', async () => {
	const { headers } = await read('/feeds/market.json');
	expect(headers.get('access-control-allow-origin')).toBe('*');
	expect(headers.get('set-cookie')).toBeNull();
	expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test.each([
	'market.rss',
	'market',
	'categories/nothing.atom',
	'categories/constructor.json',
	'sellers/nobody.atom',
	'sellers/.json',
	'unknown.atom',
])('returns 404 for /feeds/%s', async (name) => {
	expect((await read(`/feeds/${name}`)).status).toBe(404);
});
