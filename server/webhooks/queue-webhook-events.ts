import type { WebhookEvent } from '../../contract/webhooks/webhook-events.ts';
import { adCreatedOrEdited, adSoldChanged, adVideoProcessingEnded } from '../ads/index.ts';
import { commentsPosted } from '../comments/index.ts';
import { contactMade } from '../contacts/index.ts';
import { generateToken } from '../core/secrets.ts';
import type { Tx } from '../database/index.ts';
import { enrollmentChanged } from '../enrollments/index.ts';
import type { Platform } from '../platform.ts';
import { reviewCreatedOrEdited } from '../reviews/index.ts';
import { webhookEventJob } from './job-definitions.ts';
import type { StoredEvent } from './stored-event.ts';
import type { HasSubscriber } from './subscriptions.ts';

interface Happened {
	event: StoredEvent & { type: WebhookEvent };
	/** Null for an event of the market only. */
	owner_id: number | null;
	/** A random one by default. */
	event_id?: string;
}

/** Queues events in their transaction, if a webhook receives them. The job makes the deliveries after the commit. */
export function queueWebhookEvents({
	clock,
	events,
	jobs,
	hasSubscriber,
}: Pick<Platform, 'clock' | 'events' | 'jobs'> & {
	hasSubscriber: HasSubscriber;
}): void {
	async function queue(tx: Tx, ...happened: readonly Happened[]): Promise<void> {
		const received = [];
		for (const one of happened) {
			if (!(await hasSubscriber(tx, one.event.type, one.owner_id))) continue;
			received.push({ event_id: generateToken(), at: clock.now(), ...one });
		}
		await jobs.addAll(tx, webhookEventJob, received);
	}

	// A video ad is published when its video is ready, which may be before or after it is posted. The same id is delivered once. It
	// contains no dot, because dots separate the parts of the signed text.
	const queuePublished = (tx: Tx, adId: number, ownerId: number) =>
		queue(tx, {
			event: { type: 'ad.published', ad_id: adId },
			owner_id: ownerId,
			event_id: `ad_published_${adId}`,
		});

	events.on(adCreatedOrEdited, (tx, { adId, ownerId, isNew }) =>
		isNew
			? queuePublished(tx, adId, ownerId)
			: queue(tx, { event: { type: 'ad.changed', ad_id: adId }, owner_id: ownerId }),
	);
	events.on(adVideoProcessingEnded, async (tx, { adId, ownerId, state }) => {
		if (state === 'ready') await queuePublished(tx, adId, ownerId);
	});
	events.on(adSoldChanged, (tx, { adId, ownerId, isSold }) =>
		queue(tx, { event: { type: isSold ? 'ad.sold' : 'ad.changed', ad_id: adId }, owner_id: ownerId }),
	);
	events.on(contactMade, (tx, { adId, sellerId, kind }) =>
		queue(tx, { event: { type: 'contact.created', ad_id: adId, channel: kind }, owner_id: sellerId }),
	);
	events.on(commentsPosted, (tx, comments) => {
		const ofOthers = comments.filter(({ ownerId, accountId }) => ownerId !== accountId);
		const happened = ofOthers.map(
			({ commentId, ownerId }): Happened => ({
				event: { type: 'comment.created', comment_id: commentId },
				owner_id: ownerId,
			}),
		);
		return queue(tx, ...happened);
	});
	events.on(reviewCreatedOrEdited, async (tx, { reviewId, sellerId, isNew }) => {
		if (isNew) await queue(tx, { event: { type: 'review.created', review_id: reviewId }, owner_id: sellerId });
	});
	events.on(enrollmentChanged, (tx, { enrollmentId, courseId, state }) =>
		queue(tx, {
			event: { type: 'enrollment.changed', enrollment_id: enrollmentId, course_id: courseId, state },
			owner_id: null,
		}),
	);
}
