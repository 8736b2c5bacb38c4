import type { AdEvents } from '../ads/index.ts';
import type { CommentEvents } from '../comments/index.ts';
import type { EnrollmentEvents } from '../enrollments/index.ts';
import type { FollowEvents } from '../follows/index.ts';
import type { LikeEvents } from '../likes/index.ts';
import type { ModerationEvents } from '../moderation/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { type Happened, newsJob } from './job-definitions.ts';

export interface ListenParts {
	clock: Clock;
	jobs: Jobs;
	adEvents: AdEvents;
	commentEvents: CommentEvents;
	enrollmentEvents: EnrollmentEvents;
	followEvents: FollowEvents;
	likeEvents: LikeEvents;
	moderationEvents: ModerationEvents;
}

/** Queues what happened, in its own transaction: who is told, and how, is found out after its commit. */
export function listenForNews(parts: ListenParts): void {
	const { clock, jobs, adEvents, commentEvents, enrollmentEvents, followEvents, likeEvents, moderationEvents } = parts;
	const queue = (tx: Tx, happened: Happened) => jobs.add(tx, newsJob, happened);

	commentEvents.commentPosted.listen((tx, { commentId, target, targetId, ownerId, accountId, repliedToId }) =>
		queue(tx, { what: 'comment', commentId, target, targetId, ownerId, accountId, repliedToId }),
	);
	likeEvents.liked.listen(async (tx, { target, targetId, ownerId, accountId }) => {
		if (ownerId !== accountId) await queue(tx, { what: 'like', target, targetId, ownerId, accountId, at: clock.now() });
	});
	followEvents.followed.listen((tx, { followerId, followedId }) =>
		queue(tx, { what: 'follow', followerId, followedId, at: clock.now() }),
	);
	adEvents.written.listen(async (tx, { adId, ownerId, isNew }) => {
		if (isNew) await queue(tx, { what: 'ad', adId, ownerId, after: 0 });
	});
	adEvents.videoSettled.listen(async (tx, { adId, ownerId, state }) => {
		await queue(tx, { what: 'video', adId, ownerId, state, at: clock.now() });
		// It could not be watched when it was posted.
		if (state === 'ready') await queue(tx, { what: 'ad', adId, ownerId, after: 0 });
	});
	adEvents.priceDropped.listen((tx, { adId, ownerId, priceKobo }) =>
		queue(tx, { what: 'price', adId, ownerId, priceKobo, after: 0 }),
	);
	enrollmentEvents.stateChanged.listen((tx, { enrollmentId, accountId, courseId, state }) =>
		queue(tx, { what: 'enrollment', enrollmentId, accountId, courseId, state, at: clock.now() }),
	);
	moderationEvents.decided.listen(async (tx, { decisionId, kind, ownerId }) => {
		// Who is suspended cannot log in to read of it.
		if (kind === 'dismiss' || kind === 'suspend') return;
		await queue(tx, { what: 'decision', decisionId, ownerId, outcome: 'decided' });
	});
	moderationEvents.reviewed.listen((tx, { decisionId, ownerId, outcome }) =>
		queue(tx, { what: 'decision', decisionId, ownerId, outcome }),
	);
}
