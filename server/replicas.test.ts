import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient, signUp, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { makeTestEnvironment, startTestServer, type TestEnvironment, type TestServer } from './testing/start-server.ts';

/** What docs/production.md promises of a change that another process was told, milliseconds. */
const promised = 1000;

let home: TestEnvironment;
let first: TestServer;
let second: TestServer;
let seller: TestPerson;

describe.skipIf(inject('postgresUrl') === null)('of two processes on one PostgreSQL', () => {
	beforeAll(async () => {
		home = await makeTestEnvironment({ engine: 'postgres' });
		[first, second] = [await startTestServer({ environment: home }), await startTestServer({ environment: home })];
		seller = await signUp(first);
	});
	afterAll(async () => {
		await Promise.all([first.close(), second.close()]);
		await home.remove();
	});

	const titlesIn = async (server: TestServer) =>
		(await createApiClient(server).getFeed({ query: {} })).items.map(({ title }) => title);

	test('the one that took a change shows it at once, the other within a second', async () => {
		const id = await seedAd(first, seller, { title: 'Lamp 0' });
		const params = { id: String(id) };
		await expect.poll(() => titlesIn(second)).toContain('Lamp 0');
		for (let change = 1; change <= 20; change += 1) {
			const title = `Lamp ${change}`;
			await Promise.all([titlesIn(first), titlesIn(second)]);
			await seller.client.updateAd({ params, body: { title } });
			expect(await titlesIn(first)).toContain(title);
			await expect.poll(() => titlesIn(second), { timeout: promised, interval: 10 }).toContain(title);
		}
	});

	test('what is asked for by its id, and the own list of a seller, is never a moment late in either', async () => {
		const id = await seedAd(first, seller, { title: 'Chair 0' });
		const params = { id: String(id) };
		const elsewhere = createApiClient(second, seller.token);
		for (let change = 1; change <= 10; change += 1) {
			const title = `Chair ${change}`;
			await seller.client.updateAd({ params, body: { title } });
			expect(await elsewhere.getAd({ params })).toMatchObject({ title });
			const { items } = await elsewhere.listMyAds({ query: {} });
			expect(items.map((ad) => ad.title)).toContain(title);
		}
	});
});
