import type { Person } from '../../contract/accounts/accounts.ts';
import type { Review } from '../../contract/reviews/reviews.ts';
import * as contract from '../../contract/reviews/reviews.ts';
import { personCacheTag, visibilityCacheTag } from '../accounts/index.ts';
import { adCacheTag, adListsCacheTag } from '../ads/index.ts';
import type { Database } from '../database/index.ts';
import { callCosts, implementEndpoint, type Route } from '../http/index.ts';
import { reviewsCacheTag } from './cache-tags.ts';
import type { ReviewService } from './reviews.ts';

export function createReviewRoutes({ db, reviews }: { db: Database; reviews: ReviewService }): Route[] {
	return [
		implementEndpoint(contract.createReview, { policy: 'signedIn', rate: 'write' }, ({ tx, actor, params, body }) =>
			reviews.create(tx, actor, params.id, body),
		),
		implementEndpoint(contract.getAdReview, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, params }) =>
			reviews.findForAd(actor, params.id),
		),
		implementEndpoint(
			contract.listUserReviews,
			{ policy: 'anyone', scope: 'read', rate: 'read', cost: () => callCosts.list, cacheTags: getTags },
			({ params, query }) => reviews.list(params.user_name, query),
		),
		implementEndpoint(contract.updateReview, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => reviews.update(tx, actor, params.id, body)),
		),
		implementEndpoint(contract.deleteReview, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => reviews.remove(tx, actor, params.id)).then(() => undefined),
		),
		implementEndpoint(contract.replyToReview, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => reviews.reply(tx, actor, params.id, body.text)),
		),
		implementEndpoint(contract.deleteReviewReply, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => reviews.removeReply(tx, actor, params.id)).then(() => undefined),
		),
	];
}

function getTags({ seller, items }: { seller: Person; items: readonly Review[] }): string[] {
	const tags = items.flatMap(({ author, ad }) => [
		...(author ? [personCacheTag(author.id)] : []),
		// A hidden ad is named again as soon as it is visible.
		ad.id === null ? adListsCacheTag : adCacheTag(ad.id),
	]);
	return [...new Set([reviewsCacheTag(seller.id), personCacheTag(seller.id), visibilityCacheTag, ...tags])];
}
