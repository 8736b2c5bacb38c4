import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as adLimits from '../../contract/ads/limits.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import { formatLocalTime } from '../core/local-time.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

const renew = (id: number, { client } = seller) => client.renewAd({ params: { id: String(id) } });

describeOnBothEngines('renewing an ad', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('moves it up as new in the feed and in a search, and keeps its engagement', async () => {
		const old = await seedAd(server, seller, {
			title: 'Old kettle',
			at: clock.now() - adLimits.renewInterval,
			boost: 1,
		});
		const fresh = await seedAd(server, seller, { title: 'New kettle', at: clock.now() - 3_600_000 });
		const listFeed = async () => (await seller.client.getFeed({ query: {} })).items.map(({ id }) => id);
		const searchNewest = async () =>
			(await seller.client.search({ query: { q: 'kettle', sort: 'newest' } })).ads.items.map(({ id }) => id);
		expect(await listFeed()).toEqual([fresh, old]);
		expect(await searchNewest()).toEqual([fresh, old]);
		await renew(old);
		expect(await listFeed()).toEqual([old, fresh]);
		expect(await searchNewest()).toEqual([old, fresh]);
		for (const id of [old, fresh]) await seller.client.deleteAd({ params: { id: String(id) } });
	});

	test('is possible once in 7 days, and says from when', async () => {
		const postedAt = clock.now();
		const id = await seedAd(server, seller, { at: postedAt });
		const tooSoon = (from: number) => ({
			status: 409,
			problem: { message: contentApiText.renewableFrom(formatLocalTime(from + adLimits.renewInterval)) },
		});
		clock.advance(adLimits.renewInterval - 1);
		await expect(renew(id)).rejects.toMatchObject(tooSoon(postedAt));
		clock.advance(1);
		await renew(id);
		await expect(renew(id)).rejects.toMatchObject(tooSoon(clock.now()));
	});

	test("rejects another account's ad, and an ad that is sold", async () => {
		const id = await seedAd(server, seller, { at: 0 });
		await expect(renew(id, await signUp(server))).rejects.toMatchObject({ status: 403 });
		await seller.client.markAdSold({ params: { id: String(id) }, body: { sold: true } });
		await expect(renew(id)).rejects.toMatchObject({
			status: 409,
			problem: { message: contentApiText.onlyLiveRenewed },
		});
	});
});
