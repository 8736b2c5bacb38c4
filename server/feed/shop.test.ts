import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as adLimits from '../../contract/ads/limits.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { type AdSeed, seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let admin: TestPerson;

type Query = { q?: string; category?: AdSeed['category']; limit?: number; cursor?: string };

const toParams = ({ session } = seller) => ({ user_name: session.user_name });
const list = (query: Query = {}, person = seller) =>
	createApiClient(server).listUserAds({ params: toParams(person), query });
const listIds = async (query?: Query) => (await list(query)).items.map(({ id }) => id);
const count = (query: { q?: string } = {}) => createApiClient(server).countUserAds({ params: toParams(), query });
const seed = (ad: AdSeed = {}, person = seller) => seedAd(server, person, { at: clock.now(), ...ad });

async function markSold(id: number, sold: boolean): Promise<void> {
	await seller.client.markAdSold({ params: { id: String(id) }, body: { sold } });
}

/** Returns the ids of all pages. Calls `between` after each page. */
async function walk(query: Query, between: () => Promise<unknown> = async () => {}): Promise<number[]> {
	const walked = [];
	let cursor: string | undefined;
	do {
		const page = await list({ ...query, ...(cursor && { cursor }) });
		walked.push(...page.items.map(({ id }) => id));
		cursor = page.next_cursor ?? undefined;
		await between();
	} while (cursor);
	return walked;
}

describeOnBothEngines('a shop', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('lists picture and video ads of its seller, newest and renewed first', async () => {
		const renewed = await seed({ at: clock.now() - adLimits.renewInterval });
		const older = await seed({ format: 'video', at: clock.now() - 2000 });
		const newer = await seed({ at: clock.now() - 1000 });
		await seed({}, await signUp(server));
		expect(await listIds()).toEqual([newer, older, renewed]);
		await seller.client.renewAd({ params: { id: String(renewed) } });
		expect(await listIds()).toEqual([renewed, newer, older]);
	});

	test('pages through every ad once, with equal times and new ads in between', async () => {
		const seeded: number[] = [];
		for (let index = 0; index < 11; index += 1) {
			seeded.unshift(await seed({ category: 'Motorcycles', at: clock.now() + Math.floor(index / 4) }));
		}
		const between = () => seed({ category: 'Motorcycles', at: clock.now() + 9 });
		expect(await walk({ limit: 3, category: 'Motorcycles' }, between)).toEqual(seeded);
		expect((await walk({ limit: 3 })).slice(-11)).toEqual(seeded);
		await expect(list({ cursor: 'bogus' })).rejects.toMatchObject({ status: 422 });
	});

	test('lists one category', async () => {
		const shoes = await seed({ category: "Men's Shoes" });
		await seed({ category: 'Motorcycles' });
		expect(await listIds({ category: "Men's Shoes" })).toEqual([shoes]);
		expect(await listIds({ category: 'Jewelry & Accessories' })).toEqual([]);
	});

	test('finds words in the ads of its seller only, typing errors included', async () => {
		const title = 'Copper kettle';
		const kettle = await seed({ title });
		const other = await seed({ title: 'Pan', description: 'Fits every kettle.', category: "Men's Shoes" });
		await seed({ title: 'Spoon' });
		await seed({ title }, await signUp(server));
		expect(await listIds({ q: 'kettle' })).toEqual([kettle, other]);
		expect(await listIds({ q: 'ketle' })).toEqual([kettle, other]);
		expect(await listIds({ q: 'kettle', category: "Men's Shoes" })).toEqual([other]);
		expect(await listIds({ q: ' ' })).toHaveLength(3);
		expect(await listIds({ q: '!?' })).toEqual([]);
		expect(await walk({ q: 'kettle', limit: 1 })).toEqual([kettle, other]);
	});

	test('counts what is for sale and sold, by category and within a search', async () => {
		expect(await count()).toEqual({ for_sale: 0, sold: 0, categories: [] });
		const lamp = await seed({ title: 'Lamp', category: 'Home Décor' });
		for (const title of ['Kettle', 'Lamp oil']) await seed({ title, category: 'Groceries & Essentials' });
		await markSold(await seed({ title: 'Sold lamp' }), true);
		const categories = [
			{ category: 'Groceries & Essentials', ads: 2 },
			{ category: 'Home Décor', ads: 1 },
		];
		expect(await count()).toEqual({ for_sale: 3, sold: 1, categories });
		const matching = categories.map(({ category }) => ({ category, ads: 1 }));
		expect(await count({ q: 'lamp' })).toEqual({ for_sale: 2, sold: 1, categories: matching });
		await seller.client.updateAd({ params: { id: String(lamp) }, body: { category: 'Groceries & Essentials' } });
		expect(await count()).toMatchObject({ categories: [{ category: 'Groceries & Essentials', ads: 3 }] });
	});

	test('neither lists nor counts sold, deleted and hidden ads for sale', async () => {
		const ad = await seed({ title: 'Kettle' });
		const expectShown = async (isForSale: boolean, sold = 0) => {
			expect(await listIds()).toEqual(isForSale ? [ad] : []);
			expect(await listIds({ q: 'kettle' })).toEqual(isForSale ? [ad] : []);
			expect(await count()).toMatchObject({ for_sale: isForSale ? 1 : 0, sold });
			expect(await count({ q: 'kettle' })).toMatchObject({ for_sale: isForSale ? 1 : 0, sold });
		};
		const moderate = (action: 'hide' | 'unhide') =>
			server.db.transaction((tx) => server.ads[action](tx, { role: 'admin' }, ad, 'No.'));
		await expectShown(true);
		await markSold(ad, true);
		await expectShown(false, 1);
		await moderate('hide');
		await expectShown(false);
		await moderate('unhide');
		await expectShown(false, 1);
		await markSold(ad, false);
		await expectShown(true);
		await moderate('hide');
		await expectShown(false);
		await moderate('unhide');
		await expectShown(true);
		await seller.client.deleteAd({ params: { id: String(ad) } });
		await expectShown(false);
	});

	test('is 404 while its seller is suspended or deleted, and complete afterwards', async () => {
		const ad = await seed();
		const notFound = { status: 404 };
		const expectClosed = async () => {
			await expect(list()).rejects.toMatchObject(notFound);
			await expect(count()).rejects.toMatchObject(notFound);
		};
		const expectOpen = async () => {
			expect(await listIds()).toEqual([ad]);
			expect(await count()).toMatchObject({ for_sale: 1 });
		};
		const body = { reason: 'Fraud.', days: null };
		const { id } = await admin.client.suspendUser({ params: { id: String(seller.session.id) }, body });
		await expectClosed();
		await admin.client.liftDecision({ params: { id: String(id) }, body: { reason: 'Ours.' } });
		await expectOpen();
		// The suspension ended the sessions, as the deletion does.
		const logIn = async () => {
			const body = { email: `${seller.session.user_name}@example.com`, password: seller.password };
			return createApiClient(server, (await createApiClient(server).logIn({ body })).token);
		};
		await (await logIn()).deleteMe({ body: { password: seller.password } });
		await expectClosed();
		await (await logIn()).restoreMe();
		await expectOpen();
		const unknown = { params: { user_name: 'nobody_at_all' }, query: {} };
		await expect(createApiClient(server).listUserAds(unknown)).rejects.toMatchObject(notFound);
		await expect(createApiClient(server).countUserAds(unknown)).rejects.toMatchObject(notFound);
	});
});
