import type { AdCard } from '../../contract/ads.ts';
import * as contract from '../../contract/feed.ts';
import { type Accounts, personTag } from '../accounts/index.ts';
import { type Ads, adListsTag, adTag } from '../ads/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type AnswerCache, implement, prepare, type Route } from '../platform/http/index.ts';

export interface FeedParts {
	db: Database;
	accounts: Accounts;
	ads: Ads;
	cache: AnswerCache;
}

/** The first page of a feed is kept as bytes this long where nothing it shows changes, milliseconds. */
const firstPageLife = 60_000;

export function feedRoutes({ db, accounts, ads, cache }: FeedParts): Route[] {
	return [
		implement(
			contract.getFeed,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => tagsOf(items) },
			({ query }) => {
				const { cursor, limit, q, category, format, place, min_price: minPrice, max_price: maxPrice } = query;
				const words = q?.split(/\s+/).filter(Boolean) ?? [];
				const load = () => ads.trending({ category, format, words, place, minPrice, maxPrice }, { cursor, limit });
				// What a stranger can write in countless ways is not kept.
				if (cursor || q || place || minPrice !== undefined || maxPrice !== undefined) return load();
				return cache.answer(`feed ${limit} ${format} ${category}`, firstPageLife, async () => {
					const page = await load();
					return prepare({
						bytes: Buffer.from(JSON.stringify(page)),
						headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
						tags: tagsOf(page.items),
					});
				});
			},
		),
		implement(
			contract.listUserPosts,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => tagsOf(items.map((item) => item.ad)) },
			async ({ params, query }) => {
				const seller = await accounts.named(db, params.user_name);
				const page = await ads.onShow(seller.id, 'image', query);
				return { items: page.items.map((ad) => ({ type: 'ad' as const, ad })), next_cursor: page.next_cursor };
			},
		),
		implement(
			contract.listUserVideos,
			{ policy: 'anyone', rate: 'read', shows: ({ items }) => tagsOf(items) },
			async ({ params, query }) => {
				const seller = await accounts.named(db, params.user_name);
				return ads.onShow(seller.id, 'video', query);
			},
		),
	];
}

function tagsOf(cards: readonly AdCard[]): string[] {
	const sellers = new Set(cards.map((card) => card.seller.id));
	return [adListsTag, ...cards.map((card) => adTag(card.id)), ...[...sellers].map(personTag)];
}
