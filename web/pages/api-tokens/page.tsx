import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import * as apiTokensText from '../../../text/shared/api-tokens.ts';
import { ApiTokenForm } from '../../accounts/api-token-form.tsx';
import { ApiTokenRow } from '../../accounts/api-token-row.tsx';
import { apiTokensQuery } from '../../accounts/queries.ts';
import { SecretList } from '../../accounts/secret-list.tsx';
import { useSession } from '../../accounts/session.ts';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = hiddenPageMeta(apiTokensText.title);

const text = {
	description: apiTokensText.description,
	documentation: apiTokensText.documentation,
	loading: apiTokensText.loading,
	loadFailed: apiTokensText.loadFailed,
	emptyTitle: apiTokensText.emptyTitle,
	emptyHint: apiTokensText.emptyHint,
	make: apiTokensText.make,
	makeTitle: apiTokensText.makeTitle,
	madeTitle: apiTokensText.madeTitle,
	madeHint: apiTokensText.madeHint,
};

/** Page of the account's API tokens. */
export default function ApiTokensPage() {
	const session = useSession();
	const query = useQuery(apiTokensQuery(useApi(), session?.id ?? 0));
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{apiTokensText.title}</h1>
			{session && (
				<SecretList
					query={query}
					account={session}
					text={text}
					icon={KeyRound}
					skeleton={<SkeletonRows rows={2} className="h-20 rounded-card" />}
					renderForm={({ onMade, ...form }) => <ApiTokenForm onMade={({ token }) => onMade(token)} {...form} />}
				>
					{(items) => (
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
				</SecretList>
			)}
		</div>
	);
}
