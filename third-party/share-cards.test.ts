import { HtmlValidate } from 'html-validate';
import metascraper from 'metascraper';
import metascraperAuthor from 'metascraper-author';
import metascraperDescription from 'metascraper-description';
import metascraperImage from 'metascraper-image';
import metascraperPublisher from 'metascraper-publisher';
import metascraperTitle from 'metascraper-title';
import metascraperUrl from 'metascraper-url';
import openGraphScraper from 'open-graph-scraper';
import sharp from 'sharp';
import { unfurl } from 'unfurl.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	adPath,
	coursePath,
	postPath,
	profilePath,
	sellerReviewsPath,
	sellerShopPath,
} from '../contract/core/page-paths.ts';
import { courses } from '../contract/courses/course-catalogue.ts';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import { loadBuiltPages } from '../main/pages.ts';
import { postPictureAd, postVideoAd, signUp } from '../server/testing/people.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';

const scrape = metascraper([
	metascraperAuthor(),
	metascraperDescription(),
	metascraperImage(),
	metascraperPublisher(),
	metascraperTitle(),
	metascraperUrl(),
]);

/** Every public page by a name, with a path that exists. */
const pages = {
	home: '/',
	category: '/?category=Motorcycles',
	courses: '/learning',
	course: coursePath(courses[0]?.id ?? ''),
	'for you': '/for-you',
	search: '/search',
	results: '/search?q=lamp',
	login: '/Login',
	signup: '/signup',
	certificates: '/certificate',
	'data saver': '/data-saver',
	privacy: '/privacy',
	terms: '/termsAndCondition',
	videos: '/videos',
	ad: '',
	video: '',
	post: '',
	shop: '',
	'all of a shop': '',
	'videos of a shop': '',
	reviews: '',
};
const names = Object.keys(pages) as (keyof typeof pages)[];

let server: TestServer;
/** Origin of the URLs that pages contain. */
let origin: string;

beforeAll(async () => {
	const { render, getSearchParamNames } = await loadBuiltPages();
	server = await startTestServer({ render, getSearchParamNames });
	origin = `http://localhost:${new URL(server.address).port}`;
	const seller = await signUp(server, 'chidi_motors');
	const ad = await postPictureAd(seller, { title: 'Red scooter', category: 'Motorcycles' });
	const video = await postVideoAd(seller);
	const post = await seller.client.createPost({ body: { kind: 'talk', text: 'Which scooter lasts longest?' } });
	await server.jobs.whenIdle();
	await server.feed.marketCards.refresh();
	Object.assign(pages, {
		ad: adPath(ad),
		video: adPath({ id: video, format: 'video', title: 'A lamp that turns.' }),
		post: postPath(post),
		shop: profilePath('chidi_motors'),
		'all of a shop': sellerShopPath('chidi_motors'),
		'videos of a shop': `${profilePath('chidi_motors')}/videos`,
		reviews: sellerReviewsPath('chidi_motors'),
	});
}, 120_000);
afterAll(() => server.close());

async function readHtml(path: string): Promise<string> {
	const response = await fetch(server.address + path);
	expect(response.status).toBe(200);
	return response.text();
}

describe.each(names)('the card of the page %s', (name) => {
	test('is read by open-graph-scraper', async () => {
		const { result } = await openGraphScraper({
			url: server.address + pages[name],
			urlValidatorSettings: { require_tld: false, require_host: true },
		} as Parameters<typeof openGraphScraper>[0]);
		expect(result).toMatchObject({
			success: true,
			ogTitle: expect.stringMatching(/\S/),
			ogDescription: expect.stringMatching(/\S/),
			ogUrl: expect.stringMatching(`^${origin}/`),
			ogType: expect.stringMatching(/^(website|product|profile|article|video\.other)$/),
			ogSiteName: defaultBrand.name,
			ogLocale: 'en_NG',
			twitterCard: 'summary_large_image',
		});
		expect(result.ogImage).toEqual([
			{
				url: expect.stringMatching(`^${origin}/share/`),
				width: '1200',
				height: '630',
				type: 'image/jpeg',
				alt: expect.stringMatching(/\S/),
			},
		]);
		const picture = await fetch(result.ogImage?.[0]?.url ?? '');
		expect(picture.headers.get('content-type')).toBe('image/jpeg');
		const jpeg = Buffer.from(await picture.arrayBuffer());
		expect(jpeg.length).toBeLessThan(300_000);
		expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 });
	});

	test('is read by metascraper', async () => {
		const path = pages[name];
		const found = await scrape({ html: await readHtml(path), url: origin + path });
		expect(found).toMatchObject({
			title: expect.stringMatching(/\S/),
			description: expect.stringMatching(/\S/),
			image: expect.stringMatching(`^${origin}/share/`),
			publisher: defaultBrand.name,
			url: expect.stringMatching(`^${origin}/`),
		});
	});

	test('is read by unfurl.js', async () => {
		const found = await unfurl(server.address + pages[name]);
		expect(found).toMatchObject({
			title: expect.stringMatching(/\S/),
			description: expect.stringMatching(/\S/),
			open_graph: {
				type: expect.stringMatching(/\S/),
				images: [{ url: expect.stringMatching(`^${origin}/share/`), width: 1200, height: 630, type: 'image/jpeg' }],
			},
			twitter_card: { card: 'summary_large_image' },
		});
	});
});

describe('html-validate finds nothing', () => {
	const validator = new HtmlValidate({
		extends: ['html-validate:recommended'],
		rules: {
			// React writes attributes and void elements in this style, which parsers read like any other.
			'attr-case': 'off',
			'attribute-boolean-style': 'off',
			'attribute-empty-style': 'off',
			'void-style': 'off',
			// The ids of React begin with '_', which HTML allows.
			'valid-id': ['error', { relaxed: true }],
			// Sizes and placeholders of pictures differ from picture to picture.
			'no-inline-style': 'off',
			// The bars of small and of wide screens are both in the document, and style sheets hide one of them.
			'unique-landmark': 'off',
			// HTML allows `autocapitalize` on every element. A password field needs it while it shows the password.
			'input-attributes': 'off',
			// The search of the bars has one field, whose Enter key submits it.
			'wcag/h32': 'off',
		},
	});

	test.each([...names, 'missing page' as const])('in the page %s', async (name) => {
		const path = name === 'missing page' ? '/no-such-page' : pages[name];
		const html = await (await fetch(server.address + path)).text();
		const { results } = await validator.validateString(html);
		const problems = results.flatMap(({ messages }) =>
			messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
		);
		expect([...new Set(problems)]).toEqual([]);
	});
});
