import type { FastifyBaseLogger } from 'fastify';
import { marketWebhooksPath, webhooksPath } from '../../contract/core/page-paths.ts';
import type { AccountService } from '../accounts/index.ts';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import type { DeliveryService } from './deliveries.ts';
import { deliverAgainJob, deliverJob, webhookEventJob, webhookMailJob } from './job-definitions.ts';
import { composeWebhookMail } from './mails.ts';

export interface WebhookJobHandlersDeps
	extends Pick<Platform, 'db' | 'mail' | 'mailRecipients' | 'publicUrl' | 'brand'> {
	accounts: AccountService;
	deliveries: DeliveryService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

export function createWebhookJobHandlers(deps: WebhookJobHandlersDeps): JobHandler[] {
	const { db, mail, mailRecipients, accounts, deliveries, publicUrl, logger, brand } = deps;
	return [
		defineJobHandler(webhookEventJob, deliveries.dispatch),
		...[deliverJob, deliverAgainJob].map((job) =>
			defineJobHandler(job, (attempt, { signal }) => deliveries.attempt(job, attempt, signal), deliveries.giveUp),
		),
		defineJobHandler(webhookMailJob, async ({ account_id, kind, market }, { attempt }) => {
			const recipient = await accounts.getMailRecipient(db, account_id);
			const to = recipient && (await mailRecipients.admit(recipient, 'notice', attempt));
			if (!to) return;
			const path = market ? marketWebhooksPath : webhooksPath;
			const context = { name: recipient.name, path, publicUrl: publicUrl(), brand: brand.current().name };
			const content = composeWebhookMail(kind, context);
			const { delivered } = await mail.send({ to, ...content });
			if (delivered !== 'smtp') logger.info(`A mail about a webhook is in ${delivered}`);
		}),
	];
}
