import { type ContentServiceDeps, createContentService } from '../content/index.ts';
import type { AdService } from './ads.ts';
import { adKind } from './content-kind.ts';
import { createAdPosting } from './create-ad.ts';
import { createAdEditing } from './edit-ad.ts';
import { handleEvents } from './handle-events.ts';
import { createAdCandidateLists, createMarketAdLists, createOwnAdLists, createSellerAdLists } from './list-ads.ts';
import { invalidateLinkedAds } from './pinned-products.ts';
import { createAdPresenter } from './present-ads.ts';
import { createAdShowing } from './show-ad.ts';
import * as store from './store.ts';

export function createAdService(deps: ContentServiceDeps): AdService {
	const { db } = deps;
	const content = createContentService(deps, adKind);
	const presenter = createAdPresenter(deps, content);
	const marketLists = createMarketAdLists(db, content, presenter);
	handleEvents(deps);

	return {
		...content.service,
		...createAdPosting(deps, content, presenter),
		...createAdEditing(deps, content, presenter),
		...createAdShowing(deps, content, presenter),
		...createOwnAdLists(db, content, presenter),
		...marketLists,
		...createSellerAdLists(db, content, presenter, marketLists.search),
		...createAdCandidateLists(content),
		addWatchedParts: store.addWatchedParts,
		countByImport: store.countAdsByImport,
		forSaleIds: store.findForSaleIds,
		listProductIds: store.listProductIdsBySeller,

		async unhide(tx, actor, id) {
			await content.service.unhide(tx, actor, id);
			await invalidateLinkedAds(tx, id);
		},

		visibleIds: async (db, ids) => new Set((await content.findVisible(db, ids)).map((ad) => ad.id)),

		findUpdateTimes: async (ids) => new Map((await content.findVisible(db, ids)).map((ad) => [ad.id, ad.updated_at])),

		async findVisibleOfImport(db, importId) {
			const found = await store.countVisibleAdsOfImport(db, importId);
			const newest = found.newestId === null ? null : await content.service.target(db, found.newestId);
			return newest && { ads: found.ads, newest };
		},

		getSiteStats: (from) => content.getSiteStats(store.adStatsSqlConditions, from),

		listVisibleBetween: (db, first, last) =>
			content.listVisibleBetween(db, ['id', 'format', 'title', 'updated_at'], first, last),
	};
}
