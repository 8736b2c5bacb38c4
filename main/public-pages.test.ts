import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as messages from '../contract/core/messages.ts';
import { adPath, coursePath, postPath, profilePath, shareTargetPath } from '../contract/core/page-paths.ts';
import { type Course, courses, findCourse } from '../contract/courses/course-catalogue.ts';
import type { AdTables } from '../server/ads/tables.ts';
import { postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import { seedAd } from '../server/testing/seed-ads.ts';
import { seedPost } from '../server/testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import * as commonText from '../text/shared/common.ts';
import * as courseText from '../text/web/course.ts';
import * as errorsText from '../text/web/errors.ts';
import * as followsText from '../text/web/follows.ts';
import * as itemActionsText from '../text/web/item-actions.ts';
import * as pageTitlesText from '../text/web/page-titles.ts';
import * as postsText from '../text/web/posts.ts';
import * as videoText from '../text/web/video.ts';
import { createPageRenderer, createSearchParamNamesLookup } from './pages.ts';
import { loadSourceBuild, type SourceBuild } from './testing/source-build.ts';

let sources: SourceBuild;
let server: TestServer;
/** Origin of the URLs that pages contain. */
let origin: string;
let seller: TestPerson;

beforeAll(async () => {
	sources = await loadSourceBuild();
	server = await startTestServer({
		render: createPageRenderer(sources.build, 'production'),
		getSearchParamNames: createSearchParamNamesLookup(sources.build),
	});
	origin = `http://localhost:${new URL(server.address).port}`;
	seller = await signUp(server, 'chidi_gadgets');
	for (let count = 1; count <= 28; count++) {
		const format = count % 5 === 0 ? 'video' : 'image';
		await seedAd(server, seller, { title: `Solar lamp ${count}`, format, at: Date.UTC(2026, 0, 1, 0, count) });
	}
	for (const title of ['Brown leather handbag', 'Red leather belt']) await postPictureAd(seller, { title });
	await seedPost(server, seller, { text: 'Gadgets at half the price this week.' });
}, 120_000);
afterAll(async () => {
	await server.close();
	await sources.close();
});

interface Document {
	status: number;
	location: string | null;
	/** HTML without inline scripts and styles, with decoded entities. */
	html: string;
	/** The HTML before `</head>`, which search engines and link previews read. */
	head: string;
	/** Text of the only h1 element. */
	heading: string;
	data: unknown[];
}

/** Loads a page without running scripts. */
async function open(path: string): Promise<Document> {
	const response = await fetch(server.address + path, { redirect: 'manual' });
	const whole = await response.text();
	const html = decode(whole.replaceAll(/<(script|style)\b.*?<\/\1>/gs, ''));
	const headings = listTexts(html, 'h1');
	expect(headings.length).toBeLessThanOrEqual(1);
	// A page must not contain streamed content that only a script moves into place. Its only template contains its scripts.
	expect(html).not.toMatch(/<template(?! id="scripts">)|<div hidden="" id="S:/);
	return {
		status: response.status,
		location: response.headers.get('location'),
		html,
		head: html.slice(0, html.indexOf('</head>')),
		heading: headings[0] ?? '',
		data: [...whole.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
			JSON.parse(json),
		),
	};
}

function decode(html: string): string {
	const characters: Record<string, string> = { '&#x27;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
	return html.replaceAll(/&(?:#x27|quot|lt|gt|amp);/g, (entity) => characters[entity] ?? entity);
}

function listTexts(html: string, name: string): string[] {
	return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 'gs'))].map(([, content = '']) =>
		content.replaceAll(/<[^>]*>/g, ''),
	);
}

function listAttributes(html: string, name: string): Record<string, string>[] {
	return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
		Object.fromEntries(
			[...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
		),
	);
}

function getMeta({ head }: Document, name: string): string | undefined {
	return listAttributes(head, 'meta').find((meta) => meta.property === name || meta.name === name)?.content;
}

const listCanonicalUrls = ({ head }: Document) =>
	listAttributes(head, 'link').flatMap(({ rel, href }) => (rel === 'canonical' ? [href] : []));

function findLink(html: string, text: string): string | undefined {
	const links = [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)];
	const found = links.find(([, , content = '']) => content.replaceAll(/<[^>]*>/g, '') === text);
	return /href="([^"]*)"/.exec(found?.[1] ?? '')?.[1];
}

function listCardLinks(html: string): string[] {
	return [...html.matchAll(/<h2\b[^>]*><a\b[^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
}

async function expectPicture(address: string | undefined) {
	const picture = await fetch(address ?? '');
	expect(picture.headers.get('content-type')).toBe('image/jpeg');
	const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
	expect([width, height]).toEqual([1200, 630]);
}

describe('without scripts', () => {
	test('the home page lists the first ads in order, with sized pictures', async () => {
		const { html, heading } = await open('/');
		expect(heading).toBe(pageTitlesText.trending);
		const { items } = await seller.client.getFeed({ query: { limit: 24 } });
		expect(items).toHaveLength(24);
		expect(listCardLinks(html)).toEqual(items.map(adPath));
		const pictures = listAttributes(html, 'img');
		expect(pictures).toHaveLength(2);
		for (const { width, height } of pictures) {
			expect(Number(width)).toBeGreaterThan(0);
			expect(Number(height)).toBeGreaterThan(0);
		}
		const [first = ''] = listCardLinks(html);
		expect(await open(first)).toMatchObject({ status: 200, heading: items[0]?.title });
	});

	test('a category lists only its own ads', async () => {
		const id = await seedAd(server, seller, { title: 'A gown', category: "Women's Dresses" });
		const { html, heading, head } = await open(`/?${new URLSearchParams({ category: "Women's Dresses" })}`);
		expect(heading).toBe("Women's Dresses 1 ad");
		expect(listCardLinks(html)).toEqual([adPath({ id, format: 'image', title: 'A gown' })]);
		expect(listTexts(head, 'title')).toEqual(["Women's Dresses · Kasuwa"]);
	});

	test('a search with a typo in each word finds the ad', async () => {
		const { html } = await open('/search?q=lether+hanbag');
		expect(listCardLinks(html)).toEqual([expect.stringMatching(/\/brown-leather-handbag$/)]);
		const [card = ''] = listTexts(html, 'h2').filter((title) => title.includes('handbag'));
		expect(card).toBe('Brown leather handbag');
	});

	test('the search form submits by URL, and finds people and posts beside ads', async () => {
		const { html } = await open('/search');
		const main = html.slice(html.indexOf('<main'));
		const form = /<form\b[^>]*action="\/search".*?<\/form>/s.exec(main)?.[0] ?? '';
		const names = ['input', 'select'].flatMap((name) => listAttributes(form, name).map((field) => field.name ?? ''));
		expect(names).toEqual(expect.arrayContaining(['q', 'category', 'format', 'max']));
		expect(form).toMatch(/<button type="submit"(?![^>]*disabled)/);
		// A browser submits every form field, including empty ones.
		const query = new URLSearchParams(names.map((name) => [name, name === 'q' ? 'gadjets' : '']));
		const found = await open(`/search?${query}`);
		expect(listAttributes(found.html, 'input').find(({ name }) => name === 'q')?.value).toBe('gadjets');
		const section = (id: string) =>
			new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(found.html)?.[0] ?? '';
		expect(listAttributes(section('people'), 'a')).toMatchObject([{ href: '/profile/user/chidi_gadgets' }]);
		expect(listTexts(section('posts'), 'article')).toEqual([expect.stringContaining('Gadgets at half the price')]);
	});

	test('the header of every page has a search form', async () => {
		const { html } = await open('/for-you');
		const frame = html.slice(0, html.indexOf('<main'));
		const form = /<form\b[^>]*action="\/search".*?<\/form>/s.exec(frame)?.[0] ?? '';
		expect(listAttributes(form, 'input')).toMatchObject([{ type: 'search', name: 'q' }]);
	});

	test('pages show new likes, comments and followers to the next visitor', async () => {
		const author = await signUp(server, 'mama_risi');
		const id = await seedPost(server, author, { text: 'Yams from Benue are in.' });
		const people = [await signUp(server), await signUp(server)];
		const params = { target: 'posts' as const, id: String(id) };
		const likeName = (html: string) => /aria-label="(Like, [^"]*)"/.exec(html)?.[1];
		const profile = profilePath('mama_risi');
		expect(likeName((await open(`/mypromotweet/${id}`)).html)).toBe(itemActionsText.likeCount(0));
		expect((await open(profile)).html).toContain(followsText.followers(0));
		await open('/for-you');
		for (const { client } of people) {
			await client.like({ params });
			await client.createComment({ params, body: { text: 'Keep ten for me' } });
			await client.follow({ params: { user_name: 'mama_risi' } });
		}
		const { html } = await open(`/mypromotweet/${id}`);
		expect(likeName(html)).toBe(itemActionsText.likeCount(2));
		expect(listTexts(html, 'h2')).toContain('Comments 2');
		expect((await open(profile)).html).toContain(followsText.followers(2));
		const articles = [...(await open('/for-you')).html.matchAll(/<article\b.*?<\/article>/gs)].map(
			([article]) => article,
		);
		const card = articles.find((article) => article.includes('Yams from Benue')) ?? '';
		expect(likeName(card)).toBe(itemActionsText.likeCount(2));
		expect(card).toContain(`aria-label="${postsText.toComments(2)}"`);
	});

	test.for(['/Login', '/signup'])('the form of %s cannot be submitted before hydration', async (path) => {
		const { html } = await open(path);
		// The Enter key does not submit a form whose submit button is disabled.
		const buttons = [...html.matchAll(/<button\b[^>]*type="submit"[^>]*>/g)].map(([button]) => button);
		expect(buttons).toEqual([expect.stringContaining(' disabled=""')]);
	});
});

test('the theme script is in the head before visible content, and the CSP allows it', async () => {
	const response = await fetch(`${server.address}/`);
	const [head = ''] = (await response.text()).split('</head>');
	const scripts = [...head.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
	const script = scripts.find((script) => script.includes('prefers-color-scheme')) ?? expect.fail('no such script');
	const hash = createHash('sha256').update(script).digest('base64');
	expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
});

describe('a missing page', () => {
	test.for([
		'/?category=Elephants',
		'/nowhere',
		'/feed/999999/gone',
		'/profile/user/nobody_at_all',
		'/mypromotweet/999999',
		'/dashboard/nowhere',
		'/dashboard/learn-with-',
		'/dashboard/kasuwa',
		'/dashboard/learn-with-kasuwa/nowhere',
		'/dashboard/market/nowhere',
	])('%s returns 404 and links to the home page', async (path) => {
		const page = await open(path);
		expect(page).toMatchObject({ status: 404, heading: errorsText.notFoundTitle });
		expect(findLink(page.html, commonText.goToMarket)).toBe('/');
		expect(getMeta(page, 'robots')).toBe('noindex');
		expect(listCanonicalUrls(page)).toEqual([]);
	});

	test('of a video links to the other videos', async () => {
		const page = await open('/sellervideos/999999/gone');
		expect(page).toMatchObject({ status: 404, heading: messages.videoNotFound });
		expect(findLink(page.html, videoText.backToList)).toBe('/');
		expect(getMeta(page, 'robots')).toBe('noindex');
	});

	test('of a course links to the courses', async () => {
		const page = await open('/learning/cooking');
		expect(page).toMatchObject({ status: 404, heading: messages.courseNotFound });
		expect(findLink(page.html, courseText.back)).toBe('/learning');
		expect(getMeta(page, 'robots')).toBe('noindex');
		expect(listTexts((await open('/learning')).html, 'article')).toHaveLength(4);
	});
});

describe('metadata for search engines and link previews', () => {
	test('shows products of the market, until they are hidden', async () => {
		const { id } = await postPictureAd(seller, { title: 'A fast scooter', category: 'Motorcycles' });
		await server.feed.marketCards.refresh();
		const findCard = async (path: string) => getMeta(await open(path), 'og:image') ?? '';
		const card = await findCard('/?category=Motorcycles');
		expect(card).toMatch(new RegExp(`^${origin}/share/market/motorcycles\\.jpg\\?v=`));
		await expectPicture(card);
		const general = await findCard('/');
		expect(general).toContain('/share/market/market.jpg?v=');
		for (const path of ['/for-you', '/Login', '/certificate', '/search']) expect(await findCard(path)).toBe(general);
		expect(getMeta(await open('/?category=Motorcycles'), 'og:image:alt')).toBe('Motorcycles on Kasuwa');

		await seller.client.deleteAd({ params: { id: String(id) } });
		await server.feed.marketCards.refresh();
		expect(await findCard('/?category=Motorcycles')).not.toBe(card);
	});

	test('lists the courses', async () => {
		const page = await open('/learning');
		await expectPicture(getMeta(page, 'og:image'));
		expect(page.data).toEqual([
			{
				'@context': 'https://schema.org',
				'@type': 'ItemList',
				itemListElement: courses.map(({ id, title }, index) => ({
					'@type': 'ListItem',
					position: index + 1,
					url: `${origin}${coursePath(id)}`,
					name: title,
				})),
			},
		]);
		const [course] = courses;
		const chosen = await open(`/learning?${new URLSearchParams({ courseCategory: course?.category ?? '' })}`);
		expect(chosen.data).toMatchObject([{ itemListElement: listTexts(chosen.html, 'article').map(() => ({})) }]);
	});

	test.for(['', '/shop'])('lists what is for sale on the page %s of a shop', async (tab) => {
		const owner = await signUp(server);
		const path = `${profilePath(owner.session.user_name)}${tab}`;
		expect((await open(path)).data).toMatchObject([{ '@type': 'ProfilePage' }]);
		const [hidden, visible] = [await postPictureAd(owner), await postPictureAd(owner, { title: 'Visible' })];
		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).where('id', '=', hidden.id).execute();
		expect((await open(path)).data).toEqual([
			expect.objectContaining({ '@type': 'ProfilePage' }),
			{
				'@context': 'https://schema.org',
				'@type': 'ItemList',
				itemListElement: [{ '@type': 'ListItem', position: 1, url: `${origin}${adPath(visible)}`, name: 'Visible' }],
			},
		]);
	});

	test('describes a course with its price', async () => {
		const course = findCourse('javascript-complete-guide') as Course;
		const page = await open(coursePath(course.id));
		const address = `${origin}${coursePath(course.id)}`;
		expect(page.heading).toBe(course.title);
		expect(listCanonicalUrls(page)).toEqual([address]);
		expect(getMeta(page, 'og:url')).toBe(address);
		await expectPicture(getMeta(page, 'og:image'));
		expect(page.data).toMatchObject([
			{
				'@type': 'Course',
				name: course.title,
				url: address,
				offers: { price: '170000.00', priceCurrency: 'NGN' },
			},
		]);
	});

	test('describes an ad with its price and canonical URL', async () => {
		const [ad] = (await seller.client.getFeed({ query: {} })).items;
		if (!ad) return expect.fail('no ad');
		expect(await open(`/feed/${ad.id}/anything`)).toMatchObject({ status: 301, location: adPath(ad) });
		const page = await open(adPath(ad));
		expect(listCanonicalUrls(page)).toEqual([`${origin}${adPath(ad)}`]);
		expect(getMeta(page, 'og:type')).toBe('product');
		expect(getMeta(page, 'og:title')).toBe(ad.title);
		await expectPicture(getMeta(page, 'og:image'));
		expect(page.data).toMatchObject([
			{ '@type': 'Product', name: ad.title, offers: { price: '15000.00', priceCurrency: 'NGN' } },
		]);
	});

	test('describes the first video of the video feed', async () => {
		const all = await open('/videos');
		expect(all.heading).toBe(commonText.videos);
		expect(getMeta(all, 'og:title')).toBe(commonText.videos);
		const clips = (await seller.client.listVideos({ query: {} })).items;
		const chosen = clips.at(-1);
		if (!chosen || chosen === clips[0]) return expect.fail('no other video');
		const page = await open(`/videos?from=${chosen.id}`);
		expect(getMeta(page, 'og:title')).toBe(chosen.title);
		expect(getMeta(page, 'og:url')).toBe(`${origin}/videos?from=${chosen.id}`);
		await expectPicture(getMeta(page, 'og:image'));
		expect(listTexts(page.html, 'h2')[0]).toBe(chosen.title);
		expect(getMeta(await open('/videos?from=999999'), 'og:title')).toBe(commonText.videos);
	});

	test('redirects a talk to its canonical URL from any URL', async () => {
		const text = 'Is the POS charge fair?\n\nTell me.';
		const id = await seedPost(server, seller, { kind: 'talk', text });
		const path = postPath({ id, kind: 'talk', text });
		expect(path).toBe(`/mypromotalk/${id}/is-the-pos-charge-fair-tell-me`);
		expect(await open(`/mypromotalk/${id}/anything`)).toMatchObject({ status: 301, location: path });
		const page = await open(path);
		expect(page.status).toBe(200);
		expect(page.html).toContain('Is the POS charge fair?');
		expect(listCanonicalUrls(page)).toEqual([`${origin}${path}`]);
		expect(getMeta(page, 'og:type')).toBe('article');
		expect((await open(`/mypromotweet/${id}`)).location).toBe(path);
	});
});

describe('the manifest', () => {
	interface File {
		src: string;
		sizes: string;
		type: string;
		purpose?: string;
	}
	interface Manifest {
		name: string;
		start_url: string;
		display: string;
		icons: File[];
		screenshots: File[];
		shortcuts: { url: string; icons: File[] }[];
	}

	async function read(): Promise<Manifest> {
		const response = await fetch(`${server.address}/manifest.webmanifest`);
		expect(response.headers.get('content-type')).toBe('application/manifest+json');
		return response.json();
	}

	test('is linked in the head, and has what installing an app needs', async () => {
		const { head } = await open('/');
		expect(listAttributes(head, 'link').filter(({ rel }) => rel === 'manifest')).toMatchObject([
			{ href: '/manifest.webmanifest' },
		]);
		const { name, start_url, display, icons } = await read();
		expect({ name, start_url, display }).toEqual({ name: 'Kasuwa', start_url: '/', display: 'standalone' });
		expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
			'192x192 any',
			'512x512 any',
			'512x512 maskable',
		]);
	});

	test('lists existing pictures with their actual size and type', async () => {
		const { icons, screenshots, shortcuts } = await read();
		expect(screenshots.length).toBeGreaterThan(0);
		for (const { src, sizes, type } of [...icons, ...screenshots, ...shortcuts.flatMap(({ icons }) => icons)]) {
			// The build copies web/public/ to the root of the site.
			const file = await readFile(join(import.meta.dirname, '..', 'web', 'public', src));
			const { format, width, height } = await sharp(file).metadata();
			expect([src, `image/${format}`, `${width}x${height}`]).toEqual([src, type, sizes]);
		}
	});

	test('is joined by an icon that programs request without reading a page', async () => {
		const file = await readFile(join(import.meta.dirname, '..', 'web', 'public', 'favicon.ico'));
		const [type, count] = [file.readUInt16LE(2), file.readUInt16LE(4)];
		expect([type, count]).toEqual([1, 3]);
		for (let entry = 6; entry < 6 + 16 * count; entry += 16) {
			const [bytes, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
			const { format, width, height } = await sharp(file.subarray(offset, offset + bytes)).metadata();
			expect([format, width, height]).toEqual(['png', file[entry], file[entry + 1]]);
		}
	});

	test('lists shortcuts to existing pages', async () => {
		const { shortcuts } = await read();
		expect(shortcuts.length).toBeGreaterThan(0);
		for (const { url } of shortcuts) expect([url, (await open(url)).status]).toEqual([url, 200]);
	});
});

test('files shared without a service worker lead to the choice of a format', async () => {
	const body = new FormData();
	body.set('files', new File(['x'], 'bag.jpg', { type: 'image/jpeg' }));
	const response = await fetch(server.address + shareTargetPath, { method: 'POST', body, redirect: 'manual' });
	expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard/market']);
});

test('gives no number of a seller in pages, feeds and embeds', async () => {
	const numbers = { whatsapp: '08035557781', call_number: '08035557782' };
	const owner = await signUp(server, 'numbered_shop');
	await owner.client.updateMe({ body: { phone: '08035557783', call_number: '08035557784', phone_public: true } });
	const ad = await postPictureAd(owner, { title: 'Numbered fan', ...numbers });
	const video = await seedAd(server, owner, { title: 'Numbered film', format: 'video', ...numbers });
	for (const path of [
		adPath(ad),
		adPath({ id: video, format: 'video', title: 'Numbered film' }),
		profilePath('numbered_shop'),
		`${profilePath('numbered_shop')}/shop`,
		`${profilePath('numbered_shop')}/videos`,
		'/',
		'/videos',
		'/search?q=numbered',
		`/embed/ads/${ad.id}`,
		`/oembed?url=${encodeURIComponent(origin + adPath(ad))}`,
		'/feeds/market.atom',
		'/feeds/sellers/numbered_shop.json',
	]) {
		const response = await fetch(server.address + path);
		const text = await response.text();
		expect(response.status, path).toBe(200);
		expect(text, path).toMatch(/numbered/i);
		expect(text, path).not.toMatch(/3555778[1-4]|355 ?5 ?778|555 778/);
	}
	const page = await (await fetch(server.address + adPath(ad))).text();
	expect(page).toMatch(new RegExp(`<a href="/contact/${ad.id}/whatsapp" target="_blank" rel="noopener nofollow ugc"`));
});
