import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeOnBothEngines } from './testing/database.ts';
import { createApiClient, signUp, type TestPerson } from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let id: string;

describeOnBothEngines('an ad that many like at once', (engine) => {
	beforeEach(async () => {
		server = await startTestServer({ engine });
		seller = await signUp(server);
		id = String(await seedAd(server, seller));
	});
	afterEach(() => server.close());

	const like = (person: TestPerson) => person.client.like({ params: { target: 'ads', id } });
	const getLikes = async (client = createApiClient(server)) => (await client.getAd({ params: { id } })).likes;

	test('is read again a few times a second, and by its liker at once', async () => {
		const people = await Promise.all(Array.from({ length: 20 }, () => signUp(server)));
		await getLikes();
		// The time of the interval stands still, so that only the like that begins it invalidates cached responses.
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const invalidations = vi.fn();
		server.db.onInvalidate((tags) => {
			if (tags.includes(`ad:${id}`)) invalidations();
		});
		const [first, second, ...others] = people;
		if (!first || !second) throw new Error('too few people');
		await like(first);
		for (const person of others) await like(person);
		// PostgreSQL notifies also the process that caused the notification.
		expect(invalidations.mock.calls.length).toBeLessThanOrEqual(engine === 'sqlite' ? 1 : 2);
		await like(second);
		expect(await getLikes(second.client)).toBe(people.length);
		vi.useRealTimers();
		await expect.poll(() => getLikes()).toBe(people.length);
	});

	test('disappears at once when it is hidden', async () => {
		const people = await Promise.all(Array.from({ length: 3 }, () => signUp(server)));
		for (const person of people) await like(person);
		await getLikes();
		await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, Number(id), 'no'));
		await expect(getLikes()).rejects.toMatchObject({ status: 404 });
	});
});
