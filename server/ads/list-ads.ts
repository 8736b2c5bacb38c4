import * as limits from '../../contract/core/limits.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import { decodeCursor, type PageQuery, toPage } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Database } from '../database/index.ts';
import type { AdCandidate, AdService } from './ads.ts';
import type { AdContent } from './content-kind.ts';
import { countAdOptions } from './count-options.ts';
import { type IndexedFilter, isIndexed, toFacetFilters } from './filter.ts';
import { getAdState, presentAdCard, presentOwnAd, presentOwnAdDetails } from './present.ts';
import type { AdPresenter } from './present-ads.ts';
import { adIndex, searchAdIds } from './search.ts';
import { findSimilarAdIds } from './similar.ts';
import * as store from './store.ts';

/** Creates the lists that an owner sees. */
export function createOwnAdLists(db: Database, content: AdContent, { loadCards }: Pick<AdPresenter, 'loadCards'>) {
	return {
		async listOwn(actor, { format, ...page }) {
			const filter = { ownerId: actor.accountId, variety: format, withHidden: true };
			const { ids, next_cursor } = await content.listNewestIds(filter, page);
			return { items: await loadCards(db, ids, presentOwnAd), next_cursor };
		},

		async listOwnDetails(actor, page) {
			const filter = { ownerId: actor.accountId, variety: 'image', withHidden: true };
			const { ids, next_cursor } = await content.listNewestIds(filter, page);
			const rows = await content.findInOrder(db, ids);
			const fileIds = await content.findFileIds(db, ids);
			return { items: await content.present(db, rows, fileIds, presentOwnAdDetails), next_cursor };
		},
	} satisfies Partial<AdService>;
}

/** Creates the lists of the whole market. */
export function createMarketAdLists(
	db: Database,
	content: AdContent,
	{ loadCards, loadCardsForSale, loadClips }: AdPresenter,
) {
	async function listTrendingIds(filter: IndexedFilter, { limit, cursor }: PageQuery) {
		const keys = await store.listTrendingAdScores(db, filter, decodeCursor(cursor, 2), limit + 1);
		const { rows, next_cursor } = toPage(keys, limit, ({ score, id }) => [score, id]);
		return { ids: rows.map(({ id }) => id), next_cursor };
	}

	const search: AdService['search'] = async (search, page) => {
		const { ids, next_cursor } = await searchAdIds(db.longReads, search, page);
		return { items: await loadCardsForSale(ids), next_cursor };
	};

	return {
		search,

		listByIds: async (ids) => (await loadCards(db, ids, presentAdCard)).filter((card) => card.state !== 'hidden'),

		async listNewest(category, limit) {
			if (category === undefined) return loadCardsForSale(await store.listNewestAdIds(db, limit));
			return (await search({ category, words: null, sort: 'newest' }, { limit, cursor: undefined })).items;
		},

		async listTrending(filter, page) {
			if (!isIndexed(filter)) return search({ ...filter, words: null, sort: 'trending' }, page);
			const { ids, next_cursor } = await listTrendingIds(filter, page);
			return { items: await loadCardsForSale(ids), next_cursor };
		},

		async listTrendingClips(page) {
			const { ids, next_cursor } = await listTrendingIds({ format: 'video' }, page);
			return { items: await loadClips(ids), next_cursor };
		},

		async findClip(id) {
			const [clip] = await loadClips([id]);
			return clip ?? null;
		},

		countOptions: (search) => countAdOptions(db.longReads, search),

		async listSimilar(id) {
			const [ad] = await content.findVisible(db, [id]);
			if (!ad) throw new DomainError('not_found', contentApiText.adGone);
			return loadCardsForSale(await findSimilarAdIds(db.longReads, ad));
		},

		countByCategory: () => store.countAdsByCategory(db.longReads),
	} satisfies Partial<AdService>;
}

/** Creates the lists of one seller. */
export function createSellerAdLists(
	db: Database,
	content: AdContent,
	{ loadListedCards, loadCardsForSale }: Pick<AdPresenter, 'loadListedCards' | 'loadCardsForSale'>,
	search: AdService['search'],
) {
	return {
		listBest: async (sellerId, limit) => loadCardsForSale(await store.listBestAdIds(db, sellerId, limit)),

		async listForSale({ words, ...filter }, page) {
			if (words) return search({ ...filter, words, sort: 'best' }, page);
			const keys = await store.listSellerAdKeys(db, filter, decodeCursor(page.cursor, 2), page.limit + 1);
			const { rows, next_cursor } = toPage(keys, page.limit, ({ key, id }) => [key, id]);
			return { items: await loadCardsForSale(rows.map(({ id }) => id)), next_cursor };
		},

		async countForSale(sellerId, words) {
			const match = words && { words, class: 'any' as const, facets: toFacetFilters({ sellerId }) };
			const ids = match ? await adIndex.findNewest(db.longReads, match, limits.countedAds) : undefined;
			const counts = await store.countSellerAdsByCategory(db, sellerId, ids);
			return counts.sort((a, b) => b.ads - a.ads || a.category.localeCompare(b.category));
		},

		countSold: (sellerId) => store.countSoldAds(db, sellerId),

		async listPublished(sellerId, format, page) {
			const { ids, next_cursor } = await content.listNewestIds({ ownerId: sellerId, variety: format }, page);
			return { items: await loadListedCards(ids), next_cursor };
		},
	} satisfies Partial<AdService>;
}

/** Creates the lists that are ranked elsewhere. */
export function createAdCandidateLists(content: AdContent) {
	return {
		async listCandidates(db, { trending, categories, sellers }) {
			const found = [
				...(await store.listTrendingAds(db, trending)),
				...(await store.listTrendingAdsOfEach(db, categories.names, categories.each)),
				...(await store.listNewestAdsOfEach(db, sellers.ids, sellers.each, sellers.all)),
			];
			return [...new Map(found.map((row) => [row.id, presentCandidate(row)])).values()];
		},

		listCandidatesById: async (db, ids) =>
			(await content.findVisible(db, ids)).filter((ad) => getAdState(ad) === 'ready').map(presentCandidate),
	} satisfies Partial<AdService>;
}

function presentCandidate(ad: store.AdCandidateRow): AdCandidate {
	const { id, seller_id: authorId, category, ranked_likes: likes, ranked_comments: comments, views } = ad;
	return { id, authorId, kind: 'ad', category, createdAt: ad.renewed_at ?? ad.created_at, likes, comments, views };
}
