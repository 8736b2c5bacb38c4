import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedJob } from '../../contract/operations/operations.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adminOverviewText from '../../text/web/admin-overview.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.ts';
import { failedJobsQuery, marketStatsQuery } from './queries.ts';

/** List of failed jobs. Renders nothing if no job has failed. */
export function FailedJobs() {
	const api = useApi();
	const { data: jobs = [] } = useQuery(failedJobsQuery(api));
	const [confirmed, setConfirmed] = useState<FailedJob | null>(null);
	const retry = useJobAction((id) => api.retryJob({ params: { id } }), adminOverviewText.jobRetried);
	const remove = useJobAction((id) => api.deleteJob({ params: { id } }), adminOverviewText.jobDeleted);
	if (jobs.length === 0) return null;
	return (
		<section id="failed-jobs" className="mb-8 scroll-mt-20" aria-labelledby="failed-jobs-title">
			<h2 id="failed-jobs-title" className="mb-3 text-18">
				{adminOverviewText.failedJobs}
			</h2>
			<Card className="overflow-hidden">
				<ul className="divide-y divide-line text-14">
					{jobs.map((job) => (
						<li key={job.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
							<div className="min-w-0 flex-1 basis-60">
								<p className="font-semibold">{job.name}</p>
								<p className="break-words text-quiet">{job.error}</p>
								<p className="text-12 text-quiet">
									<RichText
										text={adminOverviewText.jobTries(job.tries)}
										tags={{ time: () => <TimeAgo time={job.failed_at} /> }}
									/>
								</p>
							</div>
							<div className="flex flex-wrap gap-2">
								<Button
									variant="quiet"
									loading={retry.isPending && retry.variables === job.id}
									onClick={() => retry.mutate(job.id)}
									aria-label={adminOverviewText.retryJob(job.name)}
								>
									{commonText.tryAgain}
								</Button>
								<Button
									variant="plain"
									loading={remove.isPending && remove.variables === job.id}
									onClick={() => setConfirmed(job)}
									aria-label={adminOverviewText.deleteJobOf(job.name)}
								>
									{adminOverviewText.deleteJob}
								</Button>
							</div>
						</li>
					))}
				</ul>
			</Card>
			{confirmed && (
				<LazyConfirmDialog
					danger
					title={adminOverviewText.deleteJobQuestion}
					description={adminOverviewText.deleteJobConsequence(confirmed.name)}
					action={adminOverviewText.deleteJob}
					onConfirm={() => {
						setConfirmed(null);
						remove.mutate(confirmed.id);
					}}
					onClose={() => setConfirmed(null)}
				/>
			)}
		</section>
	);
}

/** Mutation that acts on a failed job, which leaves the list. */
function useJobAction(act: (id: string) => Promise<unknown>, done: string) {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: act,
		onSuccess: () => toast(done),
		onError: (error) => toast(getErrorMessage(error), 'error'),
		onSettled: () =>
			Promise.all([
				queryClient.invalidateQueries(failedJobsQuery(api)),
				queryClient.invalidateQueries(marketStatsQuery(api)),
			]),
	});
}
