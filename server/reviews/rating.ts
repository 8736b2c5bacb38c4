import type { AccountService } from '../accounts/index.ts';
import type { Tx } from '../database/index.ts';
import { reviewsCacheTag } from './cache-tags.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

/** What a review adds to the rating of its seller. */
function getContribution(row: ReviewRow | null): { count: number; stars: number } {
	return row?.visible === 1 ? { count: 1, stars: row.stars } : { count: 0, stars: 0 };
}

/** Adds the difference between two states of a review to the seller's rating. Null is the state before or after the review exists. */
export async function updateRating(
	tx: Tx,
	accounts: AccountService,
	sellerId: number | null,
	before: ReviewRow | null,
	after: ReviewRow | null,
): Promise<void> {
	if (sellerId === null) return;
	tx.invalidate(reviewsCacheTag(sellerId));
	const [old, current] = [getContribution(before), getContribution(after)];
	const added = { count: current.count - old.count, stars: current.stars - old.stars };
	if (added.count !== 0 || added.stars !== 0) await accounts.addReviews(tx, sellerId, added);
}

/** Locks a review and before it the account of its seller. Returns null for an unknown id. */
export async function lockReview(tx: Tx, accounts: AccountService, id: number): Promise<ReviewRow | null> {
	const found = await store.findReview(tx, id);
	if (!found) return null;
	if (found.seller_id !== null) await accounts.lock(tx, found.seller_id);
	return store.lockReviewRow(tx, id);
}

/** Adds a review of the owner of an ad and counts it. Emits no events. Returns null if the buyer has already reviewed the ad. */
export async function addReview(
	tx: Tx,
	accounts: AccountService,
	values: Pick<ReviewRow, 'buyer_id' | 'stars' | 'text' | 'created_at'>,
	ad: { id: number; ownerId: number; title: string },
): Promise<ReviewRow | null> {
	const row = await store.insertReview(tx, { ...values, seller_id: ad.ownerId, ad_id: ad.id, ad_title: ad.title });
	if (row) await updateRating(tx, accounts, ad.ownerId, null, row);
	return row;
}
