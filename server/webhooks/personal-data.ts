import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { webhooksCacheTag } from './cache-tags.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { listAccountWebhooks, listDeliveries } from './store.ts';

/** Most deliveries of a webhook that the export contains, newest first. */
const maxDeliveries = 1000;

/** Exports the account's webhooks without their secrets. Webhooks and deliveries are deleted with the account by cascade. */
export const webhookPersonalData: PersonalDataHandler = {
	section: 'webhooks',
	processing: {
		...processingText.webhooks,
		people: ['sellers', 'administrators'],
		basis: 'contract',
		recipients: ['hosting', 'webhooks'],
	},
	async export(db, accountId) {
		const exported = [];
		for (const webhook of await listAccountWebhooks(db, accountId)) {
			const deliveries = await listDeliveries(db, webhook.id, null, maxDeliveries);
			exported.push({ ...presentWebhook(webhook), deliveries: deliveries.map(presentDelivery) });
		}
		return exported;
	},
	erase: async (tx) => tx.invalidate(webhooksCacheTag),
};
