import * as contract from '../../contract/webhooks/webhooks.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { WebhookService } from './webhooks.ts';

export function createWebhookRoutes(webhooks: WebhookService): Route[] {
	return [
		implementEndpoint(contract.listWebhooks, { policy: 'signedIn', rate: 'read' }, async ({ actor, query }) => ({
			items: await webhooks.list(actor, query.market ?? false),
		})),
		implementEndpoint(contract.createWebhook, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			webhooks.create(actor, body),
		),
		implementEndpoint(contract.updateWebhook, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params, body }) =>
			webhooks.update(actor, params.id, body),
		),
		implementEndpoint(
			contract.rotateWebhookSecret,
			{ policy: 'ownerAlone', rate: 'write' },
			({ actor, params, body }) => webhooks.rotateSecret(actor, params.id, body),
		),
		implementEndpoint(contract.deleteWebhook, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			webhooks.remove(actor, params.id).then(() => undefined),
		),
		implementEndpoint(
			contract.listWebhookDeliveries,
			{ policy: 'ownerAlone', rate: 'read' },
			({ actor, params, query }) => webhooks.listDeliveries(actor, params.id, query),
		),
		implementEndpoint(contract.redeliverWebhook, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			webhooks.redeliver(actor, params.id, params.delivery_id),
		),
		implementEndpoint(contract.testWebhook, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			webhooks.test(actor, params.id),
		),
	];
}
