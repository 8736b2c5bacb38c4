import type { Webhook, WebhookDelivery } from '../../contract/webhooks/webhooks.ts';
import { toIsoTime } from '../core/clock.ts';
import { parseEvents } from './store.ts';
import { storedEventSchema } from './stored-event.ts';
import type { DeliveryRow, WebhookRow } from './tables.ts';

export function presentWebhook({ id, url, events, active, failing_since, paused_at, created_at }: WebhookRow): Webhook {
	return {
		id,
		url,
		events: parseEvents(events),
		active: active === 1,
		paused: paused_at !== null,
		failing_since: toIsoTime(failing_since),
		created_at: toIsoTime(created_at),
	};
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
	const { id, event, state, attempts, result, attempted_at, created_at } = row;
	return {
		id,
		event: storedEventSchema.parse(JSON.parse(event)).type,
		state,
		attempts,
		result,
		attempted_at: toIsoTime(attempted_at),
		created_at: toIsoTime(created_at),
	};
}
