import * as contract from '../../contract/ads.ts';
import { personTag, userNameTag } from '../accounts/index.ts';
import { callCosts, implement, type Route } from '../platform/http/index.ts';
import type { AdService } from './ads.ts';
import { adTag } from './tags.ts';

export function adRoutes(ads: AdService): Route[] {
	return [
		implement(contract.createAd, { policy: 'signedIn', rate: 'write' }, ({ tx, actor, body }) =>
			ads.createPictureAd(tx, actor, body),
		),
		implement(contract.createVideoAd, { policy: 'signedIn', rate: 'write' }, ({ tx, actor, body }) =>
			ads.createVideoAd(tx, actor, body),
		),
		implement(
			contract.getAd,
			{ policy: 'anyone', rate: 'read', cacheTags: (ad) => [adTag(ad.id), personTag(ad.seller.id)] },
			({ actor, params }) => ads.show(params.id, actor),
		),
		implement(
			contract.getVideoAd,
			{
				policy: 'anyone',
				rate: 'read',
				cacheTags: ({ normalads }) => [adTag(normalads.id), userNameTag(normalads.user_name)],
			},
			async ({ actor, params }) => ({ normalads: await ads.getVideo(params.id, actor) }),
		),
		implement(
			contract.listAdsById,
			{ policy: 'anyone', rate: 'read', cost: () => callCosts.list },
			async ({ query }) => ({
				items: await ads.listByIds(query.ids),
			}),
		),
		implement(contract.updateAd, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			ads.update(actor, params.id, body),
		),
		implement(contract.deleteAd, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			ads.remove(actor, params.id).then(() => undefined),
		),
		implement(contract.markAdSold, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			ads.markSold(actor, params.id, body.sold),
		),
		implement(contract.retryAd, { policy: 'owner', rate: 'write' }, ({ actor, params }) => ads.retry(actor, params.id)),
		implement(contract.listMyAds, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			ads.listOwn(actor, query),
		),
	];
}
