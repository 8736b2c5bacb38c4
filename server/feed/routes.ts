import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import type { AdCard } from '../../contract/ads/ads.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as contract from '../../contract/feed/feed.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import type { Post } from '../../contract/posts/posts.ts';
import {
	type AccountService,
	followersCacheTag,
	peopleIndex,
	peopleListsCacheTag,
	personCacheTag,
} from '../accounts/index.ts';
import {
	type AdFilter,
	type AdService,
	adCacheTag,
	adIndex,
	adListsCacheTag,
	isIndexed,
	toAdFilter,
} from '../ads/index.ts';
import type { Database } from '../database/index.ts';
import { callCosts, implementEndpoint, type Route } from '../http/index.ts';
import { type PostService, postCacheTag, postIndex, postListsCacheTag } from '../posts/index.ts';
import { correctSearchWords, listVisibleWords, searchWithCorrection, toSearchWords } from '../search/index.ts';
import type { ForYouFeed } from './for-you-feed.ts';
import { getMarketCardName, marketCardCacheTag } from './market-cards.ts';
import { listSellerPosts } from './seller-posts.ts';
import type { SharePictureService } from './share-pictures.ts';
import { suggestSellers } from './suggested-sellers.ts';

export interface FeedRoutesDeps {
	db: Database;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	forYou: ForYouFeed;
	sharePictures: SharePictureService;
}

/** Cache lifetime of first pages in milliseconds. A change of the content ends it earlier. */
const firstPageTtl = 60_000;

/** Number of searches that are remembered to find out which ones are frequent. */
const maxRecentSearches = 1000;

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

export function createFeedRoutes({ db, accounts, ads, posts, forYou, sharePictures }: FeedRoutesDeps): Route[] {
	const recentSearches = new Set<string>();

	/** Returns whether a search was made recently, and remembers it. Searches that are made once must not fill the cache. */
	function isFrequent(key: string): boolean {
		const wasMade = recentSearches.delete(key);
		recentSearches.add(key);
		for (const oldest of recentSearches) {
			if (recentSearches.size <= maxRecentSearches) break;
			recentSearches.delete(oldest);
		}
		return wasMade;
	}

	/** Lists the ads that a search by words finds, with corrected words if it finds none as typed. */
	const searchAds = (text: string, find: (words: string[]) => Promise<CursorPage<AdCard>>) =>
		searchWithCorrection(db, [adIndex], text, find, ({ items }) => items.length === 0);

	async function findPosts(words: readonly string[], page: Paging | null): Promise<CursorPage<Post>> {
		if (!page) return emptyPage;
		const { ids, next_cursor } = await postIndex.findPage(db.longReads, words, page);
		return { items: await posts.listByIds(ids), next_cursor };
	}

	async function findPeople(words: readonly string[], page: Paging | null): Promise<CursorPage<Person>> {
		if (!page) return emptyPage;
		const { ids, next_cursor } = await peopleIndex.findPage(db.longReads, words, page);
		const byId = await accounts.findListedPeople(db, ids);
		return { items: ids.flatMap((id) => byId.get(id) ?? []), next_cursor };
	}

	return [
		implementEndpoint(
			contract.getFeed,
			{
				policy: 'anyone',
				scope: 'read',
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
					return searchAds(q, (words) => ads.search({ ...filter, words, sort: 'trending' }, page));
				}
				return ads.listTrending(filter, page);
			},
		),
		implementEndpoint(
			contract.countAds,
			{
				policy: 'anyone',
				scope: 'read',
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
				const words = query.q ? await correctSearchWords(db.longReads, indexes, query.q) : null;
				return ads.countOptions({ ...toAdFilter(query), words });
			},
		),
		implementEndpoint(
			contract.search,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: () => callCosts.search,
				cacheTags: searchCacheTags,
				cache: {
					ttl: firstPageTtl,
					ignoresSession: true,
					key: ({ query: { q, kind, sort, limit, cursor, ...filters } }) => {
						const isPlain =
							kind === undefined && cursor === undefined && sort === 'best' && !hasFilter(toAdFilter(filters));
						const key = `${limit} ${toSearchWords(q).join(' ')}`;
						return isPlain && isFrequent(key) ? key : null;
					},
				},
			},
			async ({ query: { q, kind, sort, limit, cursor, ...filters } }) => {
				const filter = toAdFilter(filters);
				const page = { limit, cursor };
				const extraPage = kind === undefined && cursor === undefined ? { limit: extraResults, cursor } : null;
				const isAdsOnly = hasFilter(filter);
				const pageOf = (one: 'posts' | 'people') => (isAdsOnly ? null : kind === one ? page : extraPage);
				async function find(words: string[]) {
					const [foundAds, posts, people] = await Promise.all([
						kind === undefined || kind === 'ads' ? ads.search({ ...filter, words, sort }, page) : emptyPage,
						findPosts(words, pageOf('posts')),
						findPeople(words, pageOf('people')),
					]);
					return { ads: foundAds, posts, people, words: listVisibleWords(words) };
				}
				return searchWithCorrection(db, indexes, q, find, ({ ads, posts, people }) =>
					[ads, posts, people].every(({ items }) => items.length === 0),
				);
			},
		),
		implementEndpoint(
			contract.listCategories,
			{
				policy: 'anyone',
				scope: 'read',
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
				scope: 'read',
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
				scope: 'read',
				rate: 'read',
				cost: ({ q }) => (q ? callCosts.search : callCosts.list),
				cacheTags: ({ items }) => adCacheTags(items),
			},
			async ({ params, query: { category, q, ...page } }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				const list = (words: string[] | null) => ads.listForSale({ sellerId: seller.id, category, words }, page);
				return q ? searchAds(q, list) : list(null);
			},
		),
		implementEndpoint(
			contract.countUserAds,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: ({ q }) => (q ? callCosts.search : callCosts.list),
				cacheTags: () => [adListsCacheTag],
			},
			async ({ params, query: { q } }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				const words = q ? await correctSearchWords(db.longReads, [adIndex], q) : null;
				const categories = await ads.countForSale(seller.id, words);
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
				scope: 'read',
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
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => adCacheTags(items),
			},
			async ({ params, query }) => {
				const seller = await accounts.getVisibleByUserName(db, params.user_name);
				return ads.listPublished(seller.id, 'video', query);
			},
		),
		implementEndpoint(
			contract.listVideos,
			{
				policy: 'anyone',
				scope: 'read',
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
				scope: 'read',
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
				scope: 'read',
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
		implementEndpoint(
			contract.getMarketCard,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: (_, { query }) => [marketCardCacheTag(getMarketCardName(query.category))],
				// Every page that is rendered anew asks for a card.
				cache: { ttl: firstPageTtl, ignoresSession: true },
			},
			({ query }) => sharePictures.describeMarketCard(query.category),
		),
	];
}

function hasFilter(filter: AdFilter): boolean {
	return Object.values(filter).some((value) => value !== undefined && value !== '');
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

function searchCacheTags({ ads, posts, people }: z.output<(typeof contract.search.responses)[200]>): string[] {
	return [
		...adCacheTags(ads.items),
		postListsCacheTag,
		...posts.items.flatMap(postCacheTags),
		peopleListsCacheTag,
		...people.items.map(({ id }) => personCacheTag(id)),
	];
}

function postCacheTags(post: Post): string[] {
	return [postCacheTag(post.id), personCacheTag(post.author.id)];
}
