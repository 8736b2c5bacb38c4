// What the pages of webhooks say, and what the API answers about them.
import type { webhookDeliveryStates, webhookEvents, webhookResults } from '../../contract/webhooks/webhook-events.ts';

export const title = 'Webhooks';
export const description = 'We send a message to your own app when something happens in your shop.';
export const marketDescription = 'We send a message to your own app when something happens in the market.';
export const documentation = 'See what the messages look like';
export const manage = 'Manage webhooks';
export const loading = 'Loading your webhooks';
export const loadFailed = "We couldn't load your webhooks";
export const emptyTitle = 'No webhooks yet';
export const emptyHint = 'Make one to connect your stock list or your own app.';

export const eventNames: Record<(typeof webhookEvents)[number], string> = {
	'ad.published': 'Ad posted',
	'ad.changed': 'Ad changed',
	'ad.sold': 'Ad sold',
	'contact.created': 'Buyer got in touch',
	'comment.created': 'New comment',
	'review.created': 'New review',
	'enrollment.changed': 'Course request changed',
	'webhook.test': 'Test',
};
export const make = 'Make a webhook';
export const makeTitle = 'New webhook';
export const editTitle = 'Change webhook';
export const url = 'Address';
export const urlHint = 'Where we send messages, e.g. https://shop.example/orders';
export const events = 'Tell it about';
export const madeTitle = 'Copy your secret now';
export const madeHint = "We won't show it again. Your app uses it to check that a message is from us.";

export const on = 'On';
export const off = 'Off';
export const paused = 'Paused';
export const pausedHint =
	'We paused it because you have a new password or logged out all devices. If the address is yours, confirm it.';
export const confirm = 'Confirm';
export const confirmed = 'Webhook confirmed';
export const turnOn = 'Turn on';
export const turnOff = 'Turn off';
export const failing = 'Failing since <since/>';
export const switchedOff =
	'We turned it off because your app accepted no message for a day. Fix your app, then turn it on.';
export const edit = 'Change';
export const test = 'Send a test';
export const testSent = 'We are sending a test. See the result below.';
export const rotate = 'New secret';
export const rotateTitle = 'Make a new secret?';
export const rotateHint = 'The old secret stops working at once. Put the new one into your app within a day.';
export const remove = 'Delete';
export const removeTitle = 'Delete this webhook?';
export const removeHint = "We stop sending messages at once. You can't undo this.";
export const removed = 'Webhook deleted';
export const saved = 'Webhook saved';
/** Accessible name of a button that is the same for each webhook. */
export const buttonFor = (button: string, host: string) => `${button}: ${host}`;

export const deliveries = 'Messages';
export const showDeliveries = 'See messages';
export const hideDeliveries = 'Hide messages';
export const deliveriesLoading = 'Loading messages';
export const deliveriesFailed = "We couldn't load the messages";
export const noDeliveries = 'Nothing sent yet. Send a test to try it.';
export const more = 'Show older';
export const states: Record<(typeof webhookDeliveryStates)[number], string> = {
	pending: 'Sending',
	delivered: 'Delivered',
	failed: 'Failed',
	skipped: 'Not sent',
};
export const results: Record<(typeof webhookResults)[number], string> = {
	'2xx': 'Your app accepted it',
	'3xx': 'Your app sent us elsewhere',
	'4xx': 'Your app rejected it',
	'5xx': 'Your app had an error',
	none: 'No answer',
};
export const attempts = (count: number) => (count === 1 ? '1 try' : `${count} tries`);
export const redeliver = 'Send again';
/** Accessible name of the button that sends one event again. */
export const redeliverNamed = (event: string) => `Send again: ${event}`;

export const urlMissing = 'Enter the address of your app';
export const urlInvalid = 'Enter a public address that starts with https:// and has no port';
export const eventsMissing = 'Choose at least one';
export const eventInvalid = 'Choose only from the list';
export const tooManyWebhooks = (most: number) => `You can have up to ${most} webhooks. Delete one first.`;
export const webhookGone = 'This webhook is deleted.';
export const deliveryGone = 'This message is no longer in the list.';
export const deliveryPending = 'We are still sending this message.';
export const webhookPaused = 'Confirm the webhook first.';
export const webhookOff = 'Turn the webhook on first.';
