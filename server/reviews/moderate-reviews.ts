import * as problemsText from '../../text/shared/problems.ts';
import { accountVisibilityChanged, accountVisibilityLocking } from '../accounts/index.ts';
import type { Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import { reviewsCacheTag } from './cache-tags.ts';
import { authorizeReviewModerator } from './policy.ts';
import { lockReview, updateRating } from './rating.ts';
import type { ReviewPart, ReviewService, ReviewServiceDeps } from './reviews.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

/** Hides and shows reviews for moderators and with their author, and deletes them with an account. */
export function createReviewModeration({
	clock,
	events,
	accounts,
}: Pick<ReviewServiceDeps, 'clock' | 'events' | 'accounts'>) {
	/** Locks a review for a moderator. Returns null for an unknown id. Throws `forbidden` for other actors. */
	async function lockModerated(
		tx: Tx,
		actor: Moderator,
		id: number,
	): Promise<ModeratorAuthorizedRow<ReviewRow> | null> {
		const review = await lockReview(tx, accounts, id);
		const moderated = review && authorizeReviewModerator(actor, review);
		if (review && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	async function setHidden(tx: Tx, actor: Moderator, part: ReviewPart, id: number, at: number | null): Promise<void> {
		const review = await lockModerated(tx, actor, id);
		if (!review) return;
		const hidden = part === 'review' ? { hidden_at: at } : { reply_hidden_at: at };
		await updateRating(tx, accounts, review.seller_id, review, await store.setReviewHidden(tx, review, hidden));
	}

	events.on(accountVisibilityLocking, async (tx, { accountIds, add }) =>
		add(await store.listReviewedSellerIds(tx, accountIds)),
	);

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const reviews = await store.listBuyerReviews(tx, accountId);
		for (const after of await store.setAuthorHidden(tx, accountId, !isVisible)) {
			const before = reviews.find((row) => row.id === after.id) ?? null;
			await updateRating(tx, accounts, after.seller_id, before, after);
		}
	});

	return {
		hide: (tx, actor, part, id) => setHidden(tx, actor, part, id, clock.now()),

		unhide: (tx, actor, part, id) => setHidden(tx, actor, part, id, null),

		async takeDown(tx, actor, part, id) {
			const review = await lockModerated(tx, actor, id);
			if (!review) return;
			if (part === 'reply') {
				await updateRating(tx, accounts, review.seller_id, review, await store.takeDownReply(tx, review, clock.now()));
				return;
			}
			await updateRating(tx, accounts, review.seller_id, review, await store.takeDownReview(tx, review, clock.now()));
		},

		async allowAgain(tx, actor, part, id) {
			const review = await lockModerated(tx, actor, id);
			if (!review) return;
			if (part === 'reply') await store.setReviewHidden(tx, review, { reply_hidden_at: null });
			else await store.deleteReview(tx, review);
		},

		async erase(tx, accountId) {
			const written = await store.listBuyerReviews(tx, accountId);
			// A suspended account's stars must not count again. An unidentified review without a seller serves nobody.
			const all = await accounts.isSuspended(tx, accountId);
			await store.deleteUncountedReviews(tx, accountId, { all });
			for (const after of await store.anonymizeAuthor(tx, accountId)) {
				const before = written.find((row) => row.id === after.id) ?? null;
				await updateRating(tx, accounts, after.seller_id, before, after);
			}
			await store.anonymizeSeller(tx, accountId);
		},

		async recount(tx, sellerIds) {
			const ratings = await accounts.lockCounts(tx, sellerIds);
			const sums = await store.sumReviews(tx, sellerIds);
			let wrong = 0;
			for (const [id, stored] of ratings) {
				const { count, stars } = sums.get(id) ?? { count: 0, stars: 0 };
				const missing = { count: count - stored.reviews, stars: stars - stored.stars };
				if (missing.count === 0 && missing.stars === 0) continue;
				tx.invalidate(reviewsCacheTag(id));
				await accounts.addReviews(tx, id, missing);
				wrong += 1;
			}
			return wrong;
		},
	} satisfies Partial<ReviewService>;
}
