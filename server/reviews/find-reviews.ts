import * as limits from '../../contract/core/limits.ts';
import { sellerReviewsPath } from '../../contract/core/page-paths.ts';
import type { Review } from '../../contract/reviews/reviews.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import type { ReportedItem } from '../content/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { readPageById } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db } from '../database/index.ts';
import { presentReview } from './present.ts';
import type { ReviewService, ReviewServiceDeps } from './reviews.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

export type ReviewPresenter = ReturnType<typeof createReviewPresenter>;

export function createReviewPresenter({ accounts, ads }: Pick<ReviewServiceDeps, 'accounts' | 'ads'>) {
	async function present(db: Db, rows: readonly ReviewRow[]): Promise<Review[]> {
		const people = await accounts.findPeople(
			db,
			rows.flatMap((row) => row.buyer_id ?? []),
		);
		const targets = await ads.targets(
			db,
			rows.flatMap((row) => row.ad_id ?? []),
		);
		return rows.map((row) =>
			presentReview(row, people.get(row.buyer_id ?? 0) ?? null, targets.get(row.ad_id ?? 0) ?? null),
		);
	}

	async function presentOne(db: Db, row: ReviewRow): Promise<Review> {
		const [review] = await present(db, [row]);
		if (!review) throw reviewNotFound();
		return review;
	}

	return { present, presentOne };
}

export function createReviewFinder(
	{ db, clock, accounts, ads, contacts }: Omit<ReviewServiceDeps, 'events'>,
	{ present, presentOne }: ReviewPresenter,
) {
	return {
		async findForAd(actor, adId) {
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
			const start = getReviewStart(firstContactAt);
			return { can_review: clock.now() >= start, can_review_from: toIsoTime(start), review: null };
		},

		async list(userName, page) {
			const { id } = await accounts.getVisibleByUserName(db, userName);
			const seller = (await accounts.findVisiblePeople(db, [id])).get(id);
			if (!seller) throw reviewNotFound();
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listSellerReviews(db, id, below, most),
			);
			return { items: await present(db, rows), next_cursor, seller };
		},

		async target(db, part, id) {
			const review = await store.findReview(db, id);
			if (review?.visible !== 1 || review.seller_id === null) return null;
			if (!(await accounts.findVisiblePeople(db, [review.seller_id])).has(review.seller_id)) return null;
			if (part === 'reply' && (review.reply === null || review.reply_hidden_at !== null)) return null;
			const ownerId = part === 'review' ? review.buyer_id : review.seller_id;
			return ownerId === null ? null : { id, ownerId };
		},

		async findVisible(db, id) {
			const row = await store.findReview(db, id);
			if (row?.visible !== 1 || row.seller_id === null) return null;
			const seller = (await accounts.findVisiblePeople(db, [row.seller_id])).get(row.seller_id);
			return seller ? { ...(await presentOne(db, row)), seller } : null;
		},

		async findForReview(db, part, ids) {
			const rows = await store.findReviews(db, ids);
			const sellers = await accounts.findVisiblePeople(
				db,
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

		async listRecentAuthors(db, sellerId, since, limit) {
			const rows = await store.listSellerReviews(db, sellerId, null, limit);
			return rows.flatMap((row) => (row.created_at > since ? (row.buyer_id ?? []) : []));
		},
	} satisfies Partial<ReviewService>;
}

/** Returns when a buyer can write a review, in milliseconds since 1970. */
export function getReviewStart(firstContactAt: number): number {
	return firstContactAt + limits.reviewDelay;
}

export function reviewNotFound(): DomainError {
	return new DomainError('not_found', contentApiText.reviewGone);
}
