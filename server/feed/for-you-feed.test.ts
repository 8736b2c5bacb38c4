import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Category } from '../../contract/categories.ts';
import type { PostKind } from '../../contract/posts.ts';
import * as feedApiText from '../../contract/text/feed-api.ts';
import { DiskFull } from '../platform/disk-full.ts';
import { onBothEngines } from '../platform/testing/database.ts';
import { postListsTag } from '../posts/index.ts';
import type { PostTables } from '../posts/tables.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { waitForInvalidation } from '../testing/wait-for-invalidation.ts';
import type { FeedTables } from './tables.ts';

let server: TestServer;
let reader: TestPerson;

interface Planted {
	kind?: PostKind;
	category?: Category;
	boost?: number;
	at?: number;
}

function plant(
	author: TestPerson,
	{ kind = 'tweet', category, boost = 0, at = Date.now() }: Planted = {},
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
		const answer = await client.getForYou({ query: { limit, ...(cursor && { cursor }) } });
		walked.push(...answer.items);
		if (!answer.next_cursor) return walked;
		cursor = answer.next_cursor;
		await between(page);
	}
}

onBothEngines('for you', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		reader = await signUp(server);
	});
	/** No list finds room any more. */
	async function fillDisk() {
		const run = (statement: string) => sql.raw(statement).execute(server.db.kysely);
		if (engine === 'postgres') {
			await run(`create function full_disk() returns trigger language plpgsql as
				$$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
			await run('create trigger full_disk before insert on for_you_lists execute function full_disk()');
			return;
		}
		const { session } = await signUp(server);
		// It cannot become less than there are.
		await run('pragma max_page_count = 1');
		for (const length of [2000, 200, 1]) {
			const filling = () =>
				run(
					`insert into for_you_lists (account_id, made_at, items) values (${session.id}, 1, '${'x'.repeat(length)}')`,
				);
			await expect(async () => {
				for (;;) await filling();
			}).rejects.toThrow(DiskFull);
		}
	}
	const freeDisk = () =>
		(engine === 'sqlite' ? sql`pragma max_page_count = 1000000` : sql`drop function full_disk cascade`).execute(
			server.db.kysely,
		);
	afterEach(() =>
		server.db.transaction(async (tx) => {
			await tx.tables<PostTables>().deleteFrom('posts').execute();
			tx.invalidate(postListsTag);
		}),
	);

	test('shows a visitor tweets and talks of all, fresh ones first, without pictures, each with why', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const old = await plant(one, { at: Date.now() - 5 * 86_400_000 });
		await plant(one, { kind: 'picture' });
		const fresh = await plant(two, { kind: 'talk' });
		const items = await first(null);
		expect(items.map(({ post }) => post.id)).toEqual([fresh, old]);
		expect(items[0]).toMatchObject({ reason: 'fresh', why: 'New' });
	});

	test('a visitor sees at once what was posted and deleted', async () => {
		const author = await signUp(server);
		expect(await ids(null)).toEqual([]);
		const { id } = await author.client.createPost({ body: { kind: 'tweet', text: 'Hello' } });
		expect(await ids(null)).toEqual([id]);
		await author.client.deletePost({ params: { id: String(id) } });
		expect(await ids(null)).toEqual([]);
	});

	test('following somebody changes the feed at once, and it says so', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const older = await plant(one, { at: Date.now() - 3_600_000 });
		const newer = await plant(two);
		expect(await ids()).toEqual([newer, older]);
		await reader.client.follow({ params: { user_name: one.session.user_name } });
		const items = await first();
		expect(items.map(({ post }) => post.id)).toEqual([older, newer]);
		expect(items[0]).toMatchObject({ reason: 'following', why: feedApiText.reasonFollowing(one.session.display_name) });
		expect(await ids(null)).toEqual([newer, older]);
	});

	test('what was liked, commented on and saved counts: its seller and its category', async () => {
		const [shop, author, other] = [await signUp(server), await signUp(server), await signUp(server)];
		const ad = await seedAd(server, shop, { category: 'Sportswear' });
		const bySeller = await plant(shop, { at: Date.now() - 7_200_000 });
		const inCategory = await plant(author, { category: 'Sportswear', at: Date.now() - 7_200_000 });
		const unknown = await plant(other);
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

	test('own posts are not for oneself', async () => {
		await plant(reader);
		expect(await ids()).toEqual([]);
		expect(await ids(null)).toHaveLength(1);
	});

	test('no post comes twice along the pages, whatever happens meanwhile', async () => {
		const authors = await Promise.all(Array.from({ length: 5 }, () => signUp(server)));
		const planted: number[] = [];
		for (let index = 0; index < 40; index++) planted.push(await plant(authors[index % 5] as TestPerson));
		for (const person of [reader, null]) {
			const walked = await walk(person, 7, async (page) => {
				await plant(authors[page % 5] as TestPerson);
				const liked = planted[(page * 11) % 40] as number;
				await authors[0]?.client.like({ params: { target: 'posts', id: String(liked) } });
				await reader.client.follow({ params: { user_name: (authors[page % 5] as TestPerson).session.user_name } });
			});
			const shown = walked.map(({ post }) => post.id);
			expect(new Set(shown).size).toBe(shown.length);
			expect(shown).toEqual(expect.arrayContaining(planted));
			for (let at = 1; at < walked.length; at++) {
				expect(walked[at]?.post.author.id).not.toBe(walked[at - 1]?.post.author.id);
			}
		}
	});

	test('less of a seller: none from then on, on the next pages, too; until it is taken back', async () => {
		const [one, two, three] = [await signUp(server), await signUp(server), await signUp(server)];
		for (let index = 0; index < 8; index++) for (const author of [one, two, three]) await plant(author);
		const of = { what: 'seller' as const, user_name: one.session.user_name };
		const walked = await walk(reader, 6, async (page) => {
			if (page === 0) await reader.client.showLess({ body: { of } });
		});
		expect(walked.slice(6).some(({ post }) => post.author.id === one.session.id)).toBe(false);
		expect(walked.slice(0, 6).some(({ post }) => post.author.id === one.session.id)).toBe(true);
		expect(new Set(walked.map(({ post }) => post.id)).size).toBe(walked.length);
		const authors = async () => new Set((await first()).map(({ post }) => post.author.id));
		expect(await authors()).toEqual(new Set([two.session.id, three.session.id]));
		// It is the reader's own choice, and nobody else's: neither do others see less, nor does their taking it back count.
		const other = await signUp(server);
		await other.client.showLess({ body: { of, undo: true } });
		expect((await authors()).size).toBe(2);
		const { items } = await other.client.getForYou({ query: {} });
		expect(items.some(({ post }) => post.author.id === one.session.id)).toBe(true);
		await reader.client.showLess({ body: { of } });
		await reader.client.showLess({ body: { of, undo: true } });
		expect((await authors()).size).toBe(3);
	});

	test('less of a kind or category: at most a fifth of the next 50', async () => {
		const authors = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
		for (let index = 0; index < 60; index++) {
			await plant(authors[index % 4] as TestPerson, { kind: 'talk', boost: 50 });
			await plant(authors[index % 4] as TestPerson, { category: 'Sportswear' });
			await plant(authors[index % 4] as TestPerson, {});
		}
		await reader.client.showLess({ body: { of: { what: 'kind', kind: 'talk' } } });
		const some = await first();
		expect(some).toHaveLength(50);
		expect(some.filter(({ post }) => post.kind === 'talk').length).toBeLessThanOrEqual(10);
		await reader.client.showLess({ body: { of: { what: 'category', category: 'Sportswear' } } });
		const fewer = await first();
		expect(fewer).toHaveLength(50);
		expect(fewer.filter(({ post }) => post.category === 'Sportswear').length).toBeLessThanOrEqual(10);
		expect(fewer.filter(({ post }) => post.kind === 'talk').length).toBeLessThanOrEqual(10);
	});

	test('what one wants less of is listed to oneself alone, newest first, and can be taken back there', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const choices = [
			{ what: 'seller' as const, user_name: one.session.user_name },
			{ what: 'kind' as const, kind: 'talk' as const },
			{ what: 'category' as const, category: 'Sportswear' as const },
			{ what: 'seller' as const, user_name: two.session.user_name },
		];
		const listed = async (person = reader) => (await person.client.listLess()).items.map(({ of }) => of);
		expect(await listed()).toEqual([]);
		for (const [at, of] of choices.entries()) {
			await reader.client.showLess({ body: { of } });
			const rows = server.db.tables<FeedTables>().updateTable('for_you_less').set({ created_at: at });
			await rows.where('account_id', '=', reader.session.id).where('created_at', '>', 10).execute();
		}
		expect(await listed()).toEqual(choices.toReversed());
		const [newest] = (await reader.client.listLess()).items;
		expect(newest?.seller).toMatchObject({ id: two.session.id, display_name: two.session.display_name });
		expect(await listed(one)).toEqual([]);
		await expect(createApiClient(server).listLess()).rejects.toMatchObject({ status: 401 });

		// Somebody else's undo is theirs alone.
		const [of] = choices as [(typeof choices)[0]];
		await one.client.showLess({ body: { of: { what: 'kind', kind: 'talk' }, undo: true } });
		for (let time = 0; time < 2; time++) await reader.client.showLess({ body: { of, undo: true } });
		expect(await listed()).toEqual(choices.slice(1).toReversed());

		// Who is not to be seen is not named either, until they are back.
		const suspended = (at: number | null) =>
			server.db
				.tables<{ accounts: { id: number; suspended_at: number | null } }>()
				.updateTable('accounts')
				.set({ suspended_at: at })
				.where('id', '=', two.session.id)
				.execute();
		await suspended(1);
		expect(await listed()).toEqual(choices.slice(1, 3).toReversed());
		await suspended(null);
		expect(await listed()).toHaveLength(3);
	});

	test('following a seller takes back that one wanted nothing of them', async () => {
		const [one, two] = [await signUp(server), await signUp(server)];
		const post = await plant(one);
		for (const { session } of [one, two]) {
			await reader.client.showLess({ body: { of: { what: 'seller', user_name: session.user_name } } });
		}
		expect(await ids()).toEqual([]);
		await reader.client.follow({ params: { user_name: one.session.user_name } });
		expect(await ids()).toEqual([post]);
		const { items } = await reader.client.listLess();
		expect(items.map(({ seller }) => seller?.id)).toEqual([two.session.id]);
	});

	test('visitors share one list, however long their pages are, and it is made anew when something is posted', async () => {
		const authors = [await signUp(server), await signUp(server)];
		for (let index = 0; index < 12; index++) await plant(authors[index % 2] as TestPerson);
		const lists = async () => {
			const rows = server.db.tables<FeedTables>().selectFrom('for_you_lists').select('id');
			return (await rows.where('account_id', 'is', null).execute()).length;
		};
		const visitor = createApiClient(server);
		await waitForInvalidation(server);
		await server.db.tables<FeedTables>().deleteFrom('for_you_lists').execute();
		const pages = [];
		for (let limit = 1; limit <= 11; limit++) pages.push(await visitor.getForYou({ query: { limit } }));
		expect(await lists()).toBe(1);
		for (const { items, next_cursor } of pages) {
			const rest = await visitor.getForYou({ query: { limit: 50, cursor: next_cursor as string } });
			expect(new Set([...items, ...rest.items].map(({ post }) => post.id)).size).toBe(12);
		}
		const older = Array.from({ length: 510 }, () => ({ account_id: null, made_at: 0, items: '[]' }));
		await server.db.tables<FeedTables>().insertInto('for_you_lists').values(older).execute();
		for (let index = 0; index < 2; index++) {
			await server.db.transaction(async (tx) => tx.invalidate(postListsTag));
			await visitor.getForYou({ query: { limit: 1 } });
		}
		expect(await lists()).toBe(500);
	});

	test('is read on a full disk, too, page by page no further', async () => {
		const author = await signUp(server);
		const posts = [await plant(author), await plant(author)];
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

	test("another's cursor shows nothing, and one that is not ours is refused", async () => {
		const authors = [await signUp(server), await signUp(server)];
		for (const author of authors) await plant(author);
		const { next_cursor } = await reader.client.getForYou({ query: { limit: 1 } });
		const query = { cursor: next_cursor as string };
		const nothing = { items: [], next_cursor: null };
		expect(await authors[0]?.client.getForYou({ query })).toEqual(nothing);
		expect(await createApiClient(server).getForYou({ query })).toEqual(nothing);
		for (const cursor of ['nonsense', 'MQ', 'MS4y'.repeat(5)]) {
			await expect(reader.client.getForYou({ query: { cursor } })).rejects.toMatchObject({ status: 422 });
		}
	});

	test('less is for those who are logged in, of what there is', async () => {
		const of = { what: 'kind' as const, kind: 'talk' as const };
		await expect(createApiClient(server).showLess({ body: { of } })).rejects.toMatchObject({ status: 401 });
		await expect(
			reader.client.showLess({ body: { of: { what: 'seller', user_name: 'nobody_at_all' } } }),
		).rejects.toMatchObject({ status: 404 });
	});
});
