import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';
import { longestRetryDelay } from './retry-schedule.ts';
import { storedEventSchema } from './stored-event.ts';

const minute = 60_000;
const idSchema = z.number();

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
export const deliverJob = defineJob('webhooks.deliver', attemptSchema, {
	concurrency: 16,
	timeout: minute,
	maxDelay: longestRetryDelay,
});

/** Sends an event to a receiver that failed the last time. A queue of its own, so that dead receivers delay only each other. */
export const deliverAgainJob = defineJob('webhooks.deliver-again', attemptSchema, {
	concurrency: 8,
	timeout: minute,
	maxDelay: longestRetryDelay,
});

export const webhookMailJob = defineJob(
	'webhooks.mail',
	z.object({
		account_id: idSchema,
		kind: z.enum(['created', 'changed', 'switched-off', 'paused']),
		market: z.boolean(),
	}),
	{ concurrency: 2, timeout: minute, tries: 8 },
);
