/** Events that a seller's webhook receives: what happens to the seller's own ads, posts and reviews. */
export const sellerWebhookEvents = [
	'ad.published',
	'ad.changed',
	'ad.sold',
	'contact.created',
	'comment.created',
	'review.created',
] as const;

/** Events that a webhook of the market receives: those of all sellers, and enrollments in courses. */
export const marketWebhookEvents = [...sellerWebhookEvents, 'enrollment.changed'] as const;

/** Events of deliveries: those that a webhook can choose, and the test. */
export const webhookEvents = [...marketWebhookEvents, 'webhook.test'] as const;

export type WebhookEvent = (typeof marketWebhookEvents)[number];

/** `skipped`: not sent, because the content is not public any more, the webhook was off, or too many deliveries were waiting. */
export const webhookDeliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const;

/** Class of the status with which the receiver answered; `none` without an answer within 5 seconds. */
export const webhookResults = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type WebhookResult = (typeof webhookResults)[number];
