import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onBothEngines } from '../platform/testing/database.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let owner: TestPerson;

async function plantComment(): Promise<number> {
	const params = { target: 'ads' as const, id: String(await seedAd(server, owner)) };
	return (await owner.client.createComment({ params, body: { text: 'Is it new?' } })).id;
}

const services = {
	ads: { service: () => server.ads, plant: () => seedAd(server, owner) },
	posts: { service: () => server.posts, plant: () => seedPost(server, owner) },
	comments: { service: () => server.comments, plant: plantComment },
};

onBothEngines('content that is judged', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		owner = await signUp(server);
	});
	afterAll(() => server.close());

	describe.each(['ads', 'posts', 'comments'] as const)('%s', (name) => {
		const { service, plant } = services[name];
		const isShown = async (id: number) => (await service().target(server.db, id)) !== null;

		test('is hidden, shown again and deleted by an administrator', async () => {
			const id = await plant();
			await server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, id, 'No.'));
			expect(await isShown(id)).toBe(false);
			await server.db.transaction((tx) => service().unhide(tx, { role: 'admin' }, id));
			expect(await isShown(id)).toBe(true);
			await server.db.transaction((tx) => service().takeDown(tx, { role: 'admin' }, id));
			expect(await isShown(id)).toBe(false);
			expect((await service().findForReview(server.db, [id])).size).toBe(0);
		});

		test('is for nobody else to hide, show or delete, whatever leads there', async () => {
			const id = await plant();
			const forbidden = { code: 'forbidden' };
			const asUser = { role: 'user' } as const;
			const tried = [
				server.db.transaction((tx) => service().hide(tx, asUser, id, 'No.')),
				server.db.transaction((tx) => service().unhide(tx, asUser, id)),
				server.db.transaction((tx) => service().takeDown(tx, asUser, id)),
			];
			for (const one of await Promise.allSettled(tried)) {
				expect(one).toMatchObject({ status: 'rejected', reason: forbidden });
			}
			expect(await isShown(id)).toBe(true);
		});

		test('is left alone where it is gone', async () => {
			const gone = server.db.transaction((tx) => service().hide(tx, { role: 'admin' }, 999_999, 'No.'));
			await expect(gone).resolves.toBeUndefined();
		});
	});
});
