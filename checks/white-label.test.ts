import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificatePaths, coursePath, sharePicturePaths, statusCardPath } from '../contract/core/page-paths.ts';
import { categories } from '../contract/market-settings/categories.ts';
import { createPageRenderer, createSearchParamNamesLookup } from '../main/pages.ts';
import { listPagePaths } from '../main/testing/page-paths.ts';
import { loadSourceBuild, type SourceBuild } from '../main/testing/source-build.ts';
import { makeJpeg } from '../server/testing/media-files.ts';
import { listMailSamples, listNotificationSamples, sampleTexts } from '../server/testing/message-samples.ts';
import { passChecks } from '../server/testing/pass-checks.ts';
import {
	createApiClient,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from '../server/testing/people.ts';
import { startPushService } from '../server/testing/push-service.ts';
import { seedAd } from '../server/testing/seed-ads.ts';
import { seedPost } from '../server/testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';
import * as notificationsApiText from '../text/server/notifications-api.ts';

// An administrator gives the market another appearance. Nothing that people see names the product any more.

const settings = {
	// A name that does not fit into a header, with a sign that the fonts of cards and certificates lack.
	name: 'Ọjà Wa 🛒',
	tagline: 'Buy close to home',
	slug: 'oja-wa',
	colour: '#7a1fa2',
	email: 'help@oja.example',
	whatsapp: '0803 123 4567',
	address: '1 Market Road, Ibadan',
	terms: '# Rules of the market\n\nBe fair.',
	hidden_categories: ['Motorcycles' as const],
};

/** Technical names of the product that stay, because programs rely on them. Nobody sees them on a page or in a message. */
const technicalNames = [
	// Name of our host in the addresses and answers of Cloudinary's protocol.
	/\/v1_1\/kasuwa\//g,
	/"cloud_name":"kasuwa"/g,
	// Prefix by which scanners recognize an API token.
	/\bkasuwa_/g,
];
const productName = /kasuwa/i;

/** Returns the places in a text that name the product. */
function findProductName(text: string): string[] {
	const visible = technicalNames.reduce((rest, name) => rest.replaceAll(name, ''), text);
	return Array.from(visible.matchAll(/kasuwa/gi), ({ index }) => visible.slice(Math.max(0, index - 60), index + 66));
}

let sources: SourceBuild;
let push: Awaited<ReturnType<typeof startPushService>>;
let server: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let ad: number;
/** Example path of each page, by the pattern of its route. */
let pages: Map<string, string>;
/** Preview pictures that were drawn before the change, by their path. */
const oldCards = new Map<string, Buffer>();

const get = (path: string) => fetch(new URL(path, server.address), { redirect: 'manual' });
const readText = async (path: string) => (await get(path)).text();
async function readBytes(path: string): Promise<Buffer> {
	const response = await get(path);
	expect(response.status, path).toBe(200);
	return Buffer.from(await response.arrayBuffer());
}
const cardPaths = () => [
	'/share/market/market.jpg',
	'/share/courses/all.jpg',
	sharePicturePaths.ad(ad),
	sharePicturePaths.person(seller.session.user_name),
	statusCardPath(ad),
];

beforeAll(async () => {
	[sources, push] = await Promise.all([loadSourceBuild(), startPushService()]);
	const { build } = sources;
	server = await startTestServer({
		render: createPageRenderer(build, 'production'),
		getSearchParamNames: createSearchParamNamesLookup(build),
		pushServices: push.services,
	});
	admin = await signUpAdministrator(server);
	seller = await signUp(server);
	({ id: ad } = await postPictureAd(seller, { title: 'A lamp', category: 'Motorcycles' }));
	const video = await seedAd(server, seller, { format: 'video' });
	const post = await seedPost(server, seller);
	await server.feed.marketCards.refresh();
	// Pages and cards of the old appearance are cached or stored.
	for (const path of cardPaths()) oldCards.set(path, await readBytes(path));
	expect(await readText('/')).toMatch(productName);
	expect(await readText('/dashboard/learn-with-kasuwa')).toMatch(productName);

	await admin.client.updateMarketSettings({ body: { version: 0, ...settings } });
	pages = listPagePaths({
		ad: String(ad),
		video: String(video),
		post: String(post),
		user_name: seller.session.user_name,
	});
}, 120_000);
afterAll(async () => {
	await server.close();
	await push.close();
	await sources.close();
});

test('no page names the product', { timeout: 120_000 }, async () => {
	const found: string[] = [];
	for (const [route, path] of pages) {
		// The scripts of the source build have the path of the repository in their addresses.
		const html = (await readText(path)).replaceAll(process.cwd(), '');
		found.push(...findProductName(html).map((place) => `${route}: ${place}`));
	}
	expect(pages.size).toBeGreaterThan(50);
	expect(found).toEqual([]);
});

test('the pages show the name, tagline, colour, contact and terms of the operator', async () => {
	const home = await readText('/');
	expect(home).toContain(settings.name);
	expect(home).toContain(settings.tagline);
	expect(home).toContain(`--leaf:${settings.colour}`);
	expect(await readText('/offline')).toContain(`--leaf:${settings.colour}`);
	const terms = await readText('/termsAndCondition');
	for (const text of ['Be fair.', settings.email, settings.address]) expect(terms).toContain(text);
	expect(await createApiClient(server).getContact()).toMatchObject({ whatsapp: '2348031234567' });
});

test('a hidden category is not listed while browsing, but its page and its ads stay', async () => {
	const listsCategory = async (path: string, category: string) =>
		(await readText(path)).includes(
			`href="/?${new URLSearchParams({ category }).toString().replaceAll('&', '&amp;')}"`,
		);
	expect(await listsCategory('/', 'Motorcycles')).toBe(false);
	const shown = categories.find((category) => category !== 'Motorcycles') ?? '';
	expect(await listsCategory('/', shown)).toBe(true);
	expect(await readText('/?category=Motorcycles')).toContain('A lamp');
});

test.each(['/dashboard/learn-with-kasuwa', '/dashboard/learn-with-Kasuwa?from=mail'])(
	'%s redirects to the address with the new name',
	async (path) => {
		const response = await get(path);
		const query = new URL(path, server.address).search;
		expect([response.status, response.headers.get('location')]).toEqual([302, `/dashboard/learn-with-oja-wa${query}`]);
	},
);

test('feeds, embeds, oEmbed and files for machines do not name the product', async () => {
	const adAddress = encodeURIComponent(`http://localhost:${new URL(server.address).port}/feed/${ad}/a-lamp`);
	const feeds = ['market', 'courses', 'categories/motorcycles', `sellers/${seller.session.user_name}`];
	const paths = [
		...feeds.flatMap((feed) => [`/feeds/${feed}.json`, `/feeds/${feed}.atom`]),
		`/oembed?format=json&url=${adAddress}`,
		`/oembed?format=xml&url=${adAddress}`,
		`/embed/ads/${ad}`,
		'/manifest.webmanifest',
		'/api/docs',
		'/api/docs/json',
		'/sitemap.xml',
		'/sitemap/pages-1.xml',
		'/robots.txt',
	];
	for (const path of paths) {
		const response = await get(path);
		expect(response.status, path).toBe(200);
		expect(findProductName(await response.text()), path).toEqual([]);
	}
	expect(await readText(`/embed/ads/${ad}`)).toContain(`--leaf:${settings.colour}`);
	expect(JSON.parse(await readText('/manifest.webmanifest'))).toMatchObject({ name: settings.name, screenshots: [] });
	expect(await readText('/feeds/market.atom')).toContain(settings.name);
	expect(JSON.parse(await readText('/api/docs/json')).info.title).toBe(`${settings.name} API`);
});

test('a certificate names the market, in its main colour', async () => {
	const id = 'web-hacking-essentials';
	const accountId = seller.session.id;
	await server.db.transaction((tx) => server.courses.addLearner(tx, { accountId, courseId: id, name: 'Ada Obi' }));
	await passChecks(seller, id);
	const { certificate } = await seller.client.getProgress({ params: { id } });
	const response = await get(certificatePaths.pdf(certificate ?? ''));
	expect(response.status).toBe(200);
	const pdf = Buffer.from(await response.arrayBuffer());
	// Texts of a PDF with other letters than ASCII are in UTF-16.
	const utf16 = Buffer.from('\ufeffỌjà Wa', 'utf16le').swap16();
	expect(pdf.includes(Buffer.concat([Buffer.from('/ActualText ('), utf16, Buffer.from(')')]))).toBe(true);
	expect(findProductName(pdf.toString('latin1'))).toEqual([]);
	expect(pdf.includes(Buffer.from('Kasuwa', 'utf16le').swap16())).toBe(false);
	expect(await readText(certificatePaths.page(certificate ?? ''))).not.toMatch(productName);
	expect(await readText(coursePath(id))).not.toMatch(productName);
});

test('no email and no notification names the product', () => {
	const texts = { ...sampleTexts, bankDetails: 'Zenith Bank\n1012345678', brand: server.brand.current() };
	const mails = listMailSamples(texts);
	expect(mails.length).toBeGreaterThan(40);
	for (const { name, mail } of mails) {
		const content = `${mail.subject}\n${mail.text}\n${mail.html}`.replaceAll('https://kasuwa.example', '');
		expect(findProductName(content), name).toEqual([]);
		expect(content, name).toContain(settings.name);
		expect(mail.html, name).toContain(`color:${settings.colour}`);
	}
	for (const sample of listNotificationSamples(texts)) expect(findProductName(JSON.stringify(sample))).toEqual([]);
});

test('a test notification, a key for an authenticator app and errors name the market', async () => {
	const { public_key } = await seller.client.getPushKey();
	const device = push.subscribe(public_key);
	await seller.client.storeToken({ body: { user_id: seller.session.id, fcm_token: { ...device } } });
	const { fcm_token } = await seller.client.getSendHandle({ params: { userId: String(seller.session.id) } });
	await createApiClient(server).sendNotification({ body: { fcm_token } });
	expect(push.delivered(device)).toMatchObject([
		{ notification: { title: settings.name, body: notificationsApiText.testMessage } },
	]);

	const { uri } = await admin.client.beginSecondFactor({ body: { password: admin.password } });
	expect(new URL(uri).searchParams.get('issuer')).toBe(settings.name);

	for (const path of ['/api/nowhere', '/api/ads/999999', '/api/me', '/media/x/y.jpg', '/share/ads/0.jpg'])
		expect(findProductName(await readText(path)), path).toEqual([]);
});

test('preview pictures are drawn again in the new colour', async () => {
	for (const path of cardPaths()) {
		const card = await readBytes(path);
		expect(card.equals(oldCards.get(path) ?? card), path).toBe(false);
		const files = [];
		for await (const { key } of server.files.list(`share/${path.split('/')[2]}/`)) files.push(key);
		expect(files.length, path).toBe(1);
	}
	const { data } = await sharp(await readBytes('/share/courses/all.jpg'))
		.extract({ left: 5, top: 5, width: 1, height: 1 })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const expected = [0x7a, 0x1f, 0xa2].map((value) => expect.closeTo(value, -1));
	expect([...data]).toEqual(expected);
	expect(findProductName(await readText('/api/market-card'))).toEqual([]);
});

test('the icons have the new colour, and then the logo of the operator', async () => {
	async function readCorner(path: string) {
		const response = await fetch(server.address + path);
		expect(response.headers.get('content-type'), path).toBe('image/png');
		const picture = sharp(Buffer.from(await response.arrayBuffer()));
		const { width = 0 } = await picture.metadata();
		const area = { left: width >> 1, top: 2, width: 1, height: 1 };
		const { data } = await picture.removeAlpha().extract(area).raw().toBuffer({ resolveWithObject: true });
		return [...data];
	}
	const icons = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-maskable-512.png'];
	const close = (...colour: number[]) => colour.map((value) => expect.closeTo(value, -1));
	for (const path of icons) expect(await readCorner(path), path).toEqual(close(0x7a, 0x1f, 0xa2));

	const card = await readBytes('/share/courses/all.jpg');
	const { version } = await admin.client.getMarketSettings();
	const { secure_url } = await uploadPicture(admin, await makeJpeg({ width: 400, height: 400, red: 200 }));
	await admin.client.setMarketLogo({ body: { picture: { secure_url }, version } });
	const [red] = await readCorner('/favicon.ico');
	expect(red).toBeCloseTo(200, -1);
	expect((await readBytes('/share/courses/all.jpg')).equals(card)).toBe(false);
	expect(await readText('/')).toContain('.logo-mark{background:url(/logo/');
	expect(JSON.parse(await readText('/manifest.webmanifest')).icons[0].src).toMatch(/^\/logo\/[0-9a-f]{16}-192\.png$/);
});

test('no text of the interface names the product', () => {
	const files = execFileSync('git', [
		'ls-files',
		'contract',
		'text',
		'web',
		':!*.test.ts',
		':!*.test.tsx',
		':!web/testing',
	])
		.toString()
		.split('\n')
		.filter((path) => /\.(ts|tsx|css|svg)$/.test(path));
	expect(files.length).toBeGreaterThan(500);
	const naming = files.filter((path) => productName.test(readFileSync(path, 'utf8')));
	// The default name, and examples with the cloud name.
	expect(naming).toEqual(['contract/core/api-examples.ts', 'contract/market-settings/brand.ts']);
});
