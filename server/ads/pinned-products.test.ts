import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ad, Clip, LinkedAd } from '../../contract/ads/ads.ts';
import * as adLimits from '../../contract/ads/limits.ts';
import * as validationText from '../../text/shared/validation.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, postPictureAd, signUp, type TestPerson, uploadVideo } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { waitForInvalidation } from '../testing/wait-for-invalidation.ts';
import { createAdPersonalData } from './personal-data.ts';

let server: TestServer;
let seller: TestPerson;
let video: number;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
		video = await seedAd(server, seller, { format: 'video', title: 'Watch this' });
	});
}

const params = (id: number) => ({ id: String(id) });
const titles = (ads: readonly LinkedAd[] | undefined) => ads?.map(({ title }) => title);
const seedProducts = (...names: string[]) => Promise.all(names.map((title) => seedAd(server, seller, { title })));
const pin = (...products: number[]) => seller.client.updateAd({ params: params(video), body: { products } });

const hide = (id: number) => server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, id, 'No.'));
const unhide = (id: number) => server.db.transaction((tx) => server.ads.unhide(tx, { role: 'admin' }, id));

async function getAd(id: number): Promise<Ad> {
	await waitForInvalidation(server);
	return createApiClient(server).getAd({ params: params(id) });
}

/** Returns the titles of the products on the page of the video, in its ad and in the video feed, which must be the same. */
async function getProductTitles(): Promise<string[] | undefined> {
	const ad = await getAd(video);
	const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(video), description: 'x' } });
	const feed = await createApiClient(server).listVideos({ query: { from: String(video) } });
	const clip: Clip | undefined = feed.items[0];
	expect([normalads.products, clip?.products]).toEqual([ad.products, ad.products]);
	return titles(ad.products);
}

describe('products of a video', () => {
	useServer();

	test('are posted with the video', async () => {
		const [lamp = 0] = await seedProducts('A lamp');
		const { secure_url } = await uploadVideo(seller);
		const { id: user_id, user_name } = seller.session;
		const owner = { user_id, user_name };
		const form = { categories: 'Motorcycles' as const, description: 'It runs.', products: [lamp] };
		const { id } = await seller.client.createVideoAd({ body: { titlevideourl: secure_url, ...owner, ...form } });
		expect(titles((await getAd(id)).products)).toEqual(['A lamp']);
		// The video is still being processed.
		expect((await getAd(lamp)).videos).toBeUndefined();
	});

	test('are shown with what a card needs', async () => {
		const { id, cover } = await postPictureAd(seller, { title: 'A fan', price_kobo: 1_500_000 });
		expect(cover?.sizes).not.toHaveLength(0);
		expect((await pin(id)).products).toEqual([{ id, format: 'image', title: 'A fan', price: 'NGN 15,000', cover }]);
	});

	test('stay unless a change names them, and an empty list removes them', async () => {
		await pin(...(await seedProducts('A lamp', 'A fan')));
		const changed = await seller.client.updateAd({ params: params(video), body: { title: 'See this' } });
		expect(titles(changed.products)).toEqual(['A lamp', 'A fan']);
		expect((await pin()).products).toBeUndefined();
	});

	test('are rejected beyond three, twice, sold, hidden, of another seller, unknown, or the video itself', async () => {
		const [lamp = 0, fan = 0, pan = 0, cup = 0] = await seedProducts('A lamp', 'A fan', 'A pan', 'A cup');
		const rejected = (message: string) => ({ status: 422, problem: { fields: { products: message } } });
		const tooMany = rejected(validationText.tooManyProducts(adLimits.pinnedProducts));
		await expect(pin(lamp, fan, pan, cup)).rejects.toMatchObject(tooMany);
		await expect(pin(lamp, lamp)).rejects.toMatchObject(rejected(validationText.choiceRepeated));
		const notPinnable = rejected(validationText.productNotPinnable);
		await seller.client.markAdSold({ params: params(fan), body: { sold: true } });
		const theirs = await seedAd(server, await signUp(server));
		const unknown = 999_999_999;
		await hide(pan);
		for (const id of [fan, pan, theirs, unknown, video]) await expect(pin(lamp, id)).rejects.toMatchObject(notPinnable);
		expect((await getAd(video)).products).toBeUndefined();
	});

	test('are rejected for a picture ad', async () => {
		const [lamp = 0, fan = 0] = await seedProducts('A lamp', 'A fan');
		const update = seller.client.updateAd({ params: params(lamp), body: { products: [fan] } });
		await expect(update).rejects.toMatchObject({ status: 422, problem: { fields: { products: expect.any(String) } } });
	});

	test('are changed by the owner only', async () => {
		const [lamp = 0] = await seedProducts('A lamp');
		const other = await signUp(server);
		const update = { params: params(video), body: { products: [lamp] } };
		await expect(other.client.updateAd(update)).rejects.toMatchObject({ status: 403 });
		await expect(createApiClient(server).updateAd(update)).rejects.toMatchObject({ status: 401 });
	});

	test('are in the export of personal data, sold ones too', async () => {
		const [lamp = 0, fan = 0] = await seedProducts('A lamp', 'A fan');
		await pin(fan, lamp);
		await seller.client.markAdSold({ params: params(fan), body: { sold: true } });
		const exported = await createAdPersonalData(server.ads).export(server.db, seller.session.id);
		expect(exported).toMatchObject([{ id: video, products: [fan, lamp] }, { id: lamp }, { id: fan }]);
	});

	test('name at most the three newest of their videos', async () => {
		const [lamp = 0] = await seedProducts('A lamp');
		const names = ['One', 'Two', 'Three', 'Four'];
		for (const title of names) {
			video = await seedAd(server, seller, { format: 'video', title });
			await pin(lamp);
		}
		expect(titles((await getAd(lamp)).videos)).toEqual(['Four', 'Three', 'Two']);
	});
});

describeOnBothEngines('products of a video', (engine) => {
	useServer(engine);

	test('keep the order of the seller', async () => {
		const [lamp = 0, fan = 0, pan = 0] = await seedProducts('A lamp', 'A fan', 'A pan');
		await pin(pan, lamp, fan);
		expect(await getProductTitles()).toEqual(['A pan', 'A lamp', 'A fan']);
		await pin(lamp, pan);
		expect(await getProductTitles()).toEqual(['A lamp', 'A pan']);
	});

	test('disappear when they are sold and return when they are for sale again', async () => {
		const [lamp = 0, fan = 0] = await seedProducts('A lamp', 'A fan');
		await pin(lamp, fan);
		expect(await getProductTitles()).toEqual(['A lamp', 'A fan']);
		await seller.client.markAdSold({ params: params(lamp), body: { sold: true } });
		expect(await getProductTitles()).toEqual(['A fan']);
		await seller.client.markAdSold({ params: params(lamp), body: { sold: false } });
		expect(await getProductTitles()).toEqual(['A lamp', 'A fan']);
	});

	test('show their new title and price', async () => {
		const [lamp = 0] = await seedProducts('A lamp');
		await pin(lamp);
		expect(await getProductTitles()).toEqual(['A lamp']);
		await seller.client.updateAd({ params: params(lamp), body: { title: 'A red lamp' } });
		expect(await getProductTitles()).toEqual(['A red lamp']);
	});

	test('name the video until it is unpinned, hidden or deleted', async () => {
		const [lamp = 0] = await seedProducts('A lamp');
		await pin(lamp);
		const getVideos = async () => titles((await getAd(lamp)).videos);
		expect(await getVideos()).toEqual(['Watch this']);
		await pin();
		expect(await getVideos()).toBeUndefined();
		await pin(lamp);
		expect(await getVideos()).toEqual(['Watch this']);
		await seller.client.deleteAd({ params: params(video) });
		expect(await getVideos()).toBeUndefined();
	});

	test('disappear with a deleted product', async () => {
		const [lamp = 0, fan = 0] = await seedProducts('A lamp', 'A fan');
		await pin(lamp, fan);
		expect(await getProductTitles()).toEqual(['A lamp', 'A fan']);
		await seller.client.deleteAd({ params: params(lamp) });
		expect(await getProductTitles()).toEqual(['A fan']);
	});

	test('and their video name each other only while no moderator has hidden one of them', async () => {
		const [lamp = 0, fan = 0] = await seedProducts('A lamp', 'A fan');
		await pin(lamp, fan);
		expect(await getProductTitles()).toEqual(['A lamp', 'A fan']);
		await hide(lamp);
		expect(await getProductTitles()).toEqual(['A fan']);
		await unhide(lamp);
		expect(await getProductTitles()).toEqual(['A lamp', 'A fan']);
		expect(titles((await getAd(fan)).videos)).toEqual(['Watch this']);
		await hide(video);
		expect((await getAd(fan)).videos).toBeUndefined();
		await unhide(video);
		expect(titles((await getAd(fan)).videos)).toEqual(['Watch this']);
	});
});
