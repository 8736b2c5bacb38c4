import { type AccountService, accountLoginsEnded } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { Platform } from '../platform.ts';
import type { ReviewService } from '../reviews/index.ts';
import { createBodyBuilder } from './body.ts';
import { createDeliveryService } from './deliveries.ts';
import { createWebhookJobHandlers } from './jobs.ts';
import { webhookPersonalData } from './personal-data.ts';
import { queueWebhookEvents } from './queue-webhook-events.ts';
import { createWebhookRoutes } from './routes.ts';
import { createMessageSender } from './send-message.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createWebhookService, decryptWebhookSecret } from './webhooks.ts';

const hour = 3_600_000;

export async function createWebhooksModule(
	deps: Platform & { accounts: AccountService; ads: AdService; comments: CommentService; reviews: ReviewService },
) {
	const { db, webhookReceivers } = deps;
	const key = await getOrCreateSecret(db, 'webhooks');
	const deliveries = createDeliveryService({
		...deps,
		buildBody: createBodyBuilder(deps),
		sendMessage: createMessageSender(webhookReceivers),
		decryptSecret: (webhook) => decryptWebhookSecret(key, webhook),
	});
	const webhooks = createWebhookService({ ...deps, deliveries, key });
	deps.events.on(accountLoginsEnded, (tx, { accountId }) => webhooks.pauseOf(tx, accountId));
	queueWebhookEvents({ ...deps, hasSubscriber: createSubscriptions(db) });
	return {
		service: { ...webhooks, sweep: deliveries.sweep },
		routes: createWebhookRoutes(webhooks),
		jobs: createWebhookJobHandlers({ ...deps, deliveries }),
		schedules: [{ name: 'webhooks.sweep', every: hour, run: deliveries.sweep }],
		personalData: [webhookPersonalData],
	};
}
