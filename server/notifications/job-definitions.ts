import { z } from 'zod';
import { enrollmentStates } from '../../contract/enrollments.ts';
import { targets } from '../../contract/target.ts';
import { defineJob } from '../platform/jobs/index.ts';

const minute = 60_000;
const target = z.enum(targets);
const id = z.number();
/** When the event happened, milliseconds since 1970; distinguishes repeated events. */
const at = z.number();
/** The account after which the next batch continues. */
const after = z.number();

const notificationEvent = z.discriminatedUnion('what', [
	z.object({
		what: z.literal('comment'),
		commentId: id,
		target,
		targetId: id,
		ownerId: id,
		accountId: id,
		repliedToId: id.nullable(),
	}),
	z.object({ what: z.literal('like'), target, targetId: id, ownerId: id, accountId: id, at }),
	z.object({ what: z.literal('follow'), followerId: id, followedId: id, at }),
	z.object({ what: z.literal('ad'), adId: id, ownerId: id, after }),
	z.object({ what: z.literal('video'), adId: id, ownerId: id, state: z.enum(['ready', 'failed']), at }),
	z.object({ what: z.literal('price'), adId: id, ownerId: id, priceKobo: z.number(), after }),
	z.object({
		what: z.literal('enrollment'),
		enrollmentId: id,
		accountId: id,
		courseId: z.string(),
		state: z.enum(enrollmentStates),
		at,
	}),
	z.object({
		what: z.literal('decision'),
		decisionId: id,
		ownerId: id,
		outcome: z.enum(['decided', 'lifted', 'upheld']),
	}),
]);

export type NotificationEvent = z.infer<typeof notificationEvent>;

/** Notifies the accounts concerned by an event. One job at a time, because events that share a notice lock its row. */
export const notifyJob = defineJob('notifications.news', notificationEvent, {
	concurrency: 1,
	timeout: minute,
	tries: 5,
});

export const pushJob = defineJob('notifications.push', z.object({ notice_id: id, device_id: id }), {
	concurrency: 8,
	timeout: minute,
	tries: 5,
	backOff: 10_000,
});
