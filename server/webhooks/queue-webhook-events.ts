import type { WebhookEvent } from '../../contract/webhook-events.ts';
import { adCreatedOrEdited, adSoldChanged, adVideoProcessingEnded } from '../ads/index.ts';
import { commentsPosted } from '../comments/index.ts';
import { contactMade } from '../contacts/index.ts';
import { enrollmentChanged } from '../enrollments/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database/index.ts';
import type { EventBus } from '../platform/events.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import { generateToken } from '../platform/secrets.ts';
import { reviewCreatedOrEdited } from '../reviews/index.ts';
import { webhookEventJob } from './job-definitions.ts';
import type { StoredEvent } from './stored-event.ts';
import type { HasSubscriber } from './subscriptions.ts';

const hour = 3_600_000;

/** Queues events in their transaction, if a webhook receives them. The job makes the deliveries after the commit. */
export function queueWebhookEvents({
	clock,
	events,
	jobs,
	hasSubscriber,
}: {
	clock: Clock;
	events: EventBus;
	jobs: JobQueue;
	hasSubscriber: HasSubscriber;
}): void {
	async function queue(
		tx: Tx,
		event: StoredEvent & { type: WebhookEvent },
		owner_id: number | null,
		{ event_id, at = clock.now() }: { event_id?: string; at?: number } = {},
	): Promise<void> {
		if (await hasSubscriber(tx, event.type, owner_id)) {
			await jobs.add(tx, webhookEventJob, { event_id: event_id ?? generateToken(), owner_id, at, event });
		}
	}

	// A video ad is published when its video is ready, which may be before or after it is posted. The same id is delivered once. It
	// contains no dot, because dots separate the parts of the signed text.
	const queuePublished = (tx: Tx, adId: number, ownerId: number) =>
		queue(tx, { type: 'ad.published', ad_id: adId }, ownerId, { event_id: `ad_published_${adId}` });

	events.on(adCreatedOrEdited, (tx, { adId, ownerId, isNew }) =>
		isNew ? queuePublished(tx, adId, ownerId) : queue(tx, { type: 'ad.changed', ad_id: adId }, ownerId),
	);
	events.on(adVideoProcessingEnded, async (tx, { adId, ownerId, state }) => {
		if (state === 'ready') await queuePublished(tx, adId, ownerId);
	});
	events.on(adSoldChanged, (tx, { adId, ownerId, isSold }) =>
		queue(tx, { type: isSold ? 'ad.sold' : 'ad.changed', ad_id: adId }, ownerId),
	);
	events.on(contactMade, async (tx, { adId, sellerId, kind }) => {
		// The exact time would help to find out who the buyer is.
		const at = Math.floor(clock.now() / hour) * hour;
		await queue(tx, { type: 'contact.created', ad_id: adId, channel: kind }, sellerId, { at });
	});
	events.on(commentsPosted, async (tx, comments) => {
		for (const { commentId, ownerId, accountId } of comments) {
			if (accountId === ownerId) continue;
			await queue(tx, { type: 'comment.created', comment_id: commentId }, ownerId);
		}
	});
	events.on(reviewCreatedOrEdited, async (tx, { reviewId, sellerId, isNew }) => {
		if (isNew) await queue(tx, { type: 'review.created', review_id: reviewId }, sellerId);
	});
	events.on(enrollmentChanged, (tx, { enrollmentId, courseId, state }) =>
		queue(tx, { type: 'enrollment.changed', enrollment_id: enrollmentId, course_id: courseId, state }, null),
	);
}
