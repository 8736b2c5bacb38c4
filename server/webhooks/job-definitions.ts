import { z } from 'zod';
import { contactKinds } from '../../contract/contacts.ts';
import { enrollmentStates } from '../../contract/enrollments.ts';
import { defineJob } from '../platform/jobs/index.ts';

const minute = 60_000;
const idSchema = z.number();

/** What happened, without any text, so that queues and logs never contain what is hidden later. */
export const storedEventSchema = z.discriminatedUnion('type', [
	z.object({ type: z.enum(['ad.published', 'ad.changed', 'ad.sold']), ad_id: idSchema }),
	z.object({
		type: z.literal('contact.created'),
		ad_id: idSchema,
		channel: z.enum(contactKinds).exclude(['question']),
	}),
	z.object({ type: z.literal('comment.created'), comment_id: idSchema }),
	z.object({ type: z.literal('review.created'), review_id: idSchema }),
	z.object({
		type: z.literal('enrollment.changed'),
		enrollment_id: idSchema,
		course_id: z.string(),
		state: z.enum(enrollmentStates),
	}),
	z.object({ type: z.literal('webhook.test') }),
]);
export type StoredEvent = z.infer<typeof storedEventSchema>;

/** Creates the deliveries of an event. */
export const webhookEventJob = defineJob(
	'webhooks.event',
	z.object({
		event_id: z.string(),
		/** Account whose webhooks receive the event besides those of the market. Null for an event of the market only. */
		owner_id: idSchema.nullable(),
		/** Time of the event in milliseconds since 1970. */
		at: z.number(),
		event: storedEventSchema,
	}),
	{ concurrency: 1, timeout: minute, tries: 5 },
);

const attemptSchema = z.object({ delivery_id: idSchema, attempts: z.number() });

/** Sends an event to a receiver that works. */
export const deliverJob = defineJob('webhooks.deliver', attemptSchema, { concurrency: 16, timeout: minute });

/** Sends an event to a receiver that failed the last time. A queue of its own, so that dead receivers delay only each other. */
export const deliverAgainJob = defineJob('webhooks.deliver-again', attemptSchema, { concurrency: 8, timeout: minute });

export const webhookMailJob = defineJob(
	'webhooks.mail',
	z.object({ account_id: idSchema, kind: z.enum(['created', 'switched-off']), market: z.boolean() }),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
