import type { WebhookEvent } from '../../contract/webhooks/webhook-events.ts';
import type { Database, Tx } from '../database/index.ts';
import { webhooksCacheTag } from './cache-tags.ts';
import { listActiveWebhooks, parseEvents } from './store.ts';

/** Returns whether a webhook of the account or of the market receives an event. `ownerId` is null for an event of the market only. */
export type HasSubscriber = (tx: Tx, event: WebhookEvent, ownerId: number | null) => Promise<boolean>;

/**
 * Keeps which webhooks are on in memory, so that the posts and comments of accounts without webhooks cost no query. Another process learns of
 * a new webhook within a second.
 */
export function createSubscriptions(db: Database): HasSubscriber {
	/** Names of events, each with an account or `market`. Undefined until they are read again. */
	let subscriptions: ReadonlySet<string> | undefined;
	let changes = 0;
	db.onInvalidate((tags) => {
		if (!tags.includes(webhooksCacheTag) && !tags.includes('*')) return;
		subscriptions = undefined;
		changes += 1;
	});

	async function read(tx: Tx): Promise<ReadonlySet<string>> {
		const before = changes;
		const webhooks = await listActiveWebhooks(tx);
		const read = new Set(
			webhooks.flatMap(({ account_id, market, events }) =>
				parseEvents(events).map((event) => `${event} ${market === 1 ? 'market' : account_id}`),
			),
		);
		if (before === changes) subscriptions = read;
		return read;
	}

	return async (tx, event, ownerId) => {
		const current = subscriptions ?? (await read(tx));
		return current.has(`${event} market`) || current.has(`${event} ${ownerId}`);
	};
}
