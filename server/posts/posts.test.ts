import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiError } from '../../contract/core/client.ts';
import * as postLimits from '../../contract/posts/limits.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as validationText from '../../text/shared/validation.ts';
import { encodeCursor } from '../core/cursor.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { createApiClient, postPictureAd, signUp, type TestPerson, uploadPicture } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { waitForInvalidation } from '../testing/wait-for-invalidation.ts';
import type { PostTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let author: TestPerson;
let other: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const forbidden = { status: 403, problem: { code: 'forbidden' } };
const notFound = { status: 404, problem: { code: 'not_found' } };
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
const paramsOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });

const tweet = (text = 'Fresh adire on Friday', person = author) =>
	person.client.createPost({ body: { kind: 'tweet', text } });

async function picture(person = author): Promise<{ secure_url: string }> {
	const { secure_url } = await uploadPicture(person);
	return { secure_url };
}

/** Sends requests that the typed API client would reject. */
async function send(method: string, path: string, body: unknown, person: TestPerson | null = author) {
	const response = await fetch(server.address + path, {
		method,
		headers: { 'content-type': 'application/json', ...(person && { authorization: `Bearer ${person.token}` }) },
		body: JSON.stringify(body),
	});
	return { status: response.status, body: (await response.json()) as { code: string; fields: Record<string, string> } };
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[author, other] = [await signUp(server), await signUp(server)];
	});
}

describe('posts', () => {
	useServer();

	describe('posting', () => {
		test('creates a tweet, a talk with pictures in their order, and a picture', async () => {
			const plain = await author.client.createPost({
				body: { kind: 'tweet', text: '  New shoes are in.\r\nCome and see. ', category: "Men's Shoes" },
			});
			expect(plain).toMatchObject({
				kind: 'tweet',
				text: 'New shoes are in.\nCome and see.',
				category: "Men's Shoes",
				images: [],
				author: { id: author.session.id, user_name: author.session.user_name },
				created_at: new Date(clock.now()).toISOString(),
				edited_at: null,
				likes: 0,
				comments: 0,
				views: 0,
			});
			const images = [];
			for (const width of [70, 50, 60]) {
				const { secure_url } = await uploadPicture(author, await makeJpeg({ width }));
				images.push({ secure_url });
			}
			const talk = await author.client.createPost({ body: { kind: 'talk', text: 'x'.repeat(4000), images } });
			expect(talk.images.map(({ width }) => width)).toEqual([70, 50, 60]);
			const alone = await author.client.createPost({
				body: { kind: 'picture', text: '', images: [await picture()] },
			});
			expect(alone).toMatchObject({ kind: 'picture', text: '', category: null });
			expect(await createApiClient(server).getPost(paramsOf(talk))).toEqual(talk);
		});

		test('creates one post for two requests with the same key', async () => {
			const body = { kind: 'tweet', text: 'Only once' } as const;
			const first = await author.client.createPost({ body }, { idempotencyKey: 'once' });
			expect(await author.client.createPost({ body }, { idempotencyKey: 'once' })).toEqual(first);
			expect(ids(await author.client.listMyPosts({ query: {} }))).toEqual([first.id]);
		});

		test.each([
			[{ kind: 'tweet', text: ' ' }, 'text'],
			[{ kind: 'tweet', text: 'x'.repeat(281) }, 'text'],
			[{ kind: 'talk', text: '' }, 'text'],
			[{ kind: 'talk', text: 'x'.repeat(4001) }, 'text'],
			[{ kind: 'talk', text: 'a\0b' }, 'text'],
			[{ kind: 'picture', text: 'No picture', images: [] }, 'images'],
			[{ kind: 'tweet', text: 'x', images: Array(5).fill({ secure_url: '/x' }) }, 'images'],
			[{ kind: 'tweet', text: 'x', images: [{ secure_url: '/media/none/main.webp' }] }, 'images'],
			[{ kind: 'tweet', text: 'x', category: 'Nothing' }, 'category'],
			[{ kind: 'story', text: 'x' }, 'kind'],
			[{ kind: 'tweet', text: 'x', author_id: 1 }, 'author_id'],
		])('rejects %j', async (body, field) => {
			const response = await send('POST', '/api/posts', body);
			expect(response).toMatchObject({
				status: 422,
				body: { code: 'invalid', fields: { [field]: expect.any(String) } },
			});
		});

		test("rejects a visitor, another account's picture and a used one", async () => {
			const body = { kind: 'tweet', text: 'x' } as const;
			await expect(createApiClient(server).createPost({ body })).rejects.toMatchObject(unauthenticated);
			const theirs = { ...body, images: [await picture(other)] };
			await expect(author.client.createPost({ body: theirs })).rejects.toMatchObject(forbidden);
			const mine = { ...body, images: [await picture()] };
			await author.client.createPost({ body: mine });
			await expect(author.client.createPost({ body: mine })).rejects.toMatchObject({ status: 422 });
		});
	});

	describe('lists', () => {
		test('page through every post once while others are posted and deleted', async () => {
			const created: number[] = [];
			for (let index = 0; index < 11; index += 1) {
				const kind: PostKind = index % 3 === 0 ? 'talk' : 'tweet';
				const { id } = await author.client.createPost({ body: { kind, text: `Number ${index}` } });
				created.unshift(id);
			}
			const deletedId = created[8] ?? 0;
			for (const kind of [undefined, 'tweet', 'talk'] as const) {
				const walked: number[] = [];
				let cursor: string | undefined;
				do {
					const page = await createApiClient(server).listPosts({
						query: { limit: 2, ...(kind && { kind }), ...(cursor && { cursor }) },
					});
					walked.push(...ids(page).filter((id) => created.includes(id)));
					cursor = page.next_cursor ?? undefined;
					await tweet('A newcomer', other);
					if (kind === undefined && walked.length === 4) await author.client.deletePost(paramsOf({ id: deletedId }));
				} while (cursor);
				const expected = created.filter(
					(id, index) => id !== deletedId && (!kind || (index === 10 || (10 - index) % 3 === 0) === (kind === 'talk')),
				);
				expect(walked).toEqual(expected);
			}
		});

		test('by id keep the order of the ids and omit deleted posts', async () => {
			const [a, b, c] = [await tweet('a'), await tweet('b'), await tweet('c')];
			await author.client.deletePost(paramsOf(b));
			const page = await createApiClient(server).listPosts({ query: { ids: `${c.id},${b.id},999999999,${a.id}` } });
			expect(ids(page)).toEqual([c.id, a.id]);
			expect(page.next_cursor).toBeNull();
		});

		test.each([
			'kind=story',
			'limit=0',
			'limit=51',
			'cursor=nonsense',
			`cursor=${encodeCursor([1, 2])}`,
			'ids=1,x',
			'ids=',
			'offset=1',
		])('reject ?%s', async (query) => {
			expect((await fetch(`${server.address}/api/posts?${query}`)).status).toBe(422);
		});

		test('include hidden posts for their author and need a session', async () => {
			const [visible, hidden, deleted] = [await tweet('a'), await tweet('b'), await tweet('c')];
			await author.client.deletePost(paramsOf(deleted));
			await hide(hidden.id);
			expect(ids(await author.client.listMyPosts({ query: {} }))).toEqual([hidden.id, visible.id]);
			expect(ids(await author.client.listMyPosts({ query: { kind: 'talk' } }))).toEqual([]);
			await expect(createApiClient(server).listMyPosts({ query: {} })).rejects.toMatchObject(unauthenticated);
			await expect(author.client.listMyPosts({ query: { limit: 51 } })).rejects.toMatchObject({ status: 422 });
		});
	});

	describe('a hidden post', () => {
		test('returns 404 for everyone but its author', async () => {
			const post = await tweet();
			await hide(post.id);
			for (const client of [createApiClient(server), other.client]) {
				await expect(client.getPost(paramsOf(post))).rejects.toMatchObject(notFound);
				expect(ids(await client.listPosts({ query: { ids: String(post.id) } }))).toEqual([]);
				expect(ids(await client.listPosts({ query: {} }))).not.toContain(post.id);
			}
			await expect(other.client.updatePost({ ...paramsOf(post), body: { text: 'x' } })).rejects.toMatchObject(notFound);
			expect(await server.posts.target(server.db, post.id)).toBeNull();
			expect((await author.client.getPost(paramsOf(post))).id).toBe(post.id);
		});

		test('stays hidden after it is deleted and restored', async () => {
			const post = await tweet();
			await hide(post.id);
			await author.client.deletePost(paramsOf(post));
			await author.client.restorePost(paramsOf(post));
			await expect(createApiClient(server).getPost(paramsOf(post))).rejects.toMatchObject(notFound);
		});
	});

	describe('updating', () => {
		test('sets the time of the edit, unless the text is the same', async () => {
			const post = await tweet();
			clock.advance(1000);
			expect((await author.client.updatePost({ ...paramsOf(post), body: { text: post.text } })).edited_at).toBeNull();
			const changed = await author.client.updatePost({ ...paramsOf(post), body: { text: 'Now on Saturday' } });
			expect(changed).toEqual({
				...post,
				text: 'Now on Saturday',
				edited_at: new Date(clock.now()).toISOString(),
			});
			expect(await createApiClient(server).getPost(paramsOf(post))).toEqual(changed);
		});

		test('enforces the length of the kind', async () => {
			const [short, long] = [await tweet(), await author.client.createPost({ body: { kind: 'talk', text: 'x' } })];
			const text = 'x'.repeat(281);
			const update = (post: { id: number }, to: string) =>
				author.client.updatePost({ ...paramsOf(post), body: { text: to } });
			await expect(update(short, text)).rejects.toMatchObject({
				status: 422,
				problem: { fields: { text: validationText.atMostCharacters(280) } },
			});
			await expect(update(short, ' ')).rejects.toMatchObject({ status: 422 });
			await expect(update(long, 'x'.repeat(4001))).rejects.toMatchObject({ status: 422 });
			expect((await update(long, text)).text).toBe(text);
			const alone = await author.client.createPost({
				body: { kind: 'picture', text: 'Caption', images: [await picture()] },
			});
			expect((await update(alone, '')).text).toBe('');
		});

		test('rejects visitors, other accounts and unknown posts', async () => {
			const post = await tweet();
			const call = { ...paramsOf(post), body: { text: 'Mine now' } };
			await expect(createApiClient(server).updatePost(call)).rejects.toMatchObject(unauthenticated);
			await expect(other.client.updatePost(call)).rejects.toMatchObject(forbidden);
			await expect(author.client.updatePost({ ...call, params: { id: '999999999' } })).rejects.toMatchObject(notFound);
			expect((await send('PATCH', '/api/posts/abc', { text: 'x' })).status).toBe(422);
			expect((await send('PATCH', `/api/posts/${post.id}`, { text: 'x', kind: 'talk' })).status).toBe(422);
		});
	});

	describe('deleting', () => {
		test('hides the post and its picture at once, and restoring returns it unchanged', async () => {
			const post = await author.client.createPost({ body: { kind: 'talk', text: 'x', images: [await picture()] } });
			const image = `${server.address}${post.images[0]?.url}`;
			expect((await fetch(image)).status).toBe(200);
			await author.client.deletePost(paramsOf(post));
			expect((await fetch(image)).status).toBe(404);
			await expect(createApiClient(server).getPost(paramsOf(post))).rejects.toMatchObject(notFound);
			await expect(author.client.getPost(paramsOf(post))).rejects.toMatchObject(notFound);
			await expect(author.client.deletePost(paramsOf(post))).rejects.toMatchObject(notFound);
			expect(ids(await author.client.listMyPosts({ query: {} }))).toEqual([]);
			expect(await server.posts.target(server.db, post.id)).toBeNull();
			clock.advance(postLimits.undoWindow - 1);
			await server.posts.sweep();
			expect(await author.client.restorePost(paramsOf(post))).toEqual(post);
			expect(await author.client.restorePost(paramsOf(post))).toEqual(post);
			expect(await createApiClient(server).getPost(paramsOf(post))).toEqual(post);
			expect((await fetch(image)).status).toBe(200);
		});

		test('is permanent after ten minutes', async () => {
			const post = await author.client.createPost({ body: { kind: 'talk', text: 'x', images: [await picture()] } });
			await author.client.deletePost(paramsOf(post));
			clock.advance(postLimits.undoWindow);
			await expect(author.client.restorePost(paramsOf(post))).rejects.toMatchObject(notFound);
			await server.posts.sweep();
			await server.jobs.whenIdle();
			const rows = await server.db
				.tables<PostTables>()
				.selectFrom('post_media')
				.select('media_id')
				.where('post_id', '=', post.id)
				.execute();
			expect(rows).toEqual([]);
			const left = [];
			for await (const { key } of server.files.list(post.images[0]?.url.slice(1).replace(/[^/]*$/, '') ?? ''))
				left.push(key);
			expect(left).toEqual([]);
		});

		test('rejects visitors and other accounts, also for restoring', async () => {
			const post = await tweet();
			await expect(createApiClient(server).deletePost(paramsOf(post))).rejects.toMatchObject(unauthenticated);
			await expect(other.client.deletePost(paramsOf(post))).rejects.toMatchObject(forbidden);
			await author.client.deletePost(paramsOf(post));
			await expect(createApiClient(server).restorePost(paramsOf(post))).rejects.toMatchObject(unauthenticated);
			await expect(other.client.restorePost(paramsOf(post))).rejects.toMatchObject(notFound);
			expect((await send('DELETE', '/api/posts/0', {})).status).toBe(422);
		});

		test("returns the same error to restore an unknown post, another account's or an expired one", async () => {
			const post = await tweet();
			const failures: unknown[] = [];
			const restore = async (person: TestPerson, params: { id: string }) => {
				failures.push(await person.client.restorePost({ params }).catch(({ problem }: ApiError) => problem));
			};
			await restore(author, { id: '999999' });
			await restore(other, paramsOf(post).params);
			await server.db.transaction((tx) => server.posts.hide(tx, { role: 'admin' }, post.id, 'Spam.'));
			await restore(other, paramsOf(post).params);
			await author.client.deletePost(paramsOf(post));
			await restore(other, paramsOf(post).params);
			clock.advance(postLimits.undoWindow);
			await restore(author, paramsOf(post).params);
			expect(failures).toEqual(failures.map(() => ({ code: 'not_found', message: contentApiText.postGone })));
		});
	});

	describe('counters', () => {
		test('invalidate cached responses, except views', async () => {
			const post = await tweet();
			await waitForInvalidation(server);
			const invalidated: string[] = [];
			const stop = server.db.onInvalidate((tags) => void invalidated.push(...tags));
			await server.db.transaction((tx) => server.posts.bump(tx, post.id, { views: 3 }));
			server.db.flushInvalidations();
			expect(invalidated).toEqual([]);
			await server.db.transaction((tx) => server.posts.bump(tx, post.id, { likes: 1 }));
			server.db.flushInvalidations();
			expect(invalidated).toContain(`post:${post.id}`);
			stop();
			expect(await server.db.transaction((tx) => server.posts.bump(tx, 999_999_999, { likes: 1 }))).toBeNull();
		});
	});

	test('becomes a target titled with its first line', async () => {
		const post = await author.client.createPost({
			body: { kind: 'talk', text: 'Who waybills to Jos?\nI have ten bags.', category: "Women's Bags" },
		});
		expect(await server.posts.target(server.db, post.id)).toMatchObject({
			id: post.id,
			ownerId: author.session.id,
			title: 'Who waybills to Jos?',
			category: "Women's Bags",
		});
	});

	describe('of a seller, with picture ads', () => {
		test('come newest first, each once, while new posts arrive', async () => {
			const created: string[] = [];
			for (let index = 0; index < 9; index += 1) {
				// Some posts have the same time.
				if (index % 3 === 0) clock.advance(1000);
				if (index % 4 === 1) created.push(`ad ${(await postPictureAd(author)).id}`);
				else created.push(`post ${(await tweet(`Number ${index}`)).id}`);
			}
			clock.advance(1000);
			for (const limit of [1, 2, 4, 9, 50]) {
				const walked: string[] = [];
				const times: string[] = [];
				let cursor: string | undefined;
				do {
					const page = await createApiClient(server).listUserPosts({
						params: { user_name: author.session.user_name },
						query: { limit, ...(cursor && { cursor }) },
					});
					for (const item of page.items) {
						walked.push(item.type === 'ad' ? `ad ${item.ad.id}` : `post ${item.post.id}`);
						times.push(item.type === 'ad' ? item.ad.created_at : item.post.created_at);
					}
					cursor = page.next_cursor ?? undefined;
					if (walked.length === limit && limit < 9) created.push(`post ${(await tweet('A newcomer')).id}`);
				} while (cursor);
				expect(new Set(walked).size).toBe(walked.length);
				expect([...created].filter((entry) => walked.includes(entry)).sort()).toEqual([...walked].sort());
				expect(walked.length).toBeGreaterThanOrEqual(9);
				expect(times).toEqual([...times].sort().reverse());
			}
		});

		test('reject a cursor of another list', async () => {
			const path = `${server.address}/api/users/${author.session.user_name}/posts`;
			for (const cursor of ['nonsense', encodeCursor([1]), encodeCursor([1, 2, 3])]) {
				expect((await fetch(`${path}?cursor=${cursor}`)).status).toBe(422);
			}
			expect((await fetch(`${server.address}/api/users/nobody_here/posts`)).status).toBe(404);
		});
	});
});

describeOnBothEngines('post counters', (engine) => {
	useServer(engine);

	test('stay exact under 100 concurrent changes and update the trending score', async () => {
		const post = await tweet();
		const getScore = async () =>
			(
				await server.db
					.tables<PostTables>()
					.selectFrom('posts')
					.select('score')
					.where('id', '=', post.id)
					.executeTakeFirstOrThrow()
			).score;
		const before = await getScore();
		await Promise.all(
			Array.from({ length: 100 }, (_, index) => {
				const added = index % 4 === 0 ? { comments: 1, ranked_comments: 1 } : { likes: 1 };
				return server.db.transaction((tx) => server.posts.bump(tx, post.id, added));
			}),
		);
		expect(await createApiClient(server).getPost(paramsOf(post))).toMatchObject({ likes: 75, comments: 25, views: 0 });
		expect(await getScore()).toBeGreaterThan(before);
		await server.db.transaction((tx) =>
			server.posts.bump(tx, post.id, { likes: -75, comments: -25, ranked_comments: -25 }),
		);
		expect(await getScore()).toBe(before);
	});
});

/** Hides a post as a decision of an administrator does. */
async function hide(id: number): Promise<void> {
	await server.db.tables<PostTables>().updateTable('posts').set({ hidden_at: 1 }).where('id', '=', id).execute();
}
