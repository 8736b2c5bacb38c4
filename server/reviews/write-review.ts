import * as contentApiText from '../../text/server/content-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { reviewCreatedOrEdited, reviewReplied } from './events.ts';
import { getReviewStart, type ReviewPresenter, reviewNotFound } from './find-reviews.ts';
import { authorizeReviewAuthor, authorizeReviewedSeller, type ReceivedReview, type WrittenReview } from './policy.ts';
import { addReview, lockReview, updateRating } from './rating.ts';
import type { ReviewService, ReviewServiceDeps } from './reviews.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

/** Stores the reviews of buyers and the replies of sellers. */
export function createReviewWriting(
	{ clock, events, accounts, ads, contacts }: Omit<ReviewServiceDeps, 'db'>,
	{ presentOne }: ReviewPresenter,
) {
	async function lockAccounts(tx: Tx, ids: Iterable<number>): Promise<void> {
		// The same order in every transaction prevents deadlocks.
		for (const id of [...new Set(ids)].sort((a, b) => a - b)) await accounts.lock(tx, id);
	}

	async function requireVisibleReview(tx: Tx, id: number): Promise<ReviewRow> {
		const review = await lockReview(tx, accounts, id);
		if (review?.visible !== 1) throw reviewNotFound();
		return review;
	}

	async function requireWritten(tx: Tx, actor: Actor, id: number): Promise<WrittenReview> {
		const review = authorizeReviewAuthor(actor, await requireVisibleReview(tx, id));
		if (!review) throw new DomainError('forbidden', contentApiText.reviewOfAnother);
		return review;
	}

	async function requireReceived(tx: Tx, actor: Actor, id: number): Promise<ReceivedReview> {
		const review = authorizeReviewedSeller(actor, await requireVisibleReview(tx, id));
		if (!review) throw new DomainError('forbidden', contentApiText.reviewOfAnotherSeller);
		if (review.reply_hidden_at !== null) throw new DomainError('forbidden', contentApiText.replyHidden);
		return review;
	}

	return {
		async create(tx, actor, adId, { stars, text }) {
			const { accountId } = actor;
			const owner = (await ads.allTargets(tx, [adId])).get(adId)?.ownerId;
			await lockAccounts(tx, [accountId, ...(owner === undefined ? [] : [owner])]);
			await accounts.consumePostingQuota(tx, accountId, 'reviews');
			const ad = await ads.target(tx, adId);
			if (!ad) throw new DomainError('not_found', contentApiText.adGone);
			if (ad.ownerId === accountId) throw invalidInput({ id: contentApiText.ownAd });
			if (await store.findReviewOfAd(tx, adId, accountId)) throw reviewExists();
			const firstContactAt = await contacts.findFirstContact(tx, adId, accountId);
			if (firstContactAt === null) throw new DomainError('forbidden', contentApiText.reviewNeedsContact);
			if (clock.now() < getReviewStart(firstContactAt))
				throw new DomainError('forbidden', contentApiText.reviewTooEarly);
			const review = await addReview(tx, accounts, { buyer_id: accountId, stars, text, created_at: clock.now() }, ad);
			if (!review) throw reviewExists();
			const written = { reviewId: review.id, sellerId: ad.ownerId, buyerId: accountId, stars, isNew: true };
			await events.emit(tx, reviewCreatedOrEdited, written);
			return presentOne(tx, review);
		},

		async update(tx, actor, id, { stars, text }) {
			const review = await requireWritten(tx, actor, id);
			const change = { stars: stars ?? review.stars, text: text ?? review.text };
			if (change.stars === review.stars && change.text === review.text) return presentOne(tx, review);
			const changed = await store.updateReview(tx, review, { ...change, edited_at: clock.now() });
			await updateRating(tx, accounts, review.seller_id, review, changed);
			if (review.seller_id !== null) {
				const written = {
					reviewId: id,
					sellerId: review.seller_id,
					buyerId: actor.accountId,
					stars: change.stars,
					isNew: false,
				};
				await events.emit(tx, reviewCreatedOrEdited, written);
			}
			return presentOne(tx, changed);
		},

		async remove(tx, actor, id) {
			const review = await requireWritten(tx, actor, id);
			await store.deleteReview(tx, review);
			await updateRating(tx, accounts, review.seller_id, review, null);
		},

		async reply(tx, actor, id, text) {
			const review = await requireReceived(tx, actor, id);
			if (review.reply === text) return presentOne(tx, review);
			const isNew = review.reply === null;
			const now = clock.now();
			const changed = await store.setReply(tx, review, {
				reply: text,
				reply_created_at: isNew ? now : review.reply_created_at,
				reply_edited_at: isNew ? null : now,
			});
			await updateRating(tx, accounts, review.seller_id, review, changed);
			const replied = { reviewId: id, sellerId: actor.accountId, buyerId: review.buyer_id, text, isNew };
			await events.emit(tx, reviewReplied, replied);
			return presentOne(tx, changed);
		},

		async removeReply(tx, actor, id) {
			const review = await requireReceived(tx, actor, id);
			if (review.reply === null) throw reviewNotFound();
			const none = { reply: null, reply_created_at: null, reply_edited_at: null };
			await updateRating(tx, accounts, review.seller_id, review, await store.setReply(tx, review, none));
		},
	} satisfies Partial<ReviewService>;
}

function reviewExists(): DomainError {
	return new DomainError('conflict', contentApiText.reviewExists);
}
