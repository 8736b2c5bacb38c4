import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as commentLimits from '../../contract/comments/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { hideAd, seedPost } from '../testing/seed-posts.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { type CommentPosted, commentsPosted } from './events.ts';
import type { CommentTables } from './tables.ts';

let server: TestServer;
let seller: TestPerson;
let buyer: TestPerson;
let crowd: TestPerson[];

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const forbidden = { status: 403, problem: { code: 'forbidden' } };
const notFound = { status: 404, problem: { code: 'not_found' } };
const both = ['ads', 'posts'] as const;
const seed = { ads: seedAd, posts: seedPost };

const targetParams = (target: ContentTarget, id: number) => ({ target, id: String(id) });
const idParams = ({ id }: { id: number }) => ({ id: String(id) });
const texts = (page: { items: { text: string }[] }) => page.items.map(({ text }) => text);

function postComment(person: TestPerson, target: ContentTarget, id: number, text: string, parent_id?: number) {
	return person.client.createComment({
		params: targetParams(target, id),
		body: { text, ...(parent_id && { parent_id }) },
	});
}

async function getCommentCount(target: ContentTarget, id: number): Promise<number> {
	// Cached responses may show counts late.
	server.db.flushInvalidations();
	const params = { id: String(id) };
	const item =
		target === 'ads'
			? await createApiClient(server).getAd({ params })
			: await createApiClient(server).getPost({ params });
	return item.comments;
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
		const list = (id: number, query = {}) =>
			createApiClient(server).listComments({ params: targetParams(target, id), query });

		test('lists comments newest first and replies oldest first, and attaches a reply to a reply to the top comment', async () => {
			const id = await seed[target](server, seller);
			const first = await postComment(buyer, target, id, 'Is it still there?');
			expect(first).toMatchObject({
				target,
				target_id: id,
				parent_id: null,
				text: 'Is it still there?',
				author: { id: buyer.session.id, user_name: buyer.session.user_name },
				edited_at: null,
				replies: 0,
			});
			await postComment(buyer, target, id, 'What is the last price?');
			const reply = await postComment(seller, target, id, 'It is.', first.id);
			const further = await postComment(buyer, target, id, 'I come tomorrow.', reply.id);
			expect([reply.parent_id, further.parent_id]).toEqual([first.id, first.id]);
			const page = await list(id);
			expect(texts(page)).toEqual(['What is the last price?', 'Is it still there?']);
			expect(page.items.map(({ replies }) => replies)).toEqual([0, 2]);
			const replies = await createApiClient(server).listReplies({ params: idParams(first), query: {} });
			expect(texts(replies)).toEqual(['It is.', 'I come tomorrow.']);
			expect(await getCommentCount(target, id)).toBe(4);
		});

		test('paginates comments and replies', async () => {
			const id = await seed[target](server, seller);
			const created = [];
			for (let index = 0; index < 5; index += 1) created.push(await postComment(buyer, target, id, `Comment ${index}`));
			const parent = created[0]?.id ?? 0;
			for (let index = 0; index < 5; index += 1) await postComment(seller, target, id, `Reply ${index}`, parent);
			const loadAll = async (load: (query: { limit: number; cursor?: string }) => ReturnType<typeof list>) => {
				const loaded: string[] = [];
				let cursor: string | null = null;
				do {
					const page = await load({ limit: 2, ...(cursor && { cursor }) });
					loaded.push(...texts(page));
					cursor = page.next_cursor;
				} while (cursor);
				return loaded;
			};
			expect(await loadAll((query) => list(id, query))).toEqual([4, 3, 2, 1, 0].map((index) => `Comment ${index}`));
			expect(
				await loadAll((query) => createApiClient(server).listReplies({ params: { id: String(parent) }, query })),
			).toEqual([0, 1, 2, 3, 4].map((index) => `Reply ${index}`));
			await expect(list(id, { cursor: 'abc' })).rejects.toMatchObject({ status: 422 });
		});

		test('rejects empty or too long text and a parent on another target', async () => {
			const [id, elsewhere] = [await seed[target](server, seller), await seed[target](server, seller)];
			for (const text of ['', '  \n ', 'x'.repeat(commentLimits.comment.max + 1), 'a\0b', '\ud800']) {
				await expect(postComment(buyer, target, id, text)).rejects.toMatchObject({
					status: 422,
					problem: { fields: { text: expect.any(String) } },
				});
			}
			const elsewhereComment = await postComment(buyer, target, elsewhere, 'There');
			for (const parent of [elsewhereComment.id, 999_999]) {
				await expect(postComment(buyer, target, id, 'Here', parent)).rejects.toMatchObject({
					status: 422,
					problem: { fields: { parent_id: expect.any(String) } },
				});
			}
			expect(await getCommentCount(target, id)).toBe(0);
			expect((await list(elsewhere)).items[0]?.replies).toBe(0);
		});

		test('requires a session to write, not to read', async () => {
			const id = await seed[target](server, seller);
			const comment = await postComment(buyer, target, id, 'Nice');
			const visitor = createApiClient(server);
			const params = idParams(comment);
			await expect(
				visitor.createComment({ params: targetParams(target, id), body: { text: 'x' } }),
			).rejects.toMatchObject(unauthenticated);
			await expect(visitor.updateComment({ params, body: { text: 'x' } })).rejects.toMatchObject(unauthenticated);
			await expect(visitor.deleteComment({ params })).rejects.toMatchObject(unauthenticated);
			await expect(visitor.listCommentsToAnswer({ query: {} })).rejects.toMatchObject(unauthenticated);
			expect(texts(await list(id))).toEqual(['Nice']);
		});

		test('lets only the author edit or delete a comment', async () => {
			const id = await seed[target](server, seller);
			const comment = await postComment(buyer, target, id, 'Nise');
			const params = idParams(comment);
			await expect(seller.client.updateComment({ params, body: { text: 'Mine' } })).rejects.toMatchObject(forbidden);
			await expect(seller.client.deleteComment({ params })).rejects.toMatchObject(forbidden);
			expect(await buyer.client.updateComment({ params, body: { text: 'Nise' } })).toEqual(comment);
			const changed = await buyer.client.updateComment({ params, body: { text: 'Nice' } });
			expect(changed).toEqual({ ...comment, text: 'Nice', edited_at: expect.any(String) });
			expect((await list(id)).items).toEqual([changed]);
			await expect(buyer.client.updateComment({ params, body: { text: '' } })).rejects.toMatchObject({ status: 422 });
			const unknown = { id: '999999' };
			await expect(buyer.client.updateComment({ params: unknown, body: { text: 'x' } })).rejects.toMatchObject(
				notFound,
			);
			await expect(buyer.client.deleteComment({ params: unknown })).rejects.toMatchObject(notFound);
		});

		test('deletes a comment with its replies and updates the counts', async () => {
			const id = await seed[target](server, seller);
			const comment = await postComment(buyer, target, id, 'Nice');
			const reply = await postComment(seller, target, id, 'Thank you', comment.id);
			await postComment(buyer, target, id, 'You are welcome', reply.id);
			await postComment(seller, target, id, 'Mine');
			await seller.client.deleteComment({ params: idParams(reply) });
			expect(await getCommentCount(target, id)).toBe(3);
			expect((await list(id)).items.map(({ replies }) => replies)).toEqual([0, 1]);
			await buyer.client.deleteComment({ params: idParams(comment) });
			expect(await getCommentCount(target, id)).toBe(1);
			expect(texts(await list(id))).toEqual(['Mine']);
			await expect(createApiClient(server).listReplies({ params: idParams(comment), query: {} })).rejects.toMatchObject(
				notFound,
			);
			await expect(buyer.client.deleteComment({ params: idParams(comment) })).rejects.toMatchObject(notFound);
			expect(await getCommentCount(target, id)).toBe(1);
		});

		test('creates one comment per idempotency key and rejects the key for another target', async () => {
			const [id, elsewhere] = [await seed[target](server, seller), await seed[target](server, seller)];
			const key = { idempotencyKey: `comment-${target}` };
			const call = { params: targetParams(target, id), body: { text: 'Once' } };
			const first = await buyer.client.createComment(call, key);
			expect(await buyer.client.createComment(call, key)).toEqual(first);
			expect(await getCommentCount(target, id)).toBe(1);
			await expect(
				buyer.client.createComment({ ...call, params: targetParams(target, elsewhere) }, key),
			).rejects.toMatchObject({
				status: 422,
			});
			expect(await getCommentCount(target, elsewhere)).toBe(0);
		});

		test('emits commentsPosted within the transaction', async () => {
			const id = await seed[target](server, seller);
			const emitted: unknown[] = [];
			let fail = true;
			server.events.on(commentsPosted, async (_tx, [posted]) => {
				if (posted?.targetId !== id || posted.target !== target) return;
				if (fail) throw new Error('The listener fails');
				emitted.push(posted);
			});
			await expect(postComment(buyer, target, id, 'Lost')).rejects.toMatchObject({ status: 500 });
			expect([await getCommentCount(target, id), (await list(id)).items]).toEqual([0, []]);
			fail = false;
			const comment = await postComment(buyer, target, id, 'Heard');
			const reply = await postComment(seller, target, id, 'Answered', comment.id);
			const common = { target, targetId: id, ownerId: seller.session.id };
			expect(emitted).toEqual([
				{ ...common, commentId: comment.id, accountId: buyer.session.id, repliedToId: null },
				{ ...common, commentId: reply.id, accountId: seller.session.id, repliedToId: buyer.session.id },
			]);
		});

		test('lists unanswered comments to the owner until the owner replies', async () => {
			const owner = await signUp(server);
			const id = await seed[target](server, owner);
			const listUnanswered = async (person = owner) => (await person.client.listCommentsToAnswer({ query: {} })).items;
			const comment = await postComment(buyer, target, id, 'How much?');
			await postComment(owner, target, id, 'A word of mine');
			const page = target === 'ads' ? `/feed/${id}/` : `/mypromotweet/${id}`;
			expect(await listUnanswered()).toEqual([
				{ ...comment, target_title: expect.stringMatching(/./), target_path: expect.stringContaining(page) },
			]);
			expect((await listUnanswered(seller)).map((one) => one.id)).not.toContain(comment.id);
			const helper = await postComment(seller, target, id, 'I paid 5k', comment.id);
			expect((await listUnanswered()).map((one) => one.id)).toEqual([helper.id, comment.id]);
			const answer = await postComment(owner, target, id, '5,000', comment.id);
			expect(await listUnanswered()).toEqual([]);
			const further = await postComment(buyer, target, id, 'And delivery?', comment.id);
			expect((await listUnanswered()).map((one) => one.id)).toEqual([further.id]);
			await owner.client.deleteComment({ params: idParams(answer) });
			expect((await listUnanswered()).map((one) => one.id)).toEqual([further.id, helper.id, comment.id]);
			const first = await owner.client.listCommentsToAnswer({ query: { limit: 1 } });
			expect([first.items.length, first.next_cursor === null]).toEqual([1, false]);
		});
	});

	test('finds unanswered comments among the last 1,000 only', async () => {
		const owner = await signUp(server);
		const id = await seedAd(server, owner);
		const old = await postComment(buyer, 'ads', id, 'How much?');
		const listUnanswered = async () =>
			(await owner.client.listCommentsToAnswer({ query: {} })).items.map((one) => one.id);
		const rows = (count: number) =>
			Array.from({ length: count }, () => ({
				...{ account_id: owner.session.id, owner_id: owner.session.id, ad_id: id, post_id: null, parent_id: null },
				...{ text: 'Still there', created_at: 1 },
			}));
		const fill = (count: number) =>
			server.db.tables<CommentTables>().insertInto('comments').values(rows(count)).execute();
		await fill(999);
		expect(await listUnanswered()).toEqual([old.id]);
		await fill(1);
		expect(await listUnanswered()).toEqual([]);
		const young = await postComment(buyer, 'ads', id, 'And this one?');
		expect(await listUnanswered()).toEqual([young.id]);
	});

	test('returns 404 for comments on a hidden ad', async () => {
		const id = await seedAd(server, seller);
		const comment = await postComment(buyer, 'ads', id, 'Nice');
		await hideAd(server, id);
		const params = idParams(comment);
		for (const { client } of [seller, buyer, { client: createApiClient(server) }]) {
			await expect(client.listComments({ params: targetParams('ads', id), query: {} })).rejects.toMatchObject(notFound);
			await expect(client.listReplies({ params, query: {} })).rejects.toMatchObject(notFound);
		}
		await expect(postComment(buyer, 'ads', id, 'Again')).rejects.toMatchObject(notFound);
		await expect(buyer.client.updateComment({ params, body: { text: 'x' } })).rejects.toMatchObject(notFound);
		await expect(buyer.client.deleteComment({ params })).rejects.toMatchObject(notFound);
		expect((await seller.client.listCommentsToAnswer({ query: {} })).items.map((one) => one.id)).not.toContain(
			comment.id,
		);
		await expect(postComment(buyer, 'posts', 999_999, 'Nowhere')).rejects.toMatchObject(notFound);
	});

	test('removes comments with a deleted ad and restores them with a restored post', async () => {
		const ad = await seedAd(server, seller);
		const deleted = await postComment(buyer, 'ads', ad, 'Nice');
		await seller.client.deleteAd({ params: { id: String(ad) } });
		await expect(createApiClient(server).listReplies({ params: idParams(deleted), query: {} })).rejects.toMatchObject(
			notFound,
		);
		expect(await server.comments.target(server.db, deleted.id)).toBeNull();
		const post = await seedPost(server, seller);
		await postComment(buyer, 'posts', post, 'Nice');
		const params = { id: String(post) };
		await seller.client.deletePost({ params });
		await expect(
			createApiClient(server).listComments({ params: targetParams('posts', post), query: {} }),
		).rejects.toMatchObject(notFound);
		await seller.client.restorePost({ params });
		expect(
			texts(await createApiClient(server).listComments({ params: targetParams('posts', post), query: {} })),
		).toEqual(['Nice']);
	});
});

describeOnBothEngines('comments', (engine) => {
	useServer(engine);

	test.each(both)('counts concurrent creations and deletions exactly, on %s', async (target) => {
		const id = await seed[target](server, seller);
		const top = await postComment(seller, target, id, 'Ask me');
		const created = await Promise.all(
			Array.from({ length: 100 }, async (_, index) => {
				const person = crowd[index % 5] ?? buyer;
				return { person, comment: await postComment(person, target, id, `${index}`, index % 2 ? top.id : undefined) };
			}),
		);
		expect(await getCommentCount(target, id)).toBe(101);
		// Every comment is deleted twice while replies arrive. Any order of these requests is valid if the counts match in the end.
		await Promise.allSettled([
			...[...created.slice(0, 60), ...created.slice(0, 60)].map(({ person, comment }) =>
				person.client.deleteComment({ params: idParams(comment) }),
			),
			...created.slice(0, 20).map(({ person, comment }) => postComment(person, target, id, 'Wait', comment.id)),
		]).then((settled) => {
			for (const one of settled) {
				if (one.status === 'rejected') expect([404, 422]).toContain(one.reason.status);
			}
		});
		const { items } = await createApiClient(server).listComments({
			params: targetParams(target, id),
			query: { limit: 50 },
		});
		const total = items.reduce((sum, { replies }) => sum + 1 + replies, 0);
		expect(await getCommentCount(target, id)).toBe(total);
		for (const comment of items) {
			const { items: replies } = await createApiClient(server).listReplies({
				params: idParams(comment),
				query: { limit: 50 },
			});
			expect(replies).toHaveLength(comment.replies);
		}
		await seller.client.deleteComment({ params: idParams(top) });
		expect(await getCommentCount(target, id)).toBe(
			20 + items.reduce((sum, { id, replies }) => sum + (id === top.id ? 0 : replies), 0),
		);
	});

	test('answers each of many comments at once', async () => {
		const [ad, hidden, post] = [
			await seedAd(server, seller),
			await seedAd(server, seller),
			await seedPost(server, seller),
		];
		await hideAd(server, hidden);
		const top = await postComment(seller, 'posts', post, 'Ask me');
		const emitted: CommentPosted[] = [];
		server.events.on(commentsPosted, async (tx, comments) => tx.onCommit(() => emitted.push(...comments)));
		const calls = [
			{ person: buyer, target: 'ads', id: ad, text: 'One' },
			{ person: buyer, target: 'ads', id: ad, text: 'Two' },
			{ person: seller, target: 'ads', id: ad, text: 'Two' },
			{ person: buyer, target: 'ads', id: hidden, text: 'Three' },
			{ person: buyer, target: 'posts', id: 999_999, text: 'Four' },
			{ person: buyer, target: 'posts', id: post, text: 'Five', parent: top.id },
			{ person: seller, target: 'posts', id: post, text: 'Six' },
		] as const;
		const settled = await Promise.allSettled(
			calls.map(({ person, target, id, text, ...reply }) =>
				postComment(person, target, id, text, 'parent' in reply ? reply.parent : undefined),
			),
		);
		for (const [index, { person, target, id, text }] of calls.entries()) {
			const isVisible = id === ad || id === post;
			const author = expect.objectContaining({ id: person.session.id });
			expect(settled[index]).toMatchObject(
				isVisible ? { value: { text, target, target_id: id, author } } : { status: 'rejected', reason: notFound },
			);
		}
		expect([await getCommentCount('ads', ad), await getCommentCount('posts', post)]).toEqual([3, 3]);
		const ids = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
		expect(emitted.map(({ commentId }) => commentId).toSorted()).toEqual(ids.toSorted());
	});

	test('stores one comment for each key, also among many at once', async () => {
		const [ad, other] = [await seedAd(server, seller), await seedAd(server, seller)];
		const send = () =>
			Promise.allSettled(
				[ad, other].flatMap((id) =>
					crowd.map((person) =>
						person.client.createComment(
							{ params: targetParams('ads', id), body: { text: 'Once' } },
							{ idempotencyKey: `${engine}-${id}` },
						),
					),
				),
			);
		const first = await send();
		expect(first.every(({ status }) => status === 'fulfilled')).toBe(true);
		expect(await send()).toEqual(first);
		expect([await getCommentCount('ads', ad), await getCommentCount('ads', other)]).toEqual([5, 5]);
	});

	if (engine === 'postgres') {
		test('waits for a locked ad or author without delaying others', async () => {
			const [ad, locked] = [await seedAd(server, seller), await seedAd(server, seller)];
			const { promise: isLocked, resolve: onLock } = Promise.withResolvers<void>();
			const { promise: isStored, resolve: onStored } = Promise.withResolvers<void>();
			const transaction = server.db.transaction(async (tx) => {
				await server.accounts.consumePostingQuota(tx, buyer.session.id, 'comments');
				await server.ads.bumpEach(tx, [locked], {});
				onLock();
				await isStored;
				await server.ads.bumpEach(tx, [ad], {});
			});
			await isLocked;
			const comments = [
				postComment(seller, 'ads', ad, 'At once'),
				postComment(buyer, 'ads', ad, 'Later'),
				postComment(seller, 'ads', locked, 'Later'),
			];
			await comments[0];
			expect(await getCommentCount('ads', ad)).toBe(1);
			onStored();
			await transaction;
			await Promise.all(comments);
			expect([await getCommentCount('ads', ad), await getCommentCount('ads', locked)]).toEqual([2, 1]);
		});
	}
});

describeOnBothEngines('many comments of one account at once', (engine) => {
	const limit = 3;

	test('do not exceed its quota, and do not fail those of others', async () => {
		const quota = { ads: 100, posts: 100, comments: limit, contacts: 100, reviews: 100, reports: 100 };
		server = await startTestServer({ engine, postingQuota: { unverified: quota, verified: quota, older: quota } });
		[seller, buyer] = [await signUp(server), await signUp(server)];
		const id = await seedAd(server, seller);
		const post = () =>
			Promise.allSettled([
				postComment(seller, 'ads', id, 'Ask me'),
				...Array.from({ length: limit + 2 }, (_, index) => postComment(buyer, 'ads', id, `${index}`)),
			]);
		const getFailures = (settled: PromiseSettledResult<unknown>[]) =>
			settled.flatMap((one) => (one.status === 'rejected' ? one.reason.status : []));
		expect(getFailures(await post())).toEqual([429, 429]);
		expect(getFailures(await post())).toEqual(Array.from({ length: limit + 2 }, () => 429));
		expect(await getCommentCount('ads', id)).toBe(limit + 2);
		await server.close();
	});
});
