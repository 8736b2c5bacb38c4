import type { AdCard } from '../../contract/ads.ts';
import { categories } from '../../contract/categories.ts';
import * as contract from '../../contract/feed.ts';
import type { Post } from '../../contract/posts.ts';
import { type Accounts, followersTag, peopleIndex, personTag } from '../accounts/index.ts';
import { type Ads, adIndex, adListsTag, adTag } from '../ads/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type AnswerCache, implement, type Prepared, prepare, type Route } from '../platform/http/index.ts';
import { understandWords } from '../platform/search/index.ts';
import { type Posts, postIndex, postListsTag, postTag } from '../posts/index.ts';
import type { ForYou } from './for-you-feed.ts';
import { sellerPosts } from './seller-posts.ts';
import { suggestedSellers } from './suggested-sellers.ts';

export interface FeedParts {
	db: Database;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	forYou: ForYou;
	cache: AnswerCache;
}

/** The first page of a feed is kept as bytes this long where nothing it shows changes, milliseconds. */
const firstPageLife = 60_000;

/** Posts and people beside the ads that a search finds. */
const besideAds = 10;

const indexes = [adIndex, postIndex, peopleIndex];

export function feedRoutes({ db, accounts, ads, posts, forYou, cache }: FeedParts): Route[] {
	/** Kept as bytes until something it shows changes. */
	function kept<Answer>(key: string, load: () => Promise<Answer>, tagsOf: (answer: Answer) => string[]) {
		return cache.answer(key, firstPageLife, async (): Promise<Prepared> => {
			const answer = await load();
			return prepare({
				bytes: Buffer.from(JSON.stringify(answer)),
				headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
				tags: tagsOf(answer),
			});
		});
	}

	return [
		implement(
			contract.getFeed,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => tagsOfAds(items) },
			async ({ query }) => {
				const { cursor, limit, q, category, format, place, min_price: minPrice, max_price: maxPrice } = query;
				const filter = { category, format, place, minPrice, maxPrice };
				const page = { cursor, limit };
				if (q) {
					const words = await understandWords(db, [adIndex], q);
					return ads.search({ ...filter, words, sort: 'trending' }, page);
				}
				const load = () => ads.trending(filter, page);
				// What a stranger can write in countless ways is not kept.
				if (cursor || place || minPrice !== undefined || maxPrice !== undefined) return load();
				return kept(`feed ${limit} ${format} ${category}`, load, ({ items }) => tagsOfAds(items));
			},
		),
		implement(
			contract.search,
			{
				policy: 'anyone',
				rate: 'read',
				shows: (found) => [
					...tagsOfAds(found.ads.items),
					...found.posts.flatMap(tagsOfPost),
					...found.people.map((person) => personTag(person.id)),
				],
			},
			async ({ query: { q, category, format, place, min_price: minPrice, max_price: maxPrice, sort, ...page } }) => {
				const words = await understandWords(db, indexes, q);
				const found = await ads.search({ words, category, format, place, minPrice, maxPrice, sort }, page);
				if (page.cursor) return { ads: found, posts: [], people: [], words };
				const people = await peopleIndex.best(db, words, besideAds);
				const byId = await accounts.peopleOnShow(db, people);
				return {
					ads: found,
					posts: await posts.listByIds(await postIndex.best(db, words, besideAds)),
					people: people.flatMap((id) => byId.get(id) ?? []),
					words,
				};
			},
		),
		implement(contract.listCategories, { policy: 'anyone', rate: 'read', shows: () => [adListsTag] }, () =>
			kept(
				'categories',
				async () => {
					const counts = new Map((await ads.countByCategory()).map((row) => [row.category, row.ads]));
					return { items: categories.map((category) => ({ category, ads: counts.get(category) ?? 0 })) };
				},
				() => [adListsTag],
			),
		),
		implement(contract.getForYou, { policy: 'anyone', rate: 'read' }, ({ actor, query }) => {
			const load = () => forYou.page(actor?.accountId ?? null, query);
			if (actor || query.cursor) return load();
			return kept(`for-you ${query.limit}`, load, ({ items }) => [
				postListsTag,
				...items.flatMap(({ post }) => tagsOfPost(post)),
			]);
		}),
		implement(contract.showLess, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			forYou.showLess(actor.accountId, body.of, body.undo ?? false),
		),
		implement(contract.listLess, { policy: 'signedIn', rate: 'read' }, ({ actor }) => forYou.listLess(actor.accountId)),
		implement(
			contract.listUserPosts,
			{
				policy: 'anyone',
				rate: 'read',
				shows: ({ items }) => [
					adListsTag,
					postListsTag,
					...items.flatMap((item) => (item.type === 'ad' ? tagsOfAds([item.ad]) : tagsOfPost(item.post))),
				],
			},
			async ({ params, query }) => {
				const seller = await accounts.named(db, params.user_name);
				return sellerPosts({ ads, posts }, seller.id, query);
			},
		),
		implement(
			contract.listUserVideos,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => tagsOfAds(items) },
			async ({ params, query }) => {
				const seller = await accounts.named(db, params.user_name);
				return ads.onShow(seller.id, 'video', query);
			},
		),
		implement(
			contract.listSuggestedSellers,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => [adListsTag, ...items.map(({ id }) => personTag(id))] },
			() =>
				kept(
					'sellers',
					() => suggestedSellers({ db, accounts, ads, posts }),
					({ items }) => [adListsTag, postListsTag, ...items.flatMap(({ id }) => [personTag(id), followersTag(id)])],
				),
		),
	];
}

function tagsOfAds(cards: readonly AdCard[]): string[] {
	const sellers = new Set(cards.map((card) => card.seller.id));
	return [adListsTag, ...cards.map((card) => adTag(card.id)), ...[...sellers].map(personTag)];
}

function tagsOfPost(post: Post): string[] {
	return [postTag(post.id), personTag(post.author.id)];
}
