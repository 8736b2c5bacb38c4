import * as contract from '../../contract/ads/ads.ts';
import { personCacheTag, userNameCacheTag } from '../accounts/index.ts';
import type { Database } from '../database/index.ts';
import { callCosts, detailTtl, implementEndpoint, type Route } from '../http/index.ts';
import type { AdService } from './ads.ts';
import { adCacheTag } from './cache-tags.ts';

export function createAdRoutes({ db, ads }: { db: Database; ads: AdService }): Route[] {
	return [
		implementEndpoint(contract.createAd, { policy: 'signedIn', scope: 'ads', rate: 'write' }, ({ tx, actor, body }) =>
			ads.createPictureAd(tx, actor, body),
		),
		implementEndpoint(
			contract.createVideoAd,
			{ policy: 'signedIn', scope: 'ads', rate: 'write' },
			({ tx, actor, body }) => ads.createVideoAd(tx, actor, body),
		),
		implementEndpoint(
			contract.getAd,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: (ad) => [adCacheTag(ad.id), personCacheTag(ad.seller.id), ...linkedCacheTags(ad)],
				cache: { ttl: detailTtl },
			},
			({ actor, params }) => ads.show(params.id, actor),
		),
		implementEndpoint(
			contract.getVideoAd,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: ({ normalads }) => [
					adCacheTag(normalads.id),
					userNameCacheTag(normalads.user_name),
					...linkedCacheTags(normalads),
				],
				cache: { ttl: detailTtl, key: ({ params }) => String(params.id) },
			},
			async ({ actor, params }) => ({ normalads: await ads.getVideo(params.id, actor) }),
		),
		// Call 6 of the specification carries no session, so that an owner's hidden video needs a call of its own.
		implementEndpoint(
			contract.getOwnVideoAd,
			{ policy: 'signedIn', scope: 'read', rate: 'read' },
			async ({ actor, params }) => ({ normalads: await ads.getVideo(params.id, actor) }),
		),
		implementEndpoint(
			contract.listAdsById,
			{ policy: 'anyone', scope: 'read', rate: 'read', cost: () => callCosts.list, cacheTags: () => [] },
			async ({ query }) => ({
				items: await ads.listByIds(query.ids),
			}),
		),
		implementEndpoint(contract.updateAd, { policy: 'owner', scope: 'ads', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => ads.update(tx, actor, params.id, body)),
		),
		implementEndpoint(contract.deleteAd, { policy: 'owner', scope: 'ads', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => ads.remove(tx, actor, params.id)).then(() => undefined),
		),
		implementEndpoint(
			contract.markAdSold,
			{ policy: 'owner', scope: 'ads', rate: 'write' },
			({ actor, params, body }) => db.transaction((tx) => ads.markSold(tx, actor, params.id, body.sold)),
		),
		implementEndpoint(contract.retryAd, { policy: 'owner', scope: 'ads', rate: 'write' }, async ({ actor, params }) => {
			await ads.assertRetryable(actor, params.id);
			return db.transaction((tx) => ads.retry(tx, actor, params.id));
		}),
		implementEndpoint(contract.renewAd, { policy: 'owner', scope: 'ads', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => ads.renew(tx, actor, params.id)),
		),
		implementEndpoint(contract.listMyAds, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, query }) =>
			ads.listOwn(actor, query),
		),
		implementEndpoint(contract.getMyAd, { policy: 'owner', scope: 'read', rate: 'read' }, ({ actor, params }) =>
			ads.getOwn(actor, params.id),
		),
		implementEndpoint(
			contract.listMyAdDetails,
			{ policy: 'signedIn', scope: 'read', rate: 'read', cost: () => callCosts.list },
			({ actor, query }) => ads.listOwnDetails(actor, query),
		),
	];
}

function linkedCacheTags({ products = [], videos = [] }: Pick<contract.Ad, 'products' | 'videos'>): string[] {
	return [...products, ...videos].map(({ id }) => adCacheTag(id));
}
