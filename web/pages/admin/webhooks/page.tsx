import * as webhooksText from '../../../../text/shared/webhooks.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { WebhookList } from '../../../webhooks/webhook-list.tsx';

export const meta = hiddenPageMeta(webhooksText.title);

/** Page of the webhooks that receive the events of the whole market. */
export default function MarketWebhooksPage() {
	return (
		<div className="max-w-2xl">
			<h1 className="text-28">{webhooksText.title}</h1>
			<WebhookList market />
		</div>
	);
}
