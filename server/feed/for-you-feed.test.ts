import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ForYouItem } from '../../contract/feed/feed.ts';
import type { Category } from '../../contract/market-settings/categories.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import * as feedApiText from '../../text/server/feed-api.ts';
import type { AdTables } from '../ads/tables.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import { addPost, postListsCacheTag } from '../posts/index.ts';
import type { PostTables } from '../posts/tables.ts';
import { describeOnBothEngines } from '../testing/database.ts';
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
		return (await addPost(tx, author.session.id, form, [], { at, boost })).id;
	});
}

type PostItem = Extract<ForYouItem, { type: 'post' }>;

const listItems = async (person: TestPerson | null = reader, limit = 50) =>
	(await createApiClient(server, person?.token).getForYou({ query: { limit } })).items;
const onlyPosts = (items: readonly ForYouItem[]) => items.filter((item): item is PostItem => item.type === 'post');
const first = async (person?: TestPerson | null) => onlyPosts(await listItems(person));
const ids = async (person?: TestPerson | null) => (await first(person)).map(({ post }) => post.id);
const onlyAdIds = (items: readonly ForYouItem[]) => items.flatMap((item) => (item.type === 'ad' ? [item.ad.id] : []));
const adIds = async (person?: TestPerson | null) => onlyAdIds(await listItems(person));
const getOwnerId = (item: ForYouItem) => (item.type === 'ad' ? item.ad.seller.id : item.post.author.id);

async function walk(
	person: TestPerson | null,
	limit: number,
	between: (page: number) => Promise<unknown> = async () => {},
) {
	const client = createApiClient(server, person?.token);
	const walked: ForYouItem[] = [];
	let cursor: string | undefined;
	for (let page = 0; ; page++) {
		const response = await client.getForYou({ query: { limit, ...(cursor && { cursor }) } });
		walked.push(...response.items);
		if (!response.next_cursor) return walked;
		cursor = response.next_cursor;
		await between(page);
	}
}

async function walkPosts(...args: Parameters<typeof walk>) {
	return onlyPosts(await walk(...args));
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
			await tx.tables<AdTables>().deleteFrom('ad_media').execute();
			await tx.tables<AdTables>().deleteFrom('ads').execute();
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
		await shop.client.markAdSold({ params: { id: String(ad) }, body: { sold: true } });
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
			const walked = await walkPosts(person, 7, async (page) => {
				await seedPost(authors[page % 5] as TestPerson);
				const liked = seeded[(page * 11) % 40] as number;
				await authors[0]?.client.like({ params: { target: 'posts', id: String(liked) } });
				await reader.client.follow({ params: { user_name: (authors[page % 5] as TestPerson).session.user_name } });
			});
			const postIds = walked.map(({ post }) => post.id);
			expect(new Set(postIds).size).toBe(postIds.length);
			expect(postIds).toEqual(expect.arrayContaining(seeded));
			for (let index = 1; index < walked.length; index++) {
				expect(walked[index]?.post.author.id).not.toBe(walked[index - 1]?.post.author.id);
			}
		}
	});

	test('omits a muted seller at once and on later pages, until the mute is removed', async () => {
		const [one, two, three] = [await signUp(server), await signUp(server), await signUp(server)];
		for (let index = 0; index < 8; index++) for (const author of [one, two, three]) await seedPost(author);
		const of = { what: 'seller' as const, user_name: one.session.user_name };
		const walked = await walkPosts(reader, 6, async (page) => {
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
		expect(items.some((item) => getOwnerId(item) === one.session.id)).toBe(true);
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

	describe('with products', () => {
		const hour = 3_600_000;
		const renewedAt = (id: number, at: number | null) =>
			server.db.tables<AdTables>().updateTable('ads').set({ renewed_at: at }).where('id', '=', id).execute();
		const rebuildVisitorList = () => server.db.transaction(async (tx) => tx.invalidate(postListsCacheTag));

		test('begins with products and then shows two posts and four products in turn, without a seller twice in a row', async () => {
			const sellers = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
			for (let index = 0; index < 20; index++) {
				await seedAd(server, sellers[index % 4] as TestPerson, { at: Date.now() - index * hour });
				await seedPost(sellers[(index + 1) % 4] as TestPerson, { at: Date.now() - index * hour });
			}
			for (const person of [reader, null]) {
				const walked = await walk(person, 7);
				const types = walked.map(({ type }) => (type === 'ad' ? 'A' : 'p')).join('');
				expect(types.slice(0, 28)).toBe(`AAAA${'AAAApp'.repeat(4)}`);
				expect(new Set(walked.map((item) => JSON.stringify(item))).size).toBe(40);
				for (let index = 1; index < walked.length; index++) {
					expect(getOwnerId(walked[index] as ForYouItem)).not.toBe(getOwnerId(walked[index - 1] as ForYouItem));
				}
			}
		});

		test('gives each product a reason in words that fit a product', async () => {
			const [followed, known, other] = [await signUp(server), await signUp(server), await signUp(server)];
			const at = Date.now() - 2 * hour;
			const liked = await seedAd(server, known, { category: 'Sportswear', at });
			const [ofFollowed, inCategory, unknown] = [
				await seedAd(server, followed, { category: 'Entertainment', at }),
				await seedAd(server, other, { category: 'Sportswear', at }),
				await seedAd(server, other, { category: 'Motorcycles', at }),
			];
			await reader.client.follow({ params: { user_name: followed.session.user_name } });
			await reader.client.like({ params: { target: 'ads', id: String(liked) } });
			const reasons = new Map(
				(await listItems()).map((item) => [item.type === 'ad' && item.ad.id, [item.reason, item.why]]),
			);
			expect(reasons.get(ofFollowed)).toEqual([
				'following',
				feedApiText.reasonFollowing(followed.session.display_name),
			]);
			expect(reasons.get(liked)).toEqual(['seller', feedApiText.reasonSellerAd(known.session.display_name)]);
			expect(reasons.get(inCategory)).toEqual(['category', feedApiText.reasonCategory('Sportswear')]);
			expect(reasons.get(unknown)).toEqual(['fresh', feedApiText.reasonFreshAd]);
		});

		test("finds products of known sellers and categories beyond the market's most trending", async () => {
			const [crowd, followed, liked, other] = [
				await signUp(server),
				await signUp(server),
				await signUp(server),
				await signUp(server),
			];
			const at = Date.now() - 90 * 24 * hour;
			const ofFollowed = await seedAd(server, followed, { at });
			const newerOfLiked = await seedAd(server, liked, { at });
			const target = await seedAd(server, liked, { category: 'Sportswear', at: at - hour });
			const inCategory = await seedAd(server, other, { category: 'Sportswear', at });
			const elsewhere = await seedAd(server, other, { category: 'Entertainment', at });
			for (let index = 0; index < 305; index++) await seedAd(server, crowd, { at: Date.now() - hour });
			await reader.client.follow({ params: { user_name: followed.session.user_name } });
			await reader.client.save({ params: { list: 'wishlist', id: String(target) } });
			const walked = onlyAdIds(await walk(reader, 50));
			expect(walked).toEqual(expect.arrayContaining([ofFollowed, newerOfLiked, target, inCategory]));
			expect(walked).not.toContain(elsewhere);
		});

		test('counts a renewed product as new', async () => {
			const [one, two] = [await signUp(server), await signUp(server)];
			const renewed = await seedAd(server, one, { at: Date.now() - 20 * 24 * hour });
			const newer = await seedAd(server, two, { at: Date.now() - 5 * 24 * hour });
			expect(await adIds()).toEqual([newer, renewed]);
			await renewedAt(renewed, Date.now() - hour);
			expect(await adIds()).toEqual([renewed, newer]);
		});

		test("leaves out the reader's own, sold, hidden, unprocessed and deleted products and those of suspended sellers", async () => {
			const sellers = await Promise.all(Array.from({ length: 6 }, () => signUp(server)));
			const ads = [];
			for (const seller of [...sellers, reader]) ads.push(await seedAd(server, seller));
			const [sold, hidden, deleted, suspended, processing, kept, own] = ads as [
				number,
				number,
				number,
				number,
				number,
				number,
				number,
			];
			await rebuildVisitorList();
			expect((await adIds(null)).toSorted()).toEqual(ads.toSorted());
			expect((await adIds()).toSorted()).toEqual(ads.filter((id) => id !== own).toSorted());
			// The first pages of a list that has all of them, and of new lists, leave them out at once.
			const { next_cursor } = await reader.client.getForYou({ query: { limit: 1 } });
			const update = (id: number, values: { hidden_at: number } | { media_state: 'processing' } | { owner_gone: 1 }) =>
				server.db.tables<AdTables>().updateTable('ads').set(values).where('id', '=', id).execute();
			await sellers[0]?.client.markAdSold({ params: { id: String(sold) }, body: { sold: true } });
			await sellers[2]?.client.deleteAd({ params: { id: String(deleted) } });
			await update(hidden, { hidden_at: 1 });
			await update(suspended, { owner_gone: 1 });
			await update(processing, { media_state: 'processing' });
			const rest = await reader.client.getForYou({ query: { limit: 50, cursor: next_cursor as string } });
			for (const id of [sold, hidden, deleted, suspended, processing]) expect(onlyAdIds(rest.items)).not.toContain(id);
			expect(await adIds()).toEqual([kept]);
			expect((await adIds(null)).toSorted()).toEqual([kept, own].toSorted());
		});

		test('drops a product from the page of visitors at once when it is sold, and shows its likes', async () => {
			const seller = await signUp(server);
			const ad = await seedAd(server, seller);
			await rebuildVisitorList();
			expect(await adIds(null)).toEqual([ad]);
			await reader.client.like({ params: { target: 'ads', id: String(ad) } });
			expect(await listItems(null)).toMatchObject([{ ad: { likes: 1 } }]);
			await seller.client.markAdSold({ params: { id: String(ad) }, body: { sold: true } });
			expect(await adIds(null)).toEqual([]);
		});

		test('omits products of a muted seller and limits those of a muted category, also on later pages', async () => {
			const sellers = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
			const [muted] = sellers as [TestPerson];
			for (let index = 0; index < 48; index++) {
				const category = index % 3 === 0 ? 'Entertainment' : 'Motorcycles';
				await seedAd(server, sellers[index % 4] as TestPerson, { category, boost: index % 3 === 0 ? 50 : 0 });
			}
			const walked = await walk(reader, 12, async (page) => {
				if (page > 0) return;
				const { user_name } = muted.session;
				await reader.client.showLess({ body: { of: { what: 'seller', user_name } } });
				await reader.client.showLess({ body: { of: { what: 'category', category: 'Entertainment' } } });
			});
			const later = walked.slice(12);
			expect(later.length).toBeGreaterThan(10);
			expect(later.some((item) => getOwnerId(item) === muted.session.id)).toBe(false);
			const isLimited = (item: ForYouItem) => item.type === 'ad' && item.ad.category === 'Entertainment';
			for (let index = 0; index + 5 <= later.length; index++) {
				expect(later.slice(index, index + 5).filter(isLimited).length).toBeLessThanOrEqual(1);
			}
		});

		test('limits products to a fifth once they are muted, and restores them', async () => {
			const sellers = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
			for (let index = 0; index < 40; index++) {
				await seedAd(server, sellers[index % 4] as TestPerson);
				await seedPost(sellers[index % 4] as TestPerson);
			}
			const countAds = async () => onlyAdIds(await listItems(reader, 40)).length;
			expect(await countAds()).toBeGreaterThanOrEqual(26);
			const of = { what: 'kind' as const, kind: 'ad' as const };
			await reader.client.showLess({ body: { of } });
			expect(await countAds()).toBe(8);
			expect((await reader.client.listLess()).items).toMatchObject([{ of, seller: null }]);
			await reader.client.showLess({ body: { of, undo: true } });
			expect(await countAds()).toBeGreaterThanOrEqual(26);
		});

		test('continues a list of posts that was stored before lists had products', async () => {
			const author = await signUp(server);
			const [one, two] = [await seedPost(author), await seedPost(author)];
			await seedAd(server, author);
			const { next_cursor } = await reader.client.getForYou({ query: { limit: 1 } });
			const items = JSON.stringify([
				[two, 'fresh'],
				[one, 'popular'],
			]);
			const lists = server.db.tables<FeedTables>().updateTable('for_you_lists').set({ items });
			await lists.where('account_id', '=', reader.session.id).execute();
			const { items: rest } = await reader.client.getForYou({ query: { cursor: next_cursor as string } });
			expect(rest).toMatchObject([{ type: 'post', post: { id: one }, reason: 'popular' }]);
		});
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
			expect(new Set(onlyPosts([...items, ...rest.items]).map(({ post }) => post.id)).size).toBe(12);
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
