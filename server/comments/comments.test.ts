import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import type { Target } from '../../contract/target.ts';
import type { Engine } from '../platform/database/index.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { commentPosted } from './events.ts';
import type { CommentTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let buyer: TestPerson;
let crowd: TestPerson[];

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const forbidden = { status: 403, problem: { code: 'forbidden' } };
const notFound = { status: 404, problem: { code: 'not_found' } };
const both = ['ads', 'posts'] as const;
const plant = { ads: seedAd, posts: seedPost };

const on = (target: Target, id: number) => ({ target, id: String(id) });
const one = ({ id }: { id: number }) => ({ id: String(id) });
const texts = (page: { items: { text: string }[] }) => page.items.map(({ text }) => text);

function say(person: TestPerson, target: Target, id: number, text: string, parent_id?: number) {
	return person.client.createComment({ params: on(target, id), body: { text, ...(parent_id && { parent_id }) } });
}

async function countOf(target: Target, id: number): Promise<number> {
	const params = { id: String(id) };
	const shown =
		target === 'ads'
			? await createApiClient(server).getAd({ params })
			: await createApiClient(server).getPost({ params });
	return shown.comments;
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		[seller, buyer] = [await signUp(server), await signUp(server)];
		crowd = [];
		for (let people = 0; people < 5; people += 1) crowd.push(await signUp(server));
	});
	afterAll(() => server.close());
}

describe('comments', () => {
	useServer();

	describe.each(both)('on %s', (target) => {
		const list = (id: number, query = {}) => createApiClient(server).listComments({ params: on(target, id), query });

		test('stand newest first, their replies oldest first; a reply to a reply stands under the same comment', async () => {
			const id = await plant[target](server, seller);
			const first = await say(buyer, target, id, 'Is it still there?');
			expect(first).toMatchObject({
				target,
				target_id: id,
				parent_id: null,
				text: 'Is it still there?',
				author: { id: buyer.session.id, user_name: buyer.session.user_name },
				edited_at: null,
				replies: 0,
			});
			await say(buyer, target, id, 'What is the last price?');
			const reply = await say(seller, target, id, 'It is.', first.id);
			const further = await say(buyer, target, id, 'I come tomorrow.', reply.id);
			expect([reply.parent_id, further.parent_id]).toEqual([first.id, first.id]);
			const page = await list(id);
			expect(texts(page)).toEqual(['What is the last price?', 'Is it still there?']);
			expect(page.items.map(({ replies }) => replies)).toEqual([0, 2]);
			const replies = await createApiClient(server).listReplies({ params: one(first), query: {} });
			expect(texts(replies)).toEqual(['It is.', 'I come tomorrow.']);
			expect(await countOf(target, id)).toBe(4);
		});

		test('and replies come page by page', async () => {
			const id = await plant[target](server, seller);
			const made = [];
			for (let index = 0; index < 5; index += 1) made.push(await say(buyer, target, id, `Comment ${index}`));
			const parent = made[0]?.id ?? 0;
			for (let index = 0; index < 5; index += 1) await say(seller, target, id, `Reply ${index}`, parent);
			const walk = async (load: (query: { limit: number; cursor?: string }) => ReturnType<typeof list>) => {
				const seen: string[] = [];
				let cursor: string | null = null;
				do {
					const page = await load({ limit: 2, ...(cursor && { cursor }) });
					seen.push(...texts(page));
					cursor = page.next_cursor;
				} while (cursor);
				return seen;
			};
			expect(await walk((query) => list(id, query))).toEqual([4, 3, 2, 1, 0].map((index) => `Comment ${index}`));
			expect(
				await walk((query) => createApiClient(server).listReplies({ params: { id: String(parent) }, query })),
			).toEqual([0, 1, 2, 3, 4].map((index) => `Reply ${index}`));
			await expect(list(id, { cursor: 'abc' })).rejects.toMatchObject({ status: 422 });
		});

		test('refuse what says nothing, says too much, or replies to something elsewhere', async () => {
			const [id, elsewhere] = [await plant[target](server, seller), await plant[target](server, seller)];
			for (const text of ['', '  \n ', 'x'.repeat(limits.comment.max + 1), 'a\0b', '\ud800']) {
				await expect(say(buyer, target, id, text)).rejects.toMatchObject({
					status: 422,
					problem: { fields: { text: expect.any(String) } },
				});
			}
			const there = await say(buyer, target, elsewhere, 'There');
			for (const parent of [there.id, 999_999]) {
				await expect(say(buyer, target, id, 'Here', parent)).rejects.toMatchObject({
					status: 422,
					problem: { fields: { parent_id: expect.any(String) } },
				});
			}
			expect(await countOf(target, id)).toBe(0);
			expect((await list(elsewhere)).items[0]?.replies).toBe(0);
		});

		test('need a session to be written, and none to be read', async () => {
			const id = await plant[target](server, seller);
			const comment = await say(buyer, target, id, 'Nice');
			const nobody = createApiClient(server);
			const params = one(comment);
			await expect(nobody.createComment({ params: on(target, id), body: { text: 'x' } })).rejects.toMatchObject(
				unauthenticated,
			);
			await expect(nobody.updateComment({ params, body: { text: 'x' } })).rejects.toMatchObject(unauthenticated);
			await expect(nobody.deleteComment({ params })).rejects.toMatchObject(unauthenticated);
			await expect(nobody.listCommentsToAnswer({ query: {} })).rejects.toMatchObject(unauthenticated);
			expect(texts(await list(id))).toEqual(['Nice']);
		});

		test('are changed by their author alone', async () => {
			const id = await plant[target](server, seller);
			const comment = await say(buyer, target, id, 'Nise');
			const params = one(comment);
			await expect(seller.client.updateComment({ params, body: { text: 'Mine' } })).rejects.toMatchObject(forbidden);
			await expect(seller.client.deleteComment({ params })).rejects.toMatchObject(forbidden);
			expect(await buyer.client.updateComment({ params, body: { text: 'Nise' } })).toEqual(comment);
			const changed = await buyer.client.updateComment({ params, body: { text: 'Nice' } });
			expect(changed).toEqual({ ...comment, text: 'Nice', edited_at: expect.any(String) });
			expect((await list(id)).items).toEqual([changed]);
			await expect(buyer.client.updateComment({ params, body: { text: '' } })).rejects.toMatchObject({ status: 422 });
			const gone = { id: '999999' };
			await expect(buyer.client.updateComment({ params: gone, body: { text: 'x' } })).rejects.toMatchObject(notFound);
			await expect(buyer.client.deleteComment({ params: gone })).rejects.toMatchObject(notFound);
		});

		test('are deleted with their replies, and the counts follow', async () => {
			const id = await plant[target](server, seller);
			const comment = await say(buyer, target, id, 'Nice');
			const reply = await say(seller, target, id, 'Thank you', comment.id);
			await say(buyer, target, id, 'You are welcome', reply.id);
			await say(seller, target, id, 'Mine');
			await seller.client.deleteComment({ params: one(reply) });
			expect(await countOf(target, id)).toBe(3);
			expect((await list(id)).items.map(({ replies }) => replies)).toEqual([0, 1]);
			await buyer.client.deleteComment({ params: one(comment) });
			expect(await countOf(target, id)).toBe(1);
			expect(texts(await list(id))).toEqual(['Mine']);
			await expect(createApiClient(server).listReplies({ params: one(comment), query: {} })).rejects.toMatchObject(
				notFound,
			);
			await expect(buyer.client.deleteComment({ params: one(comment) })).rejects.toMatchObject(notFound);
			expect(await countOf(target, id)).toBe(1);
		});

		test('repeated with a key are one, and the key knows what it was used on', async () => {
			const [id, elsewhere] = [await plant[target](server, seller), await plant[target](server, seller)];
			const key = { idempotencyKey: `comment-${target}` };
			const call = { params: on(target, id), body: { text: 'Once' } };
			const first = await buyer.client.createComment(call, key);
			expect(await buyer.client.createComment(call, key)).toEqual(first);
			expect(await countOf(target, id)).toBe(1);
			await expect(buyer.client.createComment({ ...call, params: on(target, elsewhere) }, key)).rejects.toMatchObject({
				status: 422,
			});
			expect(await countOf(target, elsewhere)).toBe(0);
		});

		test('are announced within their transaction', async () => {
			const id = await plant[target](server, seller);
			const heard: unknown[] = [];
			let fail = true;
			server.events.on(commentPosted, async (_tx, posted) => {
				if (posted.targetId !== id || posted.target !== target) return;
				if (fail) throw new Error('The listener fails');
				heard.push(posted);
			});
			await expect(say(buyer, target, id, 'Lost')).rejects.toMatchObject({ status: 500 });
			expect([await countOf(target, id), (await list(id)).items]).toEqual([0, []]);
			fail = false;
			const comment = await say(buyer, target, id, 'Heard');
			const reply = await say(seller, target, id, 'Answered', comment.id);
			const common = { target, targetId: id, ownerId: seller.session.id };
			expect(heard).toEqual([
				{ ...common, commentId: comment.id, accountId: buyer.session.id, repliedToId: null },
				{ ...common, commentId: reply.id, accountId: seller.session.id, repliedToId: buyer.session.id },
			]);
		});

		test('that wait for an answer are their owner’s to see, until they are answered', async () => {
			const owner = await signUp(server);
			const id = await plant[target](server, owner);
			const waiting = async (person = owner) => (await person.client.listCommentsToAnswer({ query: {} })).items;
			const comment = await say(buyer, target, id, 'How much?');
			await say(owner, target, id, 'A word of mine');
			const page = target === 'ads' ? `/feed/${id}/` : `/mypromotweet/${id}`;
			expect(await waiting()).toEqual([
				{ ...comment, target_title: expect.stringMatching(/./), target_path: expect.stringContaining(page) },
			]);
			expect((await waiting(seller)).map((one) => one.id)).not.toContain(comment.id);
			const helper = await say(seller, target, id, 'I paid 5k', comment.id);
			expect((await waiting()).map((one) => one.id)).toEqual([helper.id, comment.id]);
			const answer = await say(owner, target, id, '5,000', comment.id);
			expect(await waiting()).toEqual([]);
			const further = await say(buyer, target, id, 'And delivery?', comment.id);
			expect((await waiting()).map((one) => one.id)).toEqual([further.id]);
			await owner.client.deleteComment({ params: one(answer) });
			expect((await waiting()).map((one) => one.id)).toEqual([further.id, helper.id, comment.id]);
			const first = await owner.client.listCommentsToAnswer({ query: { limit: 1 } });
			expect([first.items.length, first.next_cursor === null]).toEqual([1, false]);
		});
	});

	test('that wait for an answer are looked for among the last 1,000', async () => {
		const owner = await signUp(server);
		const id = await seedAd(server, owner);
		const old = await say(buyer, 'ads', id, 'How much?');
		const waiting = async () => (await owner.client.listCommentsToAnswer({ query: {} })).items.map((one) => one.id);
		const rows = (count: number) =>
			Array.from({ length: count }, () => ({
				...{ account_id: owner.session.id, owner_id: owner.session.id, ad_id: id, post_id: null, parent_id: null },
				...{ text: 'Still there', created_at: 1 },
			}));
		const fill = (count: number) =>
			server.db.tables<CommentTables>().insertInto('comments').values(rows(count)).execute();
		await fill(999);
		expect(await waiting()).toEqual([old.id]);
		await fill(1);
		expect(await waiting()).toEqual([]);
		const young = await say(buyer, 'ads', id, 'And this one?');
		expect(await waiting()).toEqual([young.id]);
	});

	test('are not here where what they are on is not', async () => {
		const id = await seedAd(server, seller);
		const comment = await say(buyer, 'ads', id, 'Nice');
		await hideAd(server, id);
		const params = one(comment);
		for (const { client } of [seller, buyer, { client: createApiClient(server) }]) {
			await expect(client.listComments({ params: on('ads', id), query: {} })).rejects.toMatchObject(notFound);
			await expect(client.listReplies({ params, query: {} })).rejects.toMatchObject(notFound);
		}
		await expect(say(buyer, 'ads', id, 'Again')).rejects.toMatchObject(notFound);
		await expect(buyer.client.updateComment({ params, body: { text: 'x' } })).rejects.toMatchObject(notFound);
		await expect(buyer.client.deleteComment({ params })).rejects.toMatchObject(notFound);
		expect((await seller.client.listCommentsToAnswer({ query: {} })).items.map((one) => one.id)).not.toContain(
			comment.id,
		);
		await expect(say(buyer, 'posts', 999_999, 'Nowhere')).rejects.toMatchObject(notFound);
	});

	test('go with a deleted ad, and come back with a restored post', async () => {
		const ad = await seedAd(server, seller);
		const gone = await say(buyer, 'ads', ad, 'Nice');
		await seller.client.deleteAd({ params: { id: String(ad) } });
		await expect(createApiClient(server).listReplies({ params: one(gone), query: {} })).rejects.toMatchObject(notFound);
		expect(await server.comments.target(server.db, gone.id)).toBeNull();
		const post = await seedPost(server, seller);
		await say(buyer, 'posts', post, 'Nice');
		const params = { id: String(post) };
		await seller.client.deletePost({ params });
		await expect(createApiClient(server).listComments({ params: on('posts', post), query: {} })).rejects.toMatchObject(
			notFound,
		);
		await seller.client.restorePost({ params });
		expect(texts(await createApiClient(server).listComments({ params: on('posts', post), query: {} }))).toEqual([
			'Nice',
		]);
	});
});

onBothEngines('comments', (engine) => {
	useServer(engine);

	test.each(both)('written and deleted at the same moment are counted exactly, on %s', async (target) => {
		const id = await plant[target](server, seller);
		const top = await say(seller, target, id, 'Ask me');
		const made = await Promise.all(
			Array.from({ length: 100 }, async (_, index) => {
				const person = crowd[index % 5] ?? buyer;
				return { person, comment: await say(person, target, id, `${index}`, index % 2 ? top.id : undefined) };
			}),
		);
		expect(await countOf(target, id)).toBe(101);
		// Everyone deletes twice at once, replies come while their comment goes: one way or the other, and counted so.
		await Promise.allSettled([
			...[...made.slice(0, 60), ...made.slice(0, 60)].map(({ person, comment }) =>
				person.client.deleteComment({ params: one(comment) }),
			),
			...made.slice(0, 20).map(({ person, comment }) => say(person, target, id, 'Wait', comment.id)),
		]).then((settled) => {
			for (const one of settled) {
				if (one.status === 'rejected') expect([404, 422]).toContain(one.reason.status);
			}
		});
		const { items } = await createApiClient(server).listComments({ params: on(target, id), query: { limit: 50 } });
		const there = items.reduce((sum, { replies }) => sum + 1 + replies, 0);
		expect(await countOf(target, id)).toBe(there);
		for (const comment of items) {
			const { items: replies } = await createApiClient(server).listReplies({
				params: one(comment),
				query: { limit: 50 },
			});
			expect(replies).toHaveLength(comment.replies);
		}
		await seller.client.deleteComment({ params: one(top) });
		expect(await countOf(target, id)).toBe(
			20 + items.reduce((sum, { id, replies }) => sum + (id === top.id ? 0 : replies), 0),
		);
	});
});
