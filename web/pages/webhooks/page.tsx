import * as webhooksText from '../../../text/shared/webhooks.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { WebhookList } from '../../webhooks/webhook-list.tsx';

export const meta = hiddenPageMeta(webhooksText.title);

/** Page of the account's webhooks. */
export default function WebhooksPage() {
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{webhooksText.title}</h1>
			<WebhookList market={false} />
		</div>
	);
}
