import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as adminOverviewText from '../../text/web/admin-overview.ts';
import * as controlsText from '../../text/web/controls.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormError } from '../ui/form-error.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { marketStatsQuery, sampleContentQuery, userListsKey } from './queries.ts';

export function SampleContent() {
	const api = useApi();
	const queryClient = useQueryClient();
	const query = useQuery(sampleContentQuery(api));
	const { data } = query;
	const [isConfirming, setConfirming] = useState(false);
	const remove = useMutation({
		mutationFn: () => api.removeSampleContent(),
		onSuccess: ({ accounts, ads, posts }) => {
			toast(adminOverviewText.sampleRemoved(adminOverviewText.sampleCounts(accounts, ads, posts)));
			queryClient.setQueryData(sampleContentQuery(api).queryKey, { accounts: 0, ads: 0, posts: 0 });
			void queryClient.invalidateQueries({ queryKey: userListsKey });
			void queryClient.invalidateQueries(marketStatsQuery(api));
		},
	});
	const hasSampleContent = data !== undefined && data.accounts > 0;
	return (
		<Card className="p-4">
			<section aria-labelledby="sample-content">
				<h2 id="sample-content" className="text-18">
					{adminOverviewText.sampleContent}
				</h2>
				<QueryBoundary
					query={query}
					loading={controlsText.loading}
					skeleton={<Skeleton className="mt-2 h-16" />}
					failure={adminOverviewText.sampleContentFailed}
				>
					{({ accounts, ads, posts }) => (
						<p className="mt-1 text-14 text-quiet">
							{accounts > 0
								? adminOverviewText.sampleHint(adminOverviewText.sampleCounts(accounts, ads, posts))
								: adminOverviewText.noSampleContent}
						</p>
					)}
				</QueryBoundary>
				<FormError>{remove.isError && getErrorMessage(remove.error)}</FormError>
				{hasSampleContent && (
					<Button variant="danger" loading={remove.isPending} onClick={() => setConfirming(true)} className="mt-3">
						{adminOverviewText.removeSampleContent}
					</Button>
				)}
			</section>
			{isConfirming && data && (
				<LazyConfirmDialog
					danger
					title={adminOverviewText.removeSampleQuestion}
					description={adminOverviewText.removeSampleConsequence(
						adminOverviewText.sampleCounts(data.accounts, data.ads, data.posts),
					)}
					action={adminOverviewText.removeSample}
					onConfirm={() => {
						setConfirming(false);
						remove.mutate();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</Card>
	);
}
