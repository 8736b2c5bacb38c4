import { z } from 'zod';
import * as limits from '../../contract/core/limits.ts';
import { contentTargets } from '../../contract/core/target.ts';
import { enrollmentStates } from '../../contract/enrollments/enrollments.ts';
import { defineJob } from '../jobs/index.ts';

const minute = 60_000;
const day = 86_400_000;
const targetSchema = z.enum(contentTargets);
const idSchema = z.number();
/** Time of the event in milliseconds since 1970. Tells apart events that otherwise look equal, such as a like given twice. */
const atSchema = z.number();
/** Where the next batch of recipients starts: id of the last follow or saved item of the previous batch, 0 for the first batch. */
const afterSchema = z.number();

const commentEventSchema = z.object({
	what: z.literal('comment'),
	commentId: idSchema,
	target: targetSchema,
	targetId: idSchema,
	ownerId: idSchema,
	accountId: idSchema,
	repliedToId: idSchema.nullable(),
});

const likeEventSchema = z.object({
	what: z.literal('like'),
	target: targetSchema,
	targetId: idSchema,
	ownerId: idSchema,
	accountId: idSchema,
	at: atSchema,
});

const engagementEventSchema = z.discriminatedUnion('what', [commentEventSchema, likeEventSchema]);

const notificationEventSchema = z.discriminatedUnion('what', [
	// Earlier versions queued comments and likes together with the other events.
	commentEventSchema,
	likeEventSchema,
	z.object({ what: z.literal('follow'), followerId: idSchema, followedId: idSchema, at: atSchema }),
	z.object({ what: z.literal('ad'), adId: idSchema, ownerId: idSchema, after: afterSchema }),
	z.object({ what: z.literal('import'), importId: idSchema, ownerId: idSchema, after: afterSchema }),
	z.object({
		what: z.literal('video'),
		adId: idSchema,
		ownerId: idSchema,
		state: z.enum(['ready', 'failed']),
		at: atSchema,
	}),
	z.object({ what: z.literal('price'), adId: idSchema, ownerId: idSchema, priceKobo: z.number(), after: afterSchema }),
	z.object({
		what: z.literal('enrollment'),
		enrollmentId: idSchema,
		accountId: idSchema,
		courseId: z.string(),
		state: z.enum(enrollmentStates),
		at: atSchema,
	}),
	z.object({
		what: z.literal('decision'),
		decisionId: idSchema,
		ownerId: idSchema,
		outcome: z.enum(['decided', 'lifted', 'upheld']),
	}),
	z.object({
		what: z.literal('held'),
		target: targetSchema,
		targetId: idSchema,
		ownerId: idSchema,
		outcome: z.enum(['held', 'released']),
		at: atSchema,
	}),
	z.object({
		what: z.literal('verification'),
		verificationId: idSchema,
		accountId: idSchema,
		outcome: z.enum(['accepted', 'rejected', 'revoked']),
	}),
	z.object({
		what: z.literal('purchase'),
		adId: idSchema,
		sellerId: idSchema,
		buyerId: idSchema,
	}),
	z.object({
		what: z.literal('review'),
		reviewId: idSchema,
		sellerId: idSchema,
		buyerId: idSchema,
		stars: z.number(),
	}),
	z.object({
		what: z.literal('review_reply'),
		reviewId: idSchema,
		sellerId: idSchema,
		buyerId: idSchema.nullable(),
	}),
	z.object({ what: z.literal('breach'), accountId: idSchema, noticeId: idSchema }),
	z.object({ what: z.literal('numbers'), accountId: idSchema, changeId: idSchema }),
	z.object({ what: z.literal('saved_search'), adId: idSchema, after: afterSchema }),
	z.object({ what: z.literal('saved_searches_daily'), accountId: idSchema, before: atSchema }),
]);

export type EngagementEvent = z.infer<typeof engagementEventSchema>;
export type NotificationEvent = z.infer<typeof notificationEventSchema>;

export type EventOf<What extends NotificationEvent['what']> = Extract<NotificationEvent, { what: What }>;

/** Maximum number of accounts that one transaction notifies. */
export const batchSize = 200;

/** Notifies the accounts concerned by an event. Only one job runs at a time, because each job locks settings rows of accounts. */
export const notifyJob = defineJob('notifications.news', notificationEventSchema, {
	concurrency: 1,
	timeout: minute,
	tries: 5,
	// A buyer is invited to rate once this time has passed since the contact.
	maxDelay: limits.reviewDelay,
});

/** Notifies of comments and likes, which are the most frequent events. Waiting jobs run in batches. */
export const engagementJob = defineJob('notifications.engagement', engagementEventSchema, {
	concurrency: 1,
	timeout: minute,
	tries: 5,
});

export const pushJob = defineJob('notifications.push', z.object({ notice_id: idSchema, device_id: idSchema }), {
	concurrency: 8,
	timeout: minute,
	tries: 5,
	backOff: 10_000,
	// Quiet hours are shorter.
	maxDelay: day,
});
