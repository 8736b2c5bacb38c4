import { getOrCreateSecret } from '../core/secrets.ts';
import { generateWebhookSecret } from '../webhooks/signature.ts';
import type { WebhookTables } from '../webhooks/tables.ts';
import { encryptWebhookSecret } from '../webhooks/webhooks.ts';
import type { TestPerson } from './people.ts';
import type { TestServer } from './start-server.ts';

/** Inserts a webhook that receives every event of a seller's ads, with one delivery that failed. Returns their ids. */
export async function seedWebhook(
	server: TestServer,
	{ session }: TestPerson,
): Promise<{ id: number; deliveryId: number }> {
	const key = await getOrCreateSecret(server.db, 'webhooks');
	const tables = server.db.tables<WebhookTables>();
	const { id } = await tables
		.insertInto('webhooks')
		.values({
			account_id: session.id,
			market: 0,
			url: 'https://shop.example/hook',
			events: 'ad.published ad.changed ad.sold',
			secret: encryptWebhookSecret(key, session.id, generateWebhookSecret()),
			created_at: 0,
		})
		.returning('id')
		.executeTakeFirstOrThrow();
	const delivery = await tables
		.insertInto('webhook_deliveries')
		.values({ webhook_id: id, event_id: 'a', event: '{"type":"webhook.test"}', state: 'failed', created_at: 0 })
		.returning('id')
		.executeTakeFirstOrThrow();
	return { id, deliveryId: delivery.id };
}
