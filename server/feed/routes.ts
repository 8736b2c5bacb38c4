import type { Person } from '../../contract/accounts.ts';
import type { AdCard } from '../../contract/ads.ts';
import { categories } from '../../contract/categories.ts';
import * as contract from '../../contract/feed.ts';
import type { CursorPage } from '../../contract/page.ts';
import type { Post } from '../../contract/posts.ts';
import { type AccountService, followersCacheTag, peopleIndex, personCacheTag } from '../accounts/index.ts';
import {
	type AdFilter,
	type AdService,
	adCacheTag,
	adIndex,
	adListsCacheTag,
	isIndexed,
	toAdFilter,
} from '../ads/index.ts';
import type { Database } from '../platform/database/index.ts';
import { callCosts, implementEndpoint, type Route } from '../platform/http/index.ts';
import { correctSearchWords } from '../platform/search/index.ts';
import { type PostService, postCacheTag, postIndex, postListsCacheTag } from '../posts/index.ts';
import type { ForYouFeed } from './for-you-feed.ts';
import { listSellerPosts } from './seller-posts.ts';
import { suggestSellers } from './suggested-sellers.ts';

export interface FeedRoutesDeps {
	db: Database;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	forYou: ForYouFeed;
}

/** Cache lifetime of first pages in milliseconds. A change of the content ends it earlier. */
const firstPageTtl = 60_000;

/**
 * Cache tag of filter counts. Nothing invalidates it: a count expires instead, because every new ad and every like would otherwise make
 * all counts anew.
 */
const countsCacheTag = 'ad-counts';

/** Number of posts and number of people that a search returns beside the ads. */
const extraResults = 2;

interface Paging {
	limit: number;
	cursor: string | undefined;
}

const emptyPage: CursorPage<never> = { items: [], next_cursor: null };

const indexes = [adIndex, postIndex, peopleIndex];

export function createFeedRoutes({ db, accounts, ads, posts, forYou }: FeedRoutesDeps): Route[] {
	async function findPosts(words: readonly string[], page: Paging | null): Promise<CursorPage<Post>> {
		if (!page) return emptyPage;
		const { ids, nextCursor } = await postIndex.findPage(db, words, page);
		return { items: await posts.listByIds(ids), next_cursor: nextCursor };
	}

	async function findPeople(words: readonly string[], page: Paging | null): Promise<CursorPage<Person>> {
		if (!page) return emptyPage;
		const { ids, nextCursor } = await peopleIndex.findPage(db, words, page);
		const byId = await accounts.findListedPeople(db, ids);
		return { items: ids.flatMap((id) => byId.get(id) ?? []), next_cursor: nextCursor };
	}

	return [
		implementEndpoint(
			contract.getFeed,
			{
				policy: 'anyone',
				rate: 'read',
				cost: getFeedCost,
				cacheTags: ({ items }) => adCacheTags(items),
				cache: {
					ttl: firstPageTtl,
					ignoresSession: true,
					// Combinations are not cached, because clients could fill the cache with them.
					key: ({ query }) => {
						const filter = toAdFilter(query);
						return query.cursor || query.q || !isIndexed(filter) ? null : `${query.limit} ${JSON.stringify(filter)}`;
					},
				},
			},
			async ({ query }) => {
				const { cursor, limit, q } = query;
				const filter = toAdFilter(query);
				const page = { cursor, limit };
				if (q) {
					const words = await correctSearchWords(db, [adIndex], q);
					return ads.search({ ...filter, words, sort: 'trending' }, page);
				}
				return ads.listTrending(filter, page);
			},
		),
		implementEndpoint(
			contract.countAds,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.counts,
				cacheTags: () => [countsCacheTag],
				cache: {
					ttl: firstPageTtl,
					ignoresSession: true,
					// As in the feed, combinations are not cached.
					key: ({ query }) => {
						const filter = toAdFilter(query);
						return query.q || !isIndexed(filter) ? null : JSON.stringify(filter);
					},
				},
			},
			async ({ query }) => {
				const words = query.q ? await correctSearchWords(db, indexes, query.q) : null;
				return ads.countOptions({ ...toAdFilter(query), words });
			},
		),
		implementEndpoint(
			contract.search,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.search,
				cacheTags: (found) => [
					...adCacheTags(found.ads.items),
					...found.posts.items.flatMap(postCacheTags),
					...found.people.items.map((person) => personCacheTag(person.id)),
				],
			},
			async ({ query: { q, kind, sort, limit, cursor, ...filters } }) => {
				const words = await correctSearchWords(db, indexes, q);
				const filter = toAdFilter(filters);
				const page = { limit, cursor };
				const extraPage = kind === undefined && cursor === undefined ? { limit: extraResults, cursor } : null;
				const isAdsOnly = Object.values(filter).some((value) => value !== undefined && value !== '');
				const pageOf = (one: 'posts' | 'people') => (isAdsOnly ? null : kind === one ? page : extraPage);
				return {
					ads: kind === undefined || kind === 'ads' ? await ads.search({ ...filter, words, sort }, page) : emptyPage,
					posts: await findPosts(words, pageOf('posts')),
					people: await findPeople(words, pageOf('people')),
					words,
				};
			},
		),
		implementEndpoint(
			contract.listCategories,
			{
				policy: 'anyone',
				rate: 'read',
				cacheTags: () => [adListsCacheTag],
				cache: { ttl: firstPageTtl, ignoresSession: true },
			},
			async () => {
				const counts = new Map((await ads.countByCategory()).map((row) => [row.category, row.ads]));
				return { items: categories.map((category) => ({ category, ads: counts.get(category) ?? 0 })) };
			},
		),
		implementEndpoint(
			contract.getForYou,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => [
					postListsCacheTag,
					...items.flatMap((item) => (item.type === 'ad' ? cardCacheTags([item.ad]) : postCacheTags(item.post))),
				],
				cache: { ttl: firstPageTtl, key: ({ query: { cursor, limit } }) => (cursor ? null : String(limit)) },
			},
			({ actor, query }) => forYou.page(actor?.accountId ?? null, query),
		),
		implementEndpoint(contract.showLess, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			forYou.setMute(actor.accountId, body.of, body.undo ?? false),
		),
		implementEndpoint(contract.listLess, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			forYou.listMutePreferences(actor.accountId),
		),
		implementEndpoint(
			contract.listUserAds,
			{
				policy: 'anyone',
				rate: 'read',
				cost: ({ q }) => (q ? callCosts.search : callCosts.list),
				cacheTags: ({ items }) => adCacheTags(items),
			},
			async ({ params, query: { category, q, ...page } }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				const words = q ? await correctSearchWords(db, [adIndex], q) : null;
				return ads.listForSale({ sellerId: seller.id, category, words }, page);
			},
		),
		implementEndpoint(
			contract.countUserAds,
			{
				policy: 'anyone',
				rate: 'read',
				cost: ({ q }) => (q ? callCosts.search : callCosts.list),
				cacheTags: () => [adListsCacheTag],
			},
			async ({ params, query: { q } }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				const categories = await ads.countForSale(seller.id, q ? await correctSearchWords(db, [adIndex], q) : null);
				return {
					for_sale: categories.reduce((sum, { ads }) => sum + ads, 0),
					sold: await ads.countSold(seller.id),
					categories,
				};
			},
		),
		implementEndpoint(
			contract.listUserPosts,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => [
					adListsCacheTag,
					postListsCacheTag,
					...items.flatMap((item) => (item.type === 'ad' ? adCacheTags([item.ad]) : postCacheTags(item.post))),
				],
			},
			async ({ params, query }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				return listSellerPosts({ ads, posts }, seller.id, query);
			},
		),
		implementEndpoint(
			contract.listUserVideos,
			{ policy: 'anyone', rate: 'read', cost: () => callCosts.list, cacheTags: ({ items }) => adCacheTags(items) },
			async ({ params, query }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				return ads.listPublished(seller.id, 'video', query);
			},
		),
		implementEndpoint(
			contract.listVideos,
			{
				policy: 'anyone',
				rate: 'read',
				cost: ({ cursor }) => (cursor ? callCosts.list : callCosts.read),
				cacheTags: ({ items }) => adCacheTags(items),
				cache: {
					ttl: firstPageTtl,
					ignoresSession: true,
					key: ({ query: { cursor, limit, from } }) => (cursor ? null : `${limit} ${from ?? ''}`),
				},
			},
			async ({ query: { from, limit, cursor } }) => {
				const [first, { items, next_cursor }] = await Promise.all([
					from === undefined || cursor ? null : ads.findClip(from),
					ads.listTrendingClips({ limit, cursor }),
				]);
				return { items: first ? [first, ...items.filter(({ id }) => id !== first.id)] : items, next_cursor };
			},
		),
		implementEndpoint(
			contract.listSimilarAds,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.search,
				// A new ad does not invalidate the list. It appears when the list expires.
				cacheTags: ({ items }, { params }) => [adCacheTag(params.id), ...cardCacheTags(items)],
				cache: { ttl: firstPageTtl, ignoresSession: true },
			},
			async ({ params: { id } }) => ({ items: await ads.listSimilar(id) }),
		),
		implementEndpoint(
			contract.listSuggestedSellers,
			{
				policy: 'anyone',
				rate: 'read',
				cacheTags: ({ items }) => [
					adListsCacheTag,
					postListsCacheTag,
					...items.flatMap(({ id }) => [personCacheTag(id), followersCacheTag(id)]),
				],
				cache: { ttl: firstPageTtl, ignoresSession: true },
			},
			() => suggestSellers({ db, accounts, ads, posts }),
		),
	];
}

/** Returns the cost of a feed page. `query` is not validated yet. */
function getFeedCost({ q, cursor, limit, min_price, max_price, ...filter }: Readonly<Record<string, unknown>>): number {
	if (q || !isIndexed({ ...filter, minPrice: min_price, maxPrice: max_price } as AdFilter)) return callCosts.search;
	return cursor ? callCosts.list : callCosts.read;
}

function adCacheTags(cards: readonly Pick<AdCard, 'id' | 'seller'>[]): string[] {
	return [adListsCacheTag, ...cardCacheTags(cards)];
}

function cardCacheTags(cards: readonly Pick<AdCard, 'id' | 'seller'>[]): string[] {
	const sellers = new Set(cards.map((card) => card.seller.id));
	return [...cards.map((card) => adCacheTag(card.id)), ...[...sellers].map(personCacheTag)];
}

function postCacheTags(post: Post): string[] {
	return [postCacheTag(post.id), personCacheTag(post.author.id)];
}
