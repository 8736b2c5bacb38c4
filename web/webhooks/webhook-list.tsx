import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { SecretList } from '../accounts/secret-list.tsx';
import { useSession } from '../accounts/session.ts';
import { useApi } from '../platform/api.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

const text = {
	description: webhooksText.description,
	documentation: webhooksText.documentation,
	loading: webhooksText.loading,
	loadFailed: webhooksText.loadFailed,
	emptyTitle: webhooksText.emptyTitle,
	emptyHint: webhooksText.emptyHint,
	make: webhooksText.make,
	makeTitle: webhooksText.makeTitle,
	madeTitle: webhooksText.madeTitle,
	madeHint: webhooksText.madeHint,
};

/** Webhooks of the account, or with `market` those of the market. */
export function WebhookList({ market }: { market: boolean }) {
	const session = useSession();
	const query = useQuery(webhooksQuery(useApi(), session?.id ?? 0, market));
	if (!session) return null;
	return (
		<SecretList
			query={query}
			account={session}
			text={market ? { ...text, description: webhooksText.marketDescription } : text}
			icon={WebhookIcon}
			skeleton={<SkeletonRows rows={2} className="h-40 rounded-card" />}
			renderForm={({ onMade, ...form }) => (
				<WebhookForm webhook={null} market={market} onSaved={(secret) => secret !== null && onMade(secret)} {...form} />
			)}
		>
			{(items, showSecret) => (
				<ul className="flex flex-col gap-4">
					{items.map((webhook) => (
						<li key={webhook.id}>
							<WebhookCard
								webhook={webhook}
								market={market}
								account={session}
								onChanged={() => void query.refetch()}
								onNewSecret={showSecret}
							/>
						</li>
					))}
				</ul>
			)}
		</SecretList>
	);
}
