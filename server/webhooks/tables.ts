import type { Generated, Selectable } from 'kysely';
import type { WebhookResult, webhookDeliveryStates } from '../../contract/webhooks/webhook-events.ts';

export interface WebhookTables {
	webhooks: {
		id: Generated<number>;
		/** Account that made the webhook. It gets the mails, and its suspension or deletion ends deliveries. */
		account_id: number;
		/** 1 for a webhook of the market, which all administrators manage; 0 for a webhook of a seller. */
		market: number;
		url: string;
		/** Names of the events, separated by spaces. */
		events: string;
		/** Encrypted. */
		secret: string;
		active: Generated<number>;
		/** Time since which every attempt has failed. It stays when the webhook is switched off because of it. */
		failing_since: number | null;
		/** Time at which its owner's logins ended. Nothing is sent until the owner confirms the webhook. */
		paused_at: number | null;
		created_at: number;
	};
	webhook_deliveries: {
		id: Generated<number>;
		webhook_id: number;
		/** Id that the receiver gets, the same for each attempt. */
		event_id: string;
		/** What happened, as the JSON of a `StoredEvent`. It contains ids only; the body is made for each attempt. */
		event: string;
		state: (typeof webhookDeliveryStates)[number];
		/** Number of attempts since the event or since it was sent again. */
		attempts: Generated<number>;
		result: WebhookResult | null;
		/** Rounded down to the minute, as is `created_at`. */
		attempted_at: number | null;
		created_at: number;
	};
}

export type WebhookRow = Selectable<WebhookTables['webhooks']>;
export type DeliveryRow = Selectable<WebhookTables['webhook_deliveries']>;
