import * as webhooksText from '../../../text/shared/webhooks.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { WebhookList } from '../../webhooks/webhook-list.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: webhooksText.title, hidden: true });
}

/** Page of the account's webhooks. */
export default function WebhooksPage() {
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{webhooksText.title}</h1>
			<WebhookList market={false} />
		</div>
	);
}
