import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOnBothEngines } from '../platform/testing/database.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let owner: TestPerson;

async function seedComment(): Promise<number> {
	const params = { target: 'ads' as const, id: String(await seedAd(server, owner)) };
	return (await owner.client.createComment({ params, body: { text: 'Is it new?' } })).id;
}

const services = {
	ads: { service: () => server.ads, seed: () => seedAd(server, owner) },
	posts: { service: () => server.posts, seed: () => seedPost(server, owner) },
	comments: { service: () => server.comments, seed: seedComment },
};

describeOnBothEngines('moderated content', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		owner = await signUp(server);
	});
	afterAll(() => server.close());

	describe.each(['ads', 'posts', 'comments'] as const)('%s', (name) => {
		const { service, seed } = services[name];
		const isVisible = async (id: number) => (await service().target(server.db, id)) !== null;

		test('can be hidden, unhidden and deleted by an administrator', async () => {
			const id = await seed();
			await server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, id, 'No.'));
			expect(await isVisible(id)).toBe(false);
			await server.db.transaction((tx) => service().unhide(tx, { role: 'admin' }, id));
			expect(await isVisible(id)).toBe(true);
			await server.db.transaction((tx) => service().takeDown(tx, { role: 'admin' }, id));
			expect(await isVisible(id)).toBe(false);
			expect((await service().findForReview(server.db, [id])).size).toBe(0);
		});

		test('rejects moderation by other accounts', async () => {
			const id = await seed();
			const forbidden = { code: 'forbidden' };
			const asUser = { role: 'user' } as const;
			const attempts = [
				server.db.transaction((tx) => service().hide(tx, asUser, id, 'No.')),
				server.db.transaction((tx) => service().unhide(tx, asUser, id)),
				server.db.transaction((tx) => service().takeDown(tx, asUser, id)),
			];
			for (const result of await Promise.allSettled(attempts)) {
				expect(result).toMatchObject({ status: 'rejected', reason: forbidden });
			}
			expect(await isVisible(id)).toBe(true);
		});

		test('ignores unknown ids', async () => {
			const hiding = server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, 999_999, 'No.'));
			await expect(hiding).resolves.toBeUndefined();
		});
	});
});
