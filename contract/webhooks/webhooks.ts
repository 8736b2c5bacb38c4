import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { reauthenticationShape } from '../accounts/recovery.ts';
import { adFormats } from '../ads/ad-options.ts';
import { contactChannels } from '../contacts/contacts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { isPublicHttpsUrl } from '../core/public-https-url.ts';
import { contentTargets } from '../core/target.ts';
import { enrollmentStates } from '../enrollments/enrollments.ts';
import * as webhookLimits from './limits.ts';
import {
	marketWebhookEvents,
	type WebhookEvent,
	webhookDeliveryStates,
	webhookEvents,
	webhookResults,
} from './webhook-events.ts';

/**
 * Body of a request to a receiver. `version` changes when a later body could break a program that reads this one. Fields may be added, so the
 * schemas of bodies allow unknown ones.
 */
function createEventSchema<Event extends string, Data extends z.ZodType>(event: Event, data: Data) {
	return z.object({
		type: z.literal(event),
		version: z.literal(1),
		/** Time of the event, rounded down to the minute. */
		timestamp: timeSchema,
		data,
	});
}

/** Public fields of an ad as they are when the event is sent. */
export const webhookAdSchema = z.object({
	id: idSchema,
	seller_id: idSchema,
	format: z.enum(adFormats),
	state: z.enum(['ready', 'sold']),
	title: z.string(),
	category: z.string(),
	price_kobo: z.int().nullable(),
	url: z.url(),
});

export const adPublishedEventSchema = createEventSchema('ad.published', webhookAdSchema);
export const adChangedEventSchema = createEventSchema('ad.changed', webhookAdSchema);
export const adSoldEventSchema = createEventSchema('ad.sold', webhookAdSchema);

/** A buyer got in touch. The event says nothing about the buyer. A question is a comment. */
export const contactCreatedEventSchema = createEventSchema(
	'contact.created',
	z.object({ ad_id: idSchema, channel: z.enum(contactChannels) }),
);

/** Somebody else commented on an ad or a post. */
export const commentCreatedEventSchema = createEventSchema(
	'comment.created',
	z.object({
		id: idSchema,
		target: z.enum(contentTargets),
		target_id: idSchema,
		parent_id: idSchema.nullable(),
		text: z.string(),
		url: z.url(),
	}),
);

export const reviewCreatedEventSchema = createEventSchema(
	'review.created',
	z.object({
		id: idSchema,
		seller_id: idSchema,
		ad_id: idSchema.nullable(),
		stars: z.int().min(1).max(5),
		text: z.string(),
		url: z.url(),
	}),
);

export const enrollmentChangedEventSchema = createEventSchema(
	'enrollment.changed',
	z.object({ id: idSchema, course_id: z.string(), state: z.enum(enrollmentStates) }),
);

export const webhookTestEventSchema = createEventSchema('webhook.test', z.object({}));

/** Bodies by event. */
export const webhookEventSchemas = {
	'ad.published': adPublishedEventSchema,
	'ad.changed': adChangedEventSchema,
	'ad.sold': adSoldEventSchema,
	'contact.created': contactCreatedEventSchema,
	'comment.created': commentCreatedEventSchema,
	'review.created': reviewCreatedEventSchema,
	'enrollment.changed': enrollmentChangedEventSchema,
	'webhook.test': webhookTestEventSchema,
} satisfies Record<(typeof webhookEvents)[number], z.ZodType>;

export type WebhookBody = {
	[Event in keyof typeof webhookEventSchemas]: z.infer<(typeof webhookEventSchemas)[Event]>;
}[keyof typeof webhookEventSchemas];

export const webhookSchema = z.strictObject({
	id: idSchema,
	url: z.string(),
	events: z.array(z.enum(marketWebhookEvents)),
	active: z.boolean(),
	/** True after a new password or a logout everywhere, until its owner confirms the webhook with `paused: false`. It sends nothing meanwhile. */
	paused: z.boolean(),
	/** Time since which every delivery has failed. Null after a success and after its owner turns it on or off. After a day of failures it is switched off. */
	failing_since: timeSchema.nullable(),
	created_at: timeSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;

/** Attempt times are rounded down to the minute. */
export const webhookDeliverySchema = z.strictObject({
	id: idSchema,
	event: z.enum(webhookEvents),
	state: z.enum(webhookDeliveryStates),
	attempts: z.int().nonnegative(),
	/** Result of the last attempt. Null before the first. */
	result: z.enum(webhookResults).nullable(),
	attempted_at: timeSchema.nullable(),
	created_at: timeSchema,
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

const urlSchema = z
	.string(webhooksText.urlMissing)
	.trim()
	.min(1, webhooksText.urlMissing)
	.max(webhookLimits.webhookUrl.max, validationText.atMostCharacters(webhookLimits.webhookUrl.max))
	.refine(isPublicHttpsUrl, webhooksText.urlInvalid)
	.transform((url) => new URL(url).href);

const eventsSchema = z
	.array(z.enum(marketWebhookEvents, webhooksText.eventInvalid))
	.min(1, webhooksText.eventsMissing)
	.max(marketWebhookEvents.length, webhooksText.eventInvalid)
	// The order of the list and no event twice.
	.transform((events): WebhookEvent[] => marketWebhookEvents.filter((event) => events.includes(event)));

const paramsSchema = z.strictObject({ id: idParamSchema });
const deliveryParamsSchema = paramsSchema.extend({ delivery_id: idParamSchema });
/** Webhook with the secret that signs its messages: `whsec_` and 32 bytes in base64. */
export const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() });

export const listWebhooks = defineEndpoint('listWebhooks', {
	summary: 'List your webhooks, or with `market` those of the market, newest first',
	query: z.strictObject({ market: z.stringbool().optional() }),
	responses: { 200: z.strictObject({ items: z.array(webhookSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const createWebhook = defineEndpoint('createWebhook', {
	summary:
		'Make a webhook; only this response contains its secret. With `market` it receives the events of all sellers',
	body: z.strictObject({
		url: urlSchema,
		events: eventsSchema,
		/** Only for administrators. */
		market: z.boolean().optional(),
		...reauthenticationShape,
	}),
	responses: { 201: webhookWithSecretSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const updateWebhook = defineEndpoint('updateWebhook', {
	summary:
		'Change a webhook, switch it on or off, or confirm a paused one. Another URL or other events need the password',
	params: paramsSchema,
	body: z
		.strictObject({
			url: urlSchema,
			events: eventsSchema,
			active: z.boolean(),
			paused: z.literal(false),
			...reauthenticationShape,
		})
		.partial(),
	responses: { 200: webhookSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const rotateWebhookSecret = defineEndpoint('rotateWebhookSecret', {
	summary: 'Replace the secret of a webhook; only this response contains the new one',
	params: paramsSchema,
	body: z.strictObject(reauthenticationShape),
	responses: { 200: webhookWithSecretSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteWebhook = defineEndpoint('deleteWebhook', {
	summary: 'Delete a webhook and its deliveries',
	params: paramsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listWebhookDeliveries = defineEndpoint('listWebhookDeliveries', {
	summary: `List the deliveries of a webhook in the last ${webhookLimits.webhookDeliveryRetention / 86_400_000} days, newest first`,
	params: paramsSchema,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(webhookDeliverySchema) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const redeliverWebhook = defineEndpoint('redeliverWebhook', {
	summary: 'Send an event again, with the same id',
	params: deliveryParamsSchema,
	responses: { 202: webhookDeliverySchema },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const testWebhook = defineEndpoint('testWebhook', {
	summary: 'Send the event `webhook.test` once, also to a webhook that is off, but not to a paused one',
	params: paramsSchema,
	responses: { 202: webhookDeliverySchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
