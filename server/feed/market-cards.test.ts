import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Category, categories } from '../../contract/market-settings/categories.ts';
import type { AdTables } from '../ads/tables.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	createApiClient,
	exampleAdForm,
	postPictureAd,
	signUp,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { makeTestEnvironment, startTestServer, type TestServer } from '../testing/start-server.ts';
import { getMarketCardName } from './market-cards.ts';

const hour = 3_600_000;
const clock = { at: Date.UTC(2026, 0, 1), now: () => clock.at };

const getCard = (server: TestServer, category?: Category) =>
	createApiClient(server).getMarketCard({ query: { category } });

async function readPicture(server: TestServer, path: string) {
	const response = await fetch(server.address + path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('image/jpeg');
	const jpeg = Buffer.from(await response.arrayBuffer());
	expect(jpeg.length).toBeLessThan(300_000);
	expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
	return { jpeg, etag: response.headers.get('etag'), cacheControl: response.headers.get('cache-control') };
}

/** Posts an ad whose picture is red or blue. */
async function postColourAd(seller: TestPerson, colour: { red: number }, category: Category = 'Motorcycles') {
	const { secure_url } = await uploadPicture(seller, await makeJpeg({ width: 900, height: 900, ...colour }));
	const { id } = await seller.client.createAd({ body: { ...exampleAdForm, category, pictures: [{ secure_url }] } });
	return id;
}

/** Returns how red the card is beside its panel, from 0 to 255. */
async function readRed(jpeg: Buffer): Promise<number> {
	const { data } = await sharp(jpeg)
		.extract({ left: 500, top: 100, width: 200, height: 400 })
		.resize(1, 1)
		.raw()
		.toBuffer({ resolveWithObject: true });
	return data[0] ?? 0;
}

describeOnBothEngines('the card of the market', (engine) => {
	let server: TestServer;
	let seller: TestPerson;
	const refresh = () => server.feed.marketCards.refresh();

	beforeAll(async () => {
		server = await startTestServer({ engine, clock, runJobs: false });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).execute();
		clock.at += 48 * hour;
		await refresh();
		seller = await signUp(server);
	});

	test('shows the brand alone without products', async () => {
		const { picture, alt } = await getCard(server);
		expect(alt).toBe('Kasuwa: The market where every seller is seen');
		const { jpeg, cacheControl } = await readPicture(server, picture);
		expect(cacheControl).toBe('public, max-age=86400');
		expect(await readRed(jpeg)).toBeLessThan(40);
		expect((await readPicture(server, picture.replace(/\?.*/, ''))).cacheControl).toBe('public, max-age=600');
	});

	test('exists for each category', async () => {
		expect(new Set(categories.map(getMarketCardName)).size).toBe(categories.length);
		for (const category of categories) {
			const { picture, alt } = await getCard(server, category);
			expect(alt).toBe(`${category} on Kasuwa`);
			expect((await fetch(server.address + picture)).status).toBe(200);
		}
		for (const name of ['nowhere', 'constructor', 'Market']) {
			expect((await fetch(`${server.address}/share/market/${name}.jpg`)).status).toBe(404);
		}
	});

	test('shows a product of its own category, until the product is hidden', async () => {
		const id = await postColourAd(seller, { red: 220 });
		const [before, other] = [await getCard(server, 'Motorcycles'), await getCard(server, 'Sportswear')];
		await refresh();
		const { picture } = await getCard(server, 'Motorcycles');
		expect(picture).not.toBe(before.picture);
		const shown = await readPicture(server, picture);
		expect(await readRed(shown.jpeg)).toBeGreaterThan(180);
		expect(await getCard(server, 'Sportswear')).toEqual(other);
		expect(await readRed((await readPicture(server, (await getCard(server)).picture)).jpeg)).toBeGreaterThan(180);

		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).where('id', '=', id).execute();
		const after = await readPicture(server, picture);
		expect(after.etag).not.toBe(shown.etag);
		expect(after.cacheControl).toBe('public, max-age=600');
		expect(await readRed(after.jpeg)).toBeLessThan(40);
		clock.at += hour;
		expect((await getCard(server, 'Motorcycles')).picture).not.toBe(picture);
	});

	test('keeps no stored picture of a hidden product', async () => {
		const id = await postColourAd(seller, { red: 220 });
		await refresh();
		await readPicture(server, (await getCard(server, 'Motorcycles')).picture);
		const listStored = async () => {
			const keys = [];
			for await (const { key } of server.files.list('share/market/motorcycles/')) keys.push(key);
			return keys;
		};
		expect(await listStored()).toHaveLength(1);
		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).where('id', '=', id).execute();
		await server.feed.sharePictures.sweep(new AbortController().signal);
		expect(await listStored()).toEqual([]);
	});

	test('does not show a product that somebody has reported', async () => {
		const id = await postColourAd(seller, { red: 220 });
		await refresh();
		const { picture } = await getCard(server, 'Motorcycles');
		const reporter = await signUp(server);
		await reporter.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
		await refresh();
		expect((await getCard(server, 'Motorcycles')).picture).not.toBe(picture);
	});

	test('shows up to six products, of different sellers first', async () => {
		const ids = [];
		for (let count = 0; count < 7; count++) ids.push((await postPictureAd(seller, { category: 'Sportswear' })).id);
		const other = await postPictureAd(await signUp(server), { category: 'Sportswear' });
		await refresh();
		const shown = (await server.feed.marketCards.find('sportswear'))?.ads.map(({ id }) => id) ?? [];
		expect(shown).toHaveLength(6);
		expect(shown.slice(0, 2)).toContain(other.id);
	});

	test('keeps its products for a day, as long as all are for sale', async () => {
		const ids: number[] = [];
		for (let count = 0; count < 6; count++) ids.push((await postPictureAd(seller)).id);
		await refresh();
		const { picture } = await getCard(server);
		const newer = await postPictureAd(await signUp(server), { category: 'Sportswear' });
		clock.at += 23 * hour;
		await refresh();
		expect((await getCard(server)).picture).toBe(picture);
		const listShown = async () => (await server.feed.marketCards.find('market'))?.ads.map(({ id }) => id);

		clock.at += hour;
		await refresh();
		expect(await listShown()).toContain(newer.id);
		const own = (await listShown())?.find((id) => ids.includes(id)) ?? expect.fail('no own ad');
		await seller.client.markAdSold({ params: { id: String(own) }, body: { sold: true } });
		await refresh();
		expect(await listShown()).not.toContain(own);
	});

	test('does not change with a new ad before the next choice', async () => {
		for (let count = 0; count < 6; count++) await postPictureAd(seller);
		await refresh();
		const { picture } = await getCard(server);
		await seedAd(server, seller);
		clock.at += hour;
		expect((await getCard(server)).picture).toBe(picture);
	});
});

describe.skipIf(inject('postgresUrl') === null)('the card of the market in two processes', () => {
	test('is the same within a second of the choice', async () => {
		const environment = await makeTestEnvironment({ engine: 'postgres' });
		const [first, second] = [await startTestServer({ environment }), await startTestServer({ environment })];
		try {
			const before = await getCard(second);
			await postPictureAd(await signUp(first));
			await first.feed.marketCards.refresh();
			const { picture } = await getCard(first);
			expect(picture).not.toBe(before.picture);
			await expect.poll(() => getCard(second), { timeout: 1000, interval: 10 }).toMatchObject({ picture });
			expect((await readPicture(second, picture)).jpeg).toEqual((await readPicture(first, picture)).jpeg);
		} finally {
			await Promise.all([first.close(), second.close()]);
			await environment.remove();
		}
	});
});
