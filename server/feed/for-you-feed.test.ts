import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Category } from '../../contract/categories.ts';
import type { PostKind } from '../../contract/posts.ts';
import * as feedApiText from '../../contract/text/feed-api.ts';
import { DiskFullError } from '../platform/disk-full-error.ts';
import { describeOnBothEngines } from '../platform/testing/database.ts';
import { postListsCacheTag } from '../posts/index.ts';
import type { PostTables } from '../posts/tables.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { waitForInvalidation } from '../testing/wait-for-invalidation.ts';
import type { FeedTables } from './tables.ts';

let server: TestServer;
let reader: TestPerson;

interface SeedOptions {
	kind?: PostKind;
	category?: Category;
	boost?: number;
	at?: number;
}

function seedPost(
	author: TestPerson,
	{ kind = 'tweet', category, boost = 0, at = Date.now() }: SeedOptions = {},
): Promise<number> {
	return server.db.transaction(async (tx) => {
		const form = { kind, text: 'Fresh stock on Friday.', category: category ?? null };
		return (await server.posts.postSample(tx, author.session.id, form, [], { at, boost })).id;
	});
}

const first = async (person: TestPerson | null = reader) =>
	(await createApiClient(server, person?.token).getForYou({ query: { limit: 50 } })).items;
const ids = async (person?: TestPerson | null) => (await first(person)).map(({ post }) => post.id);

async function walk(
	person: TestPerson | null,
	limit: number,
	between: (page: number) => Promise<unknown> = async () => {},
) {
	const client = createApiClient(server, person?.token);
	const walked: Awaited<ReturnType<typeof first>> = [];
	let cursor: string | undefined;
	for (let page = 0; ; page++) {
		const response = await client.getForYou({ query: { limit, ...(cursor && { cursor }) } });
		walked.push(...response.items);
		if (!response.next_cursor) return walked;
		cursor = response.next_cursor;
		await between(page);
	}
}

describeOnBothEngines('for you', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		reader = await signUp(server);
	});
	/** Makes inserts into `for_you_lists` fail as on a full disk. */
	async function fillDisk() {
		const run = (statement: string) => sql.raw(statement).execute(server.db.kysely);
		if (engine === 'postgres') {
			await run(`create function full_disk() returns trigger language plpgsql as
				$$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
			await run('create trigger full_disk before insert on for_you_lists execute function full_disk()');
			return;
		}
		const { session } = await signUp(server);
		// SQLite sets a limit that is below the current size to the current size, so the database cannot grow any more.
		await run('pragma max_page_count = 1');
		for (const length of [2000, 200, 1]) {
			const filling = () =>
				run(
					`insert into for_you_lists (account_id, made_at, items) values (${session.id}, 1, '${'x'.repeat(length)}')`,
				);
			await expect(async () => {
				for (;;) await filling();
			}).rejects.toThrow(DiskFullError);
		}
	}
	const freeDisk = () =>
		(engine === 'sqlite' ? sql`pragma max_page_count = 1000000` : sql`drop function full_disk cascade`).execute(
			server.db.kysely,
		);
	afterEach(() =>
		server.db.transaction(async (tx) => {
			await tx.tables<PostTables>().deleteFrom('posts').execute();
			tx.invalidate(postListsCacheTag);
		}),
	);

	test('ranks fresh tweets and talks first for visitors, without pictures, each with a reason', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const old = await seedPost(one, { at: Date.now() - 5 * 86_400_000 });
		await seedPost(one, { kind: 'picture' });
		const fresh = await seedPost(two, { kind: 'talk' });
		const items = await first(null);
		expect(items.map(({ post }) => post.id)).toEqual([fresh, old]);
		expect(items[0]).toMatchObject({ reason: 'fresh', why: 'New' });
	});

	test('shows visitors new and deleted posts at once', async () => {
		const author = await signUp(server);
		expect(await ids(null)).toEqual([]);
		const { id } = await author.client.createPost({ body: { kind: 'tweet', text: 'Hello' } });
		expect(await ids(null)).toEqual([id]);
		await author.client.deletePost({ params: { id: String(id) } });
		expect(await ids(null)).toEqual([]);
	});

	test('ranks followed authors first at once, and names the reason', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const older = await seedPost(one, { at: Date.now() - 3_600_000 });
		const newer = await seedPost(two);
		expect(await ids()).toEqual([newer, older]);
		await reader.client.follow({ params: { user_name: one.session.user_name } });
		const items = await first();
		expect(items.map(({ post }) => post.id)).toEqual([older, newer]);
		expect(items[0]).toMatchObject({ reason: 'following', why: feedApiText.reasonFollowing(one.session.display_name) });
		expect(await ids(null)).toEqual([newer, older]);
	});

	test('ranks sellers and categories that the reader engaged with higher', async () => {
		const [shop, author, other] = [await signUp(server), await signUp(server), await signUp(server)];
		const ad = await seedAd(server, shop, { category: 'Sportswear' });
		const bySeller = await seedPost(shop, { at: Date.now() - 7_200_000 });
		const inCategory = await seedPost(author, { category: 'Sportswear', at: Date.now() - 7_200_000 });
		const unknown = await seedPost(other);
		expect((await ids())[0]).toBe(unknown);
		const target = { target: 'ads' as const, id: String(ad) };
		await reader.client.like({ params: target });
		await reader.client.createComment({ params: target, body: { text: 'How much?' } });
		await reader.client.save({ params: { list: 'wishlist', id: String(ad) } });
		const items = await first();
		expect(items.map(({ post, reason }) => [post.id, reason])).toEqual([
			[bySeller, 'seller'],
			[inCategory, 'category'],
			[unknown, 'fresh'],
		]);
		expect(items[1]?.why).toContain('Sportswear');
	});

	test("omits the reader's own posts", async () => {
		await seedPost(reader);
		expect(await ids()).toEqual([]);
		expect(await ids(null)).toHaveLength(1);
	});

	test('lists no post twice while likes, follows and posts happen between pages', async () => {
		const authors = await Promise.all(Array.from({ length: 5 }, () => signUp(server)));
		const seeded: number[] = [];
		for (let index = 0; index < 40; index++) seeded.push(await seedPost(authors[index % 5] as TestPerson));
		for (const person of [reader, null]) {
			const walked = await walk(person, 7, async (page) => {
				await seedPost(authors[page % 5] as TestPerson);
				const liked = seeded[(page * 11) % 40] as number;
				await authors[0]?.client.like({ params: { target: 'posts', id: String(liked) } });
				await reader.client.follow({ params: { user_name: (authors[page % 5] as TestPerson).session.user_name } });
			});
			const postIds = walked.map(({ post }) => post.id);
			expect(new Set(postIds).size).toBe(postIds.length);
			expect(postIds).toEqual(expect.arrayContaining(seeded));
			for (let at = 1; at < walked.length; at++) {
				expect(walked[at]?.post.author.id).not.toBe(walked[at - 1]?.post.author.id);
			}
		}
	});

	test('omits a muted seller at once and on later pages, until the mute is removed', async () => {
		const [one, two, three] = [await signUp(server), await signUp(server), await signUp(server)];
		for (let index = 0; index < 8; index++) for (const author of [one, two, three]) await seedPost(author);
		const of = { what: 'seller' as const, user_name: one.session.user_name };
		const walked = await walk(reader, 6, async (page) => {
			if (page === 0) await reader.client.showLess({ body: { of } });
		});
		expect(walked.slice(6).some(({ post }) => post.author.id === one.session.id)).toBe(false);
		expect(walked.slice(0, 6).some(({ post }) => post.author.id === one.session.id)).toBe(true);
		expect(new Set(walked.map(({ post }) => post.id)).size).toBe(walked.length);
		const authors = async () => new Set((await first()).map(({ post }) => post.author.id));
		expect(await authors()).toEqual(new Set([two.session.id, three.session.id]));
		// Muting and unmuting affect only the account that does so.
		const other = await signUp(server);
		await other.client.showLess({ body: { of, undo: true } });
		expect((await authors()).size).toBe(2);
		const { items } = await other.client.getForYou({ query: {} });
		expect(items.some(({ post }) => post.author.id === one.session.id)).toBe(true);
		await reader.client.showLess({ body: { of } });
		await reader.client.showLess({ body: { of, undo: true } });
		expect((await authors()).size).toBe(3);
	});

	test('limits a muted kind or category to a fifth of 50 posts', async () => {
		const authors = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
		for (let index = 0; index < 60; index++) {
			await seedPost(authors[index % 4] as TestPerson, { kind: 'talk', boost: 50 });
			await seedPost(authors[index % 4] as TestPerson, { category: 'Sportswear' });
			await seedPost(authors[index % 4] as TestPerson, {});
		}
		await reader.client.showLess({ body: { of: { what: 'kind', kind: 'talk' } } });
		const withKindMuted = await first();
		expect(withKindMuted).toHaveLength(50);
		expect(withKindMuted.filter(({ post }) => post.kind === 'talk').length).toBeLessThanOrEqual(10);
		await reader.client.showLess({ body: { of: { what: 'category', category: 'Sportswear' } } });
		const withBothMuted = await first();
		expect(withBothMuted).toHaveLength(50);
		expect(withBothMuted.filter(({ post }) => post.category === 'Sportswear').length).toBeLessThanOrEqual(10);
		expect(withBothMuted.filter(({ post }) => post.kind === 'talk').length).toBeLessThanOrEqual(10);
	});

	test('lists mutes to their account only, newest first, and lets it remove them', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const mutes = [
			{ what: 'seller' as const, user_name: one.session.user_name },
			{ what: 'kind' as const, kind: 'talk' as const },
			{ what: 'category' as const, category: 'Sportswear' as const },
			{ what: 'seller' as const, user_name: two.session.user_name },
		];
		const listOwnMutes = async (person = reader) => (await person.client.listLess()).items.map(({ of }) => of);
		expect(await listOwnMutes()).toEqual([]);
		for (const [at, of] of mutes.entries()) {
			await reader.client.showLess({ body: { of } });
			const rows = server.db.tables<FeedTables>().updateTable('for_you_less').set({ created_at: at });
			await rows.where('account_id', '=', reader.session.id).where('created_at', '>', 10).execute();
		}
		expect(await listOwnMutes()).toEqual(mutes.toReversed());
		const [newest] = (await reader.client.listLess()).items;
		expect(newest?.seller).toMatchObject({ id: two.session.id, display_name: two.session.display_name });
		expect(await listOwnMutes(one)).toEqual([]);
		await expect(createApiClient(server).listLess()).rejects.toMatchObject({ status: 401 });

		const [of] = mutes as [(typeof mutes)[0]];
		await one.client.showLess({ body: { of: { what: 'kind', kind: 'talk' }, undo: true } });
		for (let time = 0; time < 2; time++) await reader.client.showLess({ body: { of, undo: true } });
		expect(await listOwnMutes()).toEqual(mutes.slice(1).toReversed());

		// The list of mutes omits a suspended seller until the suspension ends.
		const setSuspended = (at: number | null) =>
			server.db
				.tables<{ accounts: { id: number; suspended_at: number | null } }>()
				.updateTable('accounts')
				.set({ suspended_at: at })
				.where('id', '=', two.session.id)
				.execute();
		await setSuspended(1);
		expect(await listOwnMutes()).toEqual(mutes.slice(1, 3).toReversed());
		await setSuspended(null);
		expect(await listOwnMutes()).toHaveLength(3);
	});

	test('removes the mute of a seller when the reader follows them', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const post = await seedPost(one);
		for (const { session } of [one, two]) {
			await reader.client.showLess({ body: { of: { what: 'seller', user_name: session.user_name } } });
		}
		expect(await ids()).toEqual([]);
		await reader.client.follow({ params: { user_name: one.session.user_name } });
		expect(await ids()).toEqual([post]);
		const { items } = await reader.client.listLess();
		expect(items.map(({ seller }) => seller?.id)).toEqual([two.session.id]);
	});

	test('shares one list among visitors, for any page size, until something is posted', async () => {
		const authors = [await signUp(server), await signUp(server)];
		for (let index = 0; index < 12; index++) await seedPost(authors[index % 2] as TestPerson);
		const countLists = async () => {
			const rows = server.db.tables<FeedTables>().selectFrom('for_you_lists').select('id');
			return (await rows.where('account_id', 'is', null).execute()).length;
		};
		const visitor = createApiClient(server);
		await waitForInvalidation(server);
		await server.db.tables<FeedTables>().deleteFrom('for_you_lists').execute();
		const pages = [];
		for (let limit = 1; limit <= 11; limit++) pages.push(await visitor.getForYou({ query: { limit } }));
		expect(await countLists()).toBe(1);
		for (const { items, next_cursor } of pages) {
			const rest = await visitor.getForYou({ query: { limit: 50, cursor: next_cursor as string } });
			expect(new Set([...items, ...rest.items].map(({ post }) => post.id)).size).toBe(12);
		}
		const older = Array.from({ length: 510 }, () => ({ account_id: null, made_at: 0, items: '[]' }));
		await server.db.tables<FeedTables>().insertInto('for_you_lists').values(older).execute();
		for (let index = 0; index < 2; index++) {
			await server.db.transaction(async (tx) => tx.invalidate(postListsCacheTag));
			await visitor.getForYou({ query: { limit: 1 } });
		}
		expect(await countLists()).toBe(500);
	});

	test('serves the first page on a full disk, without further pages', async () => {
		const author = await signUp(server);
		const posts = [await seedPost(author), await seedPost(author)];
		await fillDisk();
		try {
			for (const client of [createApiClient(server), reader.client]) {
				const page = await client.getForYou({ query: { limit: 1 } });
				expect(page).toMatchObject({ items: [{ post: { id: posts[1] } }], next_cursor: null });
			}
		} finally {
			await freeDisk();
		}
		expect((await reader.client.getForYou({ query: { limit: 1 } })).next_cursor).toEqual(expect.any(String));
	});

	test("returns nothing for another account's cursor and rejects a malformed one", async () => {
		const authors = [await signUp(server), await signUp(server)];
		for (const author of authors) await seedPost(author);
		const { next_cursor } = await reader.client.getForYou({ query: { limit: 1 } });
		const query = { cursor: next_cursor as string };
		const nothing = { items: [], next_cursor: null };
		expect(await authors[0]?.client.getForYou({ query })).toEqual(nothing);
		expect(await createApiClient(server).getForYou({ query })).toEqual(nothing);
		for (const cursor of ['nonsense', 'MQ', 'MS4y'.repeat(5)]) {
			await expect(reader.client.getForYou({ query: { cursor } })).rejects.toMatchObject({ status: 422 });
		}
	});

	test('rejects mutes of visitors and of unknown sellers', async () => {
		const of = { what: 'kind' as const, kind: 'talk' as const };
		await expect(createApiClient(server).showLess({ body: { of } })).rejects.toMatchObject({ status: 401 });
		await expect(
			reader.client.showLess({ body: { of: { what: 'seller', user_name: 'nobody_at_all' } } }),
		).rejects.toMatchObject({ status: 404 });
	});
});
