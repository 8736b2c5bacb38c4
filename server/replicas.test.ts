import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient, signUp, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { makeTestEnvironment, startTestServer, type TestEnvironment, type TestServer } from './testing/start-server.ts';

/** Milliseconds until a change is visible in other processes, as docs/production.md promises. */
const maxDelay = 1000;

let environment: TestEnvironment;
let first: TestServer;
let second: TestServer;
let seller: TestPerson;

describe.skipIf(inject('postgresUrl') === null)('two processes on one PostgreSQL', () => {
	beforeAll(async () => {
		environment = await makeTestEnvironment({ engine: 'postgres' });
		[first, second] = [await startTestServer({ environment }), await startTestServer({ environment })];
		seller = await signUp(first);
	});
	afterAll(async () => {
		await Promise.all([first.close(), second.close()]);
		await environment.remove();
	});

	const listTitles = async (server: TestServer) =>
		(await createApiClient(server).getFeed({ query: {} })).items.map(({ title }) => title);

	test('show a change at once in the process that made it, and within a second in the other', async () => {
		const id = await seedAd(first, seller, { title: 'Lamp 0' });
		const params = { id: String(id) };
		await expect.poll(() => listTitles(second)).toContain('Lamp 0');
		for (let change = 1; change <= 20; change += 1) {
			const title = `Lamp ${change}`;
			await Promise.all([listTitles(first), listTitles(second)]);
			await seller.client.updateAd({ params, body: { title } });
			expect(await listTitles(first)).toContain(title);
			await expect.poll(() => listTitles(second), { timeout: maxDelay, interval: 10 }).toContain(title);
		}
	});

	test('never return stale ads by id or stale own ads', async () => {
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
