import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import * as limits from '../../contract/core/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import { sellerReviewsPath } from '../../contract/core/page-paths.ts';
import type { AdReview, createReview, Review, updateReview } from '../../contract/reviews/reviews.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { type AccountService, accountVisibilityChanged, accountVisibilityLocking } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { ContactService } from '../contacts/index.ts';
import type { ReportedItem } from '../content/index.ts';
import type { Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import { type Clock, toIsoTime } from '../core/clock.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { reviewsCacheTag } from './cache-tags.ts';
import { reviewCreatedOrEdited, reviewReplied } from './events.ts';
import {
	authorizeReviewAuthor,
	authorizeReviewedSeller,
	authorizeReviewModerator,
	type ReceivedReview,
	type WrittenReview,
} from './policy.ts';
import { presentReview } from './present.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

export interface ReviewServiceDeps {
	db: Database;
	clock: Clock;
	events: EventBus;
	accounts: AccountService;
	ads: AdService;
	contacts: ContactService;
}

export type ReviewService = ReturnType<typeof createReviewService>;

/** The review itself or the seller's reply. */
export type ReviewPart = 'review' | 'reply';

/** What a review adds to the rating of its seller. */
function getContribution(row: ReviewRow | null): { count: number; stars: number } {
	return row?.visible === 1 ? { count: 1, stars: row.stars } : { count: 0, stars: 0 };
}

/**
 * Reviews of sellers. A seller's rating is stored in the account row and stays equal to the visible reviews: each change locks the seller's
 * account before it reads the review. `accountVisibilityLocking` locks the reviewed sellers of an account that is hidden or erased.
 */
export function createReviewService({ db, clock, events, accounts, ads, contacts }: ReviewServiceDeps) {
	async function lockAccounts(tx: Tx, ids: Iterable<number>): Promise<void> {
		// The same order in every transaction prevents deadlocks.
		for (const id of [...new Set(ids)].sort((a, b) => a - b)) await accounts.lock(tx, id);
	}

	async function lockReview(tx: Tx, id: number): Promise<ReviewRow | null> {
		const found = await store.findReview(tx, id);
		if (!found) return null;
		if (found.seller_id !== null) await accounts.lock(tx, found.seller_id);
		return store.lockReviewRow(tx, id);
	}

	/** Adds the difference between two states of a review to the seller's rating. Null is the state before or after the review exists. */
	async function updateRating(
		tx: Tx,
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

	async function requireVisibleReview(tx: Tx, id: number): Promise<ReviewRow> {
		const review = await lockReview(tx, id);
		if (review?.visible !== 1) throw notFound();
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

	/** Locks a review for a moderator. Returns null for an unknown id. Throws `forbidden` for other actors. */
	async function lockModerated(
		tx: Tx,
		actor: Moderator,
		id: number,
	): Promise<ModeratorAuthorizedRow<ReviewRow> | null> {
		const review = await lockReview(tx, id);
		const moderated = review && authorizeReviewModerator(actor, review);
		if (review && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	async function setHidden(tx: Tx, actor: Moderator, part: ReviewPart, id: number, at: number | null): Promise<void> {
		const review = await lockModerated(tx, actor, id);
		if (!review) return;
		const hidden = part === 'review' ? { hidden_at: at } : { reply_hidden_at: at };
		await updateRating(tx, review.seller_id, review, await store.setReviewHidden(tx, review, hidden));
	}

	async function present(at: Db, rows: readonly ReviewRow[]): Promise<Review[]> {
		const people = await accounts.findPeople(
			at,
			rows.flatMap((row) => row.buyer_id ?? []),
		);
		const targets = await ads.targets(
			at,
			rows.flatMap((row) => row.ad_id ?? []),
		);
		return rows.map((row) =>
			presentReview(row, people.get(row.buyer_id ?? 0) ?? null, targets.get(row.ad_id ?? 0) ?? null),
		);
	}

	async function presentOne(at: Db, row: ReviewRow): Promise<Review> {
		const [review] = await present(at, [row]);
		if (!review) throw notFound();
		return review;
	}

	const toStart = (firstContactAt: number) => firstContactAt + limits.reviewDelay;

	async function insert(
		tx: Tx,
		values: Pick<ReviewRow, 'buyer_id' | 'stars' | 'text' | 'created_at'>,
		ad: { id: number; ownerId: number; title: string },
	): Promise<ReviewRow | null> {
		const row = await store.insertReview(tx, { ...values, seller_id: ad.ownerId, ad_id: ad.id, ad_title: ad.title });
		if (row) await updateRating(tx, ad.ownerId, null, row);
		return row;
	}

	events.on(accountVisibilityLocking, async (tx, { accountIds, add }) =>
		add(await store.listReviewedSellerIds(tx, accountIds)),
	);

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const reviews = await store.listBuyerReviews(tx, accountId);
		for (const after of await store.setAuthorHidden(tx, accountId, !isVisible)) {
			const before = reviews.find((row) => row.id === after.id) ?? null;
			await updateRating(tx, after.seller_id, before, after);
		}
	});

	return {
		/** Sums up the reviews of sellers again. Returns the number of wrong ratings, which it corrects. */
		async recount(tx: Tx, sellerIds: readonly number[]): Promise<number> {
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

		/**
		 * Adds a review of the seller of an ad. Throws `forbidden` without a contact about the ad at least an hour before, and `conflict` for
		 * a second review.
		 */
		async create(
			tx: Tx,
			actor: Actor,
			adId: number,
			{ stars, text }: z.output<NonNullable<(typeof createReview)['body']>>,
		): Promise<Review> {
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
			if (clock.now() < toStart(firstContactAt)) throw new DomainError('forbidden', contentApiText.reviewTooEarly);
			const review = await insert(tx, { buyer_id: accountId, stars, text, created_at: clock.now() }, ad);
			if (!review) throw reviewExists();
			const written = { reviewId: review.id, sellerId: ad.ownerId, buyerId: accountId, stars, isNew: true };
			await events.emit(tx, reviewCreatedOrEdited, written);
			return presentOne(tx, review);
		},

		/** Adds a review of the sample content with its reply. Counts no posting quota and emits no events. */
		async addSample(
			tx: Tx,
			buyerId: number,
			adId: number,
			{ stars, text, at, reply }: { stars: number; text: string; at: number; reply?: { text: string; at: number } },
		): Promise<void> {
			const ad = await ads.target(tx, adId);
			const review = ad && (await insert(tx, { buyer_id: buyerId, stars, text, created_at: at }, ad));
			const received = review && reply && authorizeReviewedSeller({ accountId: ad.ownerId }, review);
			if (!received) return;
			await store.setReply(tx, received, { reply: reply.text, reply_created_at: reply.at, reply_edited_at: null });
		},

		/** Returns the actor's review of the seller of an ad, or from when the actor can write one. Throws `not_found`. */
		async findForAd(actor: Actor, adId: number): Promise<AdReview> {
			const ad = await ads.target(db, adId);
			if (!ad) throw new DomainError('not_found', contentApiText.adGone);
			const own = await store.findReviewOfAd(db, adId, actor.accountId);
			if (own) {
				const review = { ...(await presentOne(db, own)), hidden: own.hidden_at !== null };
				return { can_review: false, can_review_from: null, review };
			}
			const isOwnAd = ad.ownerId === actor.accountId;
			const firstContactAt = isOwnAd ? null : await contacts.findFirstContact(db, adId, actor.accountId);
			if (firstContactAt === null) return { can_review: false, can_review_from: null, review: null };
			const start = toStart(firstContactAt);
			return { can_review: clock.now() >= start, can_review_from: toIsoTime(start), review: null };
		},

		/** Lists a page of a seller's visible reviews, newest first. Throws `not_found` for a hidden account. */
		async list(userName: string, page: PageQuery): Promise<CursorPage<Review> & { seller: Person }> {
			const { id } = await accounts.getVisibleByUserName(db, userName);
			const seller = (await accounts.findVisiblePeople(db, [id])).get(id);
			if (!seller) throw notFound();
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listSellerReviews(db, id, below, most),
			);
			return { items: await present(db, rows), next_cursor, seller };
		},

		update: (
			actor: Actor,
			id: number,
			{ stars, text }: z.output<NonNullable<(typeof updateReview)['body']>>,
		): Promise<Review> =>
			db.transaction(async (tx) => {
				const review = await requireWritten(tx, actor, id);
				const change = { stars: stars ?? review.stars, text: text ?? review.text };
				if (change.stars === review.stars && change.text === review.text) return presentOne(tx, review);
				const changed = await store.updateReview(tx, review, { ...change, edited_at: clock.now() });
				await updateRating(tx, review.seller_id, review, changed);
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
			}),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const review = await requireWritten(tx, actor, id);
				await store.deleteReview(tx, review);
				await updateRating(tx, review.seller_id, review, null);
			}),

		/** Stores the seller's reply, or replaces its text. Throws `forbidden` for other accounts and for a hidden reply. */
		reply: (actor: Actor, id: number, text: string): Promise<Review> =>
			db.transaction(async (tx) => {
				const review = await requireReceived(tx, actor, id);
				if (review.reply === text) return presentOne(tx, review);
				const isNew = review.reply === null;
				const now = clock.now();
				const changed = await store.setReply(tx, review, {
					reply: text,
					reply_created_at: isNew ? now : review.reply_created_at,
					reply_edited_at: isNew ? null : now,
				});
				await updateRating(tx, review.seller_id, review, changed);
				const replied = { reviewId: id, sellerId: actor.accountId, buyerId: review.buyer_id, text, isNew };
				await events.emit(tx, reviewReplied, replied);
				return presentOne(tx, changed);
			}),

		removeReply: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const review = await requireReceived(tx, actor, id);
				if (review.reply === null) throw notFound();
				const none = { reply: null, reply_created_at: null, reply_edited_at: null };
				await updateRating(tx, review.seller_id, review, await store.setReply(tx, review, none));
			}),

		/** Hides a review or only its reply. Does nothing for an unknown id. */
		hide: (tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void> =>
			setHidden(tx, actor, part, id, clock.now()),

		/** Reverses `hide`. The review stays invisible while its author is suspended or pending deletion. */
		unhide: (tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void> =>
			setHidden(tx, actor, part, id, null),

		/** Deletes the words of a review, or only its reply, for a moderator. Their author cannot write again until `allowAgain`. */
		async takeDown(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void> {
			const review = await lockModerated(tx, actor, id);
			if (!review) return;
			if (part === 'reply') {
				await updateRating(tx, review.seller_id, review, await store.takeDownReply(tx, review, clock.now()));
				return;
			}
			await updateRating(tx, review.seller_id, review, await store.takeDownReview(tx, review, clock.now()));
		},

		/** Lets the author of a taken-down review or reply write again. Does nothing for an unknown id. */
		async allowAgain(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void> {
			const review = await lockModerated(tx, actor, id);
			if (!review) return;
			if (part === 'reply') await store.setReviewHidden(tx, review, { reply_hidden_at: null });
			else await store.deleteReview(tx, review);
		},

		/** Removes the title of an ad from its reviews, because a moderator deletes the ad. */
		clearAdTitle: store.clearAdTitle,

		/** Removes the name and the text of an account from the reviews that it wrote, and its replies from those that it received. */
		async erase(tx: Tx, accountId: number): Promise<void> {
			const written = await store.listBuyerReviews(tx, accountId);
			// A suspended account's stars must not count again. An unidentified review without a seller serves nobody.
			const all = await accounts.isSuspended(tx, accountId);
			await store.deleteUncountedReviews(tx, accountId, { all });
			for (const after of await store.anonymizeAuthor(tx, accountId)) {
				const before = written.find((row) => row.id === after.id) ?? null;
				await updateRating(tx, after.seller_id, before, after);
			}
			await store.anonymizeSeller(tx, accountId);
		},

		/** Finds a review or a reply as the subject of a report. Returns null if it is not visible or its author is erased. */
		async target(at: Db, part: ReviewPart, id: number): Promise<{ id: number; ownerId: number } | null> {
			const review = await store.findReview(at, id);
			if (review?.visible !== 1 || review.seller_id === null) return null;
			if (!(await accounts.findVisiblePeople(at, [review.seller_id])).has(review.seller_id)) return null;
			if (part === 'reply' && (review.reply === null || review.reply_hidden_at !== null)) return null;
			const ownerId = part === 'review' ? review.buyer_id : review.seller_id;
			return ownerId === null ? null : { id, ownerId };
		},

		/** Finds a review that everybody can see, with its seller. Returns null for any other. */
		async findVisible(at: Db, id: number): Promise<(Review & { seller: Person }) | null> {
			const row = await store.findReview(at, id);
			if (row?.visible !== 1 || row.seller_id === null) return null;
			const seller = (await accounts.findVisiblePeople(at, [row.seller_id])).get(row.seller_id);
			return seller ? { ...(await presentOne(at, row)), seller } : null;
		},

		/** Finds reviews or replies for moderators, including hidden ones. */
		async findForReview(at: Db, part: ReviewPart, ids: readonly number[]): Promise<Map<number, ReportedItem>> {
			const rows = await store.findReviews(at, ids);
			const sellers = await accounts.findVisiblePeople(
				at,
				rows.flatMap((row) => row.seller_id ?? []),
			);
			return new Map(
				rows.flatMap((row): [number, ReportedItem][] => {
					const ownerId = part === 'review' ? row.buyer_id : row.seller_id;
					const text = part === 'review' ? row.text : row.reply;
					if (ownerId === null || text === null) return [];
					const seller = sellers.get(row.seller_id ?? 0);
					const isShown = row.visible === 1 && (part === 'review' || row.reply_hidden_at === null);
					const start = part === 'review' ? `${contentApiText.starCount(row.stars)}${text && ': '}` : '';
					const title = `${start}${text}`.slice(0, limits.title.max).toWellFormed().trim();
					const path = isShown && seller ? sellerReviewsPath(seller.user_name) : null;
					return [[row.id, { ownerId, title, text, picture: null, path }]];
				}),
			);
		},

		/** Lists the authors of a seller's newest visible reviews since `since`, at most `limit`. */
		async listRecentAuthors(at: Db, sellerId: number, since: number, limit: number): Promise<number[]> {
			const rows = await store.listSellerReviews(at, sellerId, null, limit);
			return rows.flatMap((row) => (row.created_at > since ? (row.buyer_id ?? []) : []));
		},
	};
}

function notFound(): DomainError {
	return new DomainError('not_found', contentApiText.reviewGone);
}

function reviewExists(): DomainError {
	return new DomainError('conflict', contentApiText.reviewExists);
}
