import { adPath, sellerReviewsPath } from '../../contract/core/page-paths.ts';
import type { WebhookBody } from '../../contract/webhooks/webhooks.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { Platform } from '../platform.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { StoredEvent } from './stored-event.ts';

export interface BodyDeps extends Pick<Platform, 'db' | 'publicUrl'> {
	ads: AdService;
	comments: CommentService;
	reviews: ReviewService;
}

/** Returns the body of an event with what is public now. Null if that is hidden, deleted, or no longer so. */
export type BuildBody = (event: StoredEvent, at: number) => Promise<WebhookBody | null>;

export function createBodyBuilder({ db, ads, comments, reviews, publicUrl }: BodyDeps): BuildBody {
	async function findAd(id: number) {
		const [ad] = await ads.listByIds([id]);
		if (ad?.state !== 'ready' && ad?.state !== 'sold') return null;
		const { format, state, title, category, price_kobo, seller } = ad;
		const url = publicUrl() + adPath(ad);
		return { id, seller_id: seller.id, format, state, title, category, price_kobo, url };
	}

	return async (event, at) => {
		const envelope = { version: 1 as const, timestamp: toIsoTime(at) };
		switch (event.type) {
			case 'ad.published':
			case 'ad.changed':
			case 'ad.sold': {
				const ad = await findAd(event.ad_id);
				if (!ad || (event.type === 'ad.sold' && ad.state !== 'sold')) return null;
				return { type: event.type, ...envelope, data: ad };
			}
			case 'contact.created': {
				const { ad_id, channel } = event;
				return (await findAd(ad_id)) && { type: event.type, ...envelope, data: { ad_id, channel } };
			}
			case 'comment.created': {
				const comment = await comments.findVisible(db, event.comment_id);
				if (!comment) return null;
				const { id, target, target_id, parent_id, text, path } = comment;
				const data = { id, target, target_id, parent_id, text, url: publicUrl() + path };
				return { type: event.type, ...envelope, data };
			}
			case 'review.created': {
				const review = await reviews.findVisible(db, event.review_id);
				if (!review) return null;
				const { id, seller, ad, stars, text } = review;
				const url = publicUrl() + sellerReviewsPath(seller.user_name);
				return { type: event.type, ...envelope, data: { id, seller_id: seller.id, ad_id: ad.id, stars, text, url } };
			}
			case 'enrollment.changed': {
				const { enrollment_id: id, course_id, state } = event;
				return { type: event.type, ...envelope, data: { id, course_id, state } };
			}
			case 'webhook.test':
				return { type: event.type, ...envelope, data: {} };
		}
	};
}
