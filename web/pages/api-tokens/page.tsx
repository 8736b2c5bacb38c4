import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { apiDocsPath } from '../../../contract/api-docs-path.ts';
import * as apiTokensText from '../../../contract/text/api-tokens.ts';
import { ApiTokenForm } from '../../accounts/api-token-form.tsx';
import { ApiTokenRow } from '../../accounts/api-token-row.tsx';
import { apiTokensQuery } from '../../accounts/queries.ts';
import { useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: apiTokensText.title, hidden: true });
}

/** `isBack` is true if the user comes back to the list, whose button then takes the focus. */
type Step = { name: 'list'; isBack: boolean } | { name: 'form' } | { name: 'made'; token: string };

/** Page of the account's API tokens. */
export default function ApiTokensPage() {
	const session = useSession();
	const query = useQuery(apiTokensQuery(useApi(), session?.id ?? 0));
	const [step, setStep] = useState<Step>({ name: 'list', isBack: false });
	const showList = () => setStep({ name: 'list', isBack: true });
	const makeButton = (
		<Button autoFocus={step.name === 'list' && step.isBack} onClick={() => setStep({ name: 'form' })}>
			{apiTokensText.make}
		</Button>
	);
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{apiTokensText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">
				{apiTokensText.description}{' '}
				<a href={apiDocsPath} className="text-leaf underline underline-offset-4">
					{apiTokensText.documentation}
				</a>
			</p>
			{step.name === 'form' && session && (
				<Card className="mb-4 p-4 wide:p-6">
					<ApiTokenForm
						account={session}
						onMade={({ token }) => {
							setStep({ name: 'made', token });
							void query.refetch();
						}}
						onCancel={showList}
					/>
				</Card>
			)}
			{step.name === 'made' && (
				<OneTimeSecret
					secret={step.token}
					title={apiTokensText.madeTitle}
					hint={apiTokensText.madeHint}
					copyFailed={apiTokensText.copyFailed}
					done={apiTokensText.copiedDone}
					copy={copyText}
					onDone={showList}
				/>
			)}
			<QueryBoundary
				query={query}
				loading={apiTokensText.loading}
				skeleton={<SkeletonRows rows={2} className="h-20 rounded-card" />}
				failure={apiTokensText.loadFailed}
			>
				{({ items }) => (
					<>
						{items.length > 0 && (
							<Card className="px-4 wide:px-6">
								<ul className="divide-y divide-line">
									{items.map((item) => (
										<ApiTokenRow
											key={item.id}
											token={item}
											onRevoked={() => {
												toast(apiTokensText.revoked(item.name));
												void query.refetch();
											}}
										/>
									))}
								</ul>
							</Card>
						)}
						{step.name === 'list' &&
							(items.length > 0 ? (
								<div className="mt-4">{makeButton}</div>
							) : (
								<EmptyState icon={<KeyRound className="size-8" />} title={apiTokensText.emptyTitle} action={makeButton}>
									<p>{apiTokensText.emptyHint}</p>
								</EmptyState>
							))}
					</>
				)}
			</QueryBoundary>
		</div>
	);
}
