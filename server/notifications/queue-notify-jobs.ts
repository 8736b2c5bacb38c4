import * as limits from '../../contract/core/limits.ts';
import { accountNumbersAnnounced } from '../accounts/index.ts';
import { adCreatedOrEdited, adPriceDropped, adVideoProcessingEnded } from '../ads/index.ts';
import { commentsPosted } from '../comments/index.ts';
import { buyerNamed } from '../contacts/index.ts';
import type { EventDefinition } from '../core/events.ts';
import { breachNoticeQueued } from '../data-protection/index.ts';
import { enrollmentChanged } from '../enrollments/index.ts';
import { followAdded } from '../follows/index.ts';
import { importFinished } from '../imports/index.ts';
import { likesAdded } from '../likes/index.ts';
import { decisionChanged, heldItemChanged } from '../moderation/index.ts';
import type { Platform } from '../platform.ts';
import { reviewCreatedOrEdited, reviewReplied } from '../reviews/index.ts';
import { dailyAlertsDue, savedSearchesMatched } from '../saved-searches/index.ts';
import { businessVerificationDecided } from '../verification/index.ts';
import { engagementJob, type NotificationEvent, notifyJob } from './job-definitions.ts';

/** Job fields that an event provides. `queueAs` adds the other fields. */
type EventData<What extends NotificationEvent['what']> = Omit<
	Extract<NotificationEvent, { what: What }>,
	'what' | 'at' | 'after'
>;

/** Queues events as jobs in the transaction of the event. The job finds the recipients after the commit. */
export function queueNotifyJobsOnEvents({ clock, events, jobs }: Pick<Platform, 'clock' | 'events' | 'jobs'>): void {
	function queueAs<What extends NotificationEvent['what'], Data extends EventData<What>>(
		what: What,
		event: EventDefinition<Data>,
		shouldNotify: (data: Data) => boolean = () => true,
		getTime: (data: Data) => number = () => clock.now(),
	): void {
		events.on(event, async (tx, data) => {
			if (!shouldNotify(data)) return;
			const delay = Math.min(Math.max(0, getTime(data) - clock.now()), notifyJob.maxDelay);
			await jobs.add(tx, notifyJob, notifyJob.schema.parse({ ...data, what, at: clock.now(), after: 0 }), { delay });
		});
	}

	events.on(commentsPosted, (tx, comments) =>
		jobs.addAll(
			tx,
			engagementJob,
			comments.map((comment) => ({ ...comment, what: 'comment' as const })),
		),
	);
	events.on(likesAdded, async (tx, likes) => {
		const ofOthers = likes.filter(({ ownerId, accountId }) => ownerId !== accountId);
		const at = clock.now();
		await jobs.addAll(
			tx,
			engagementJob,
			ofOthers.map((like) => ({ ...like, what: 'like' as const, at })),
		);
	});
	queueAs('follow', followAdded);
	// Followers get one notification for all ads of an import, when it ends.
	queueAs('ad', adCreatedOrEdited, ({ isNew, importId }) => isNew && importId === null);
	queueAs('import', importFinished);
	queueAs('video', adVideoProcessingEnded);
	// An ad with a video becomes visible only when the video is ready, so followers are notified then.
	queueAs('ad', adVideoProcessingEnded, ({ state }) => state === 'ready');
	queueAs('price', adPriceDropped);
	events.on(enrollmentChanged, async (tx, { accountId, ...enrollment }) => {
		// The learner requests the enrollment, so the state 'requested' causes no notification to the learner.
		if (accountId === null || enrollment.state === 'requested') return;
		await jobs.add(tx, notifyJob, { ...enrollment, accountId, what: 'enrollment', at: clock.now() });
	});
	queueAs('numbers', accountNumbersAnnounced);
	queueAs('breach', breachNoticeQueued);
	queueAs('verification', businessVerificationDecided);
	// The invitation to review comes when the buyer can review.
	queueAs(
		'purchase',
		buyerNamed,
		() => true,
		({ firstContactAt }) => firstContactAt + limits.reviewDelay,
	);
	queueAs('review', reviewCreatedOrEdited, ({ isNew }) => isNew);
	queueAs('review_reply', reviewReplied, ({ isNew, buyerId }) => isNew && buyerId !== null);
	queueAs('saved_search', savedSearchesMatched);
	queueAs('saved_searches_daily', dailyAlertsDue);
	queueAs('held', heldItemChanged);
	queueAs('decision', decisionChanged, ({ kind, outcome }) => {
		// A suspension causes no notification, because a suspended account cannot log in to read its inbox.
		return outcome !== 'decided' || (kind !== 'dismiss' && kind !== 'suspend');
	});
}
