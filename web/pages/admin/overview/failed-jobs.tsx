import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as adminOverviewText from '../../../../contract/text/admin-overview.ts';
import * as commonText from '../../../../contract/text/common.ts';
import { failedJobsQuery, marketStatsQuery } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { TimeAgo } from '../../../platform/time-ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { toast } from '../../../ui/toast.ts';

/** List of failed jobs. Renders nothing if no job has failed. */
export function FailedJobs() {
	const api = useApi();
	const queryClient = useQueryClient();
	const { data: jobs = [] } = useQuery(failedJobsQuery(api));
	const retry = useMutation({
		mutationFn: (id: string) => api.retryJob({ params: { id } }),
		onSuccess: () => toast(adminOverviewText.jobRetried),
		onError: (error) => toast(getErrorMessage(error), 'error'),
		onSettled: () =>
			Promise.all([
				queryClient.invalidateQueries(failedJobsQuery(api)),
				queryClient.invalidateQueries(marketStatsQuery(api)),
			]),
	});
	if (jobs.length === 0) return null;
	return (
		<section className="mt-8" aria-labelledby="failed-jobs">
			<h2 id="failed-jobs" className="mb-3 text-18">
				{adminOverviewText.failedJobs}
			</h2>
			<Card className="overflow-hidden">
				<ul className="divide-y divide-line text-14">
					{jobs.map(({ id, name, tries, failed_at, error }) => (
						<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
							<div className="min-w-0 flex-1 basis-60">
								<p className="font-semibold">{name}</p>
								<p className="break-words text-quiet">{error}</p>
								<p className="text-12 text-quiet">
									<RichText
										text={adminOverviewText.jobTries(tries)}
										tags={{ time: () => <TimeAgo time={failed_at} /> }}
									/>
								</p>
							</div>
							<Button
								variant="quiet"
								loading={retry.isPending && retry.variables === id}
								onClick={() => retry.mutate(id)}
								aria-label={adminOverviewText.retryJob(name)}
							>
								{commonText.tryAgain}
							</Button>
						</li>
					))}
				</ul>
			</Card>
		</section>
	);
}
