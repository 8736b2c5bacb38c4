import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { ReviewService } from './reviews.ts';
import { listBuyerReviews, listRepliedReviews } from './store.ts';

/** Exports the reviews that the account wrote, and its replies to reviews by others. */
export function createReviewPersonalData(reviews: ReviewService): PersonalDataHandler {
	return {
		section: 'reviews',
		processing: {
			...processingText.reviews,
			people: ['customers', 'sellers'],
			basis: 'legitimate_interest',
			recipients: ['public', 'hosting', 'webhooks'],
		},
		export: async (db, accountId) => ({
			written: (await listBuyerReviews(db, accountId)).map((review) => ({
				id: review.id,
				seller_id: review.seller_id,
				ad_id: review.ad_id,
				ad_title: review.ad_title,
				stars: review.stars,
				text: review.text,
				hidden: review.hidden_at !== null,
				created_at: toIsoTime(review.created_at),
				edited_at: toIsoTime(review.edited_at),
			})),
			replies: (await listRepliedReviews(db, accountId)).map((review) => ({
				review_id: review.id,
				text: review.reply,
				hidden: review.reply_hidden_at !== null,
				created_at: toIsoTime(review.reply_created_at),
				edited_at: toIsoTime(review.reply_edited_at),
			})),
		}),
		erase: reviews.erase,
	};
}
