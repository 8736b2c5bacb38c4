import * as webhooksText from '../../../contract/text/webhooks.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';
import { WebhookList } from './webhook-list.tsx';

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
