import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract as extractFeed } from '@extractus/feed-extractor';
import { extract as extractOembed } from '@extractus/oembed-extractor';
import { HtmlValidate } from 'html-validate';
import RssParser from 'rss-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { feedPaths } from '../contract/syndication/syndication.ts';
import { loadBuiltPages } from '../main/pages.ts';
import { postPictureAd, signUp, type TestPerson } from '../server/testing/people.ts';
import { seedAd } from '../server/testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../server/testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let site: string;
let adId: number;
let videoId: number;

beforeAll(async () => {
	server = await startTestServer(await loadBuiltPages());
	site = `http://localhost:${new URL(server.address).port}`;
	seller = await signUp(server);
	adId = (await postPictureAd(seller, { title: 'Salt & <pepper> ]]> "set"', price_kobo: 7_000_000 })).id;
	videoId = await seedAd(server, seller, { format: 'video', title: 'Turning lamp', at: 1 });
});
afterAll(() => server.close());

const listFeeds = () => [
	feedPaths.market,
	feedPaths.category('Motorcycles'),
	feedPaths.category('Pet Supplies'),
	feedPaths.seller(seller.session.user_name),
	feedPaths.courses,
];
const readText = async (path: string) => (await fetch(site + path)).text();

describe('feeds', () => {
	test('match the grammar of Atom (xmllint)', async () => {
		const schema = await readFile(join(import.meta.dirname, 'atom.rng'), 'utf8');
		for (const path of listFeeds()) {
			const xml = await readText(`${path}.atom`);
			const { errors } = await validateXML({ xml, schema, extension: 'relaxng' });
			expect([path, errors]).toEqual([path, []]);
			// The validator does find errors.
			const wrong = await validateXML({
				xml: xml.replace('<id>', '<ID>').replace('</id>', '</ID>'),
				schema,
				extension: 'relaxng',
			});
			expect(wrong.valid).toBe(false);
		}
	});

	test('are read by rss-parser', async () => {
		const feed = await new RssParser().parseURL(`${site}/feeds/market.atom`);
		expect(feed.items.map(({ link }) => link)).toEqual([
			`${site}/sellervideos/${videoId}/turning-lamp`,
			`${site}/feed/${adId}/salt-pepper-set`,
		]);
		const [, ad] = feed.items;
		expect(ad).toMatchObject({ author: seller.session.display_name, id: `${site}/a/${adId}` });
		expect(ad?.contentSnippet).toContain('NGN 70,000');
		expect(ad?.content).toMatch(/<img src="http:\/\/localhost:\d+\/media\/[^"]+\.webp"/);
	});

	test.each(['atom', 'json'])('are read by feed-extractor as %s', async (format) => {
		const { entries = [], link } = await extractFeed(`${site}/feeds/market.${format}`);
		expect(link).toBe(`${site}/`);
		expect(entries.map(({ id }) => id)).toEqual([`${site}/a/${videoId}`, `${site}/a/${adId}`]);
		for (const entry of entries) expect(Date.parse(entry.published ?? '')).not.toBeNaN();
	});
});

test('oembed-extractor finds the embed through the links of the page', async () => {
	expect(await extractOembed(`${site}/feed/${adId}/x`)).toMatchObject({ type: 'rich', provider_name: 'Kasuwa' });
	expect(await extractOembed(`${site}/sellervideos/${videoId}/x`, { maxwidth: 300 })).toMatchObject({
		type: 'video',
		width: 300,
		html: expect.stringContaining(`src="${site}/embed/ads/${videoId}"`),
	});
});

test('oEmbed in XML is well-formed (xmllint)', async () => {
	const url = `${site}/a/${adId}`;
	const xml = await readText(`/oembed?${new URLSearchParams({ url, format: 'xml' })}`);
	expect((await validateXML({ xml, normalization: 'format' })).errors).toEqual([]);
});

test('embeds are valid HTML (html-validate)', async () => {
	const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
	for (const id of [adId, videoId, 999_999]) {
		const html = await readText(`/embed/ads/${id}`);
		const { results } = await validator.validateString(html);
		expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
			[],
		);
	}
});
