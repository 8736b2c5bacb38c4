import {
	type AuthorizedRow,
	authorizeModerator,
	authorizeOwner,
	type Moderator,
	type ModeratorAuthorizedRow,
	type Owner,
} from '../core/authorization.ts';
import type { ReviewRow } from './tables.ts';

declare const written: unique symbol;
declare const received: unique symbol;

/** Review whose author is the calling account. */
export type WrittenReview = AuthorizedRow<ReviewRow & { readonly [written]: true }>;

/** Review of the calling account as the seller. It allows only to reply. */
export type ReceivedReview = AuthorizedRow<ReviewRow & { readonly [received]: true }>;

/** Authorizes the author to edit or delete a review. Returns null for other actors, the seller included. */
export function authorizeReviewAuthor(actor: Owner, review: ReviewRow): WrittenReview | null {
	return authorizeOwner(actor, review, review.buyer_id) as WrittenReview | null;
}

/** Authorizes the seller to reply to a review. Returns null for other actors, the author included. */
export function authorizeReviewedSeller(actor: Owner, review: ReviewRow): ReceivedReview | null {
	return authorizeOwner(actor, review, review.seller_id) as ReceivedReview | null;
}

/** Authorizes a moderator to hide, unhide or delete a review or its reply. Returns null for other actors. */
export function authorizeReviewModerator(
	actor: Moderator,
	review: ReviewRow,
): ModeratorAuthorizedRow<ReviewRow> | null {
	return authorizeModerator(actor, review);
}
