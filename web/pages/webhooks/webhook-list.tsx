import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { apiDocsPath } from '../../../contract/api-docs-path.ts';
import * as webhooksText from '../../../contract/text/webhooks.ts';
import { PasswordGate } from '../../accounts/password-gate.tsx';
import { useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { webhooksQuery } from '../../webhooks/queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** `isBack` is true if the user comes back to the list, whose button then takes the focus. */
type Step = { name: 'list'; isBack: boolean } | { name: 'form' } | { name: 'made'; secret: string };

/** Webhooks of the account, or with `market` those of the market. */
export function WebhookList({ market }: { market: boolean }) {
	const session = useSession();
	const query = useQuery(webhooksQuery(useApi(), session?.id ?? 0, market));
	const [step, setStep] = useState<Step>({ name: 'list', isBack: false });
	const showList = () => setStep({ name: 'list', isBack: true });
	const makeButton = (
		<Button autoFocus={step.name === 'list' && step.isBack} onClick={() => setStep({ name: 'form' })}>
			{webhooksText.make}
		</Button>
	);
	return (
		<>
			<p className="mt-1 mb-5 text-quiet">
				{market ? webhooksText.marketDescription : webhooksText.description}{' '}
				<a href={apiDocsPath} className="text-leaf underline underline-offset-4">
					{webhooksText.documentation}
				</a>
			</p>
			{step.name === 'form' && session && (
				<Card className="mb-4 p-4 wide:p-6">
					<h2 className="mb-4 text-18">{webhooksText.makeTitle}</h2>
					<PasswordGate account={session} onCancel={showList}>
						{(needsCode) => (
							<WebhookForm
								webhook={null}
								market={market}
								needsCode={needsCode}
								onSaved={(secret) => {
									if (secret !== null) setStep({ name: 'made', secret });
									void query.refetch();
								}}
								onCancel={showList}
							/>
						)}
					</PasswordGate>
				</Card>
			)}
			{step.name === 'made' && (
				<OneTimeSecret
					secret={step.secret}
					title={webhooksText.madeTitle}
					hint={webhooksText.madeHint}
					copyFailed={webhooksText.copyFailed}
					done={webhooksText.copiedDone}
					copy={copyText}
					onDone={showList}
				/>
			)}
			<QueryBoundary
				query={query}
				loading={webhooksText.loading}
				skeleton={<SkeletonRows rows={2} className="h-40 rounded-card" />}
				failure={webhooksText.loadFailed}
			>
				{({ items }) => (
					<>
						{session && items.length > 0 && (
							<ul className="flex flex-col gap-4">
								{items.map((webhook) => (
									<li key={webhook.id}>
										<WebhookCard
											webhook={webhook}
											market={market}
											account={session}
											onChanged={() => void query.refetch()}
											onNewSecret={(secret) => setStep({ name: 'made', secret })}
										/>
									</li>
								))}
							</ul>
						)}
						{step.name === 'list' &&
							(items.length > 0 ? (
								<div className="mt-4">{makeButton}</div>
							) : (
								<EmptyState
									icon={<WebhookIcon className="size-8" />}
									title={webhooksText.emptyTitle}
									action={makeButton}
								>
									<p>{webhooksText.emptyHint}</p>
								</EmptyState>
							))}
					</>
				)}
			</QueryBoundary>
		</>
	);
}
