import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Client } from '../../contract/core/client.ts';
import * as operationLimits from '../../contract/operations/limits.ts';
import type { AdminTaskKind } from '../../contract/operations/operations.ts';
import { breachesPath, dataProtectionPath } from '../data-protection/queries.ts';
import { emptyEnrollmentFilter, enrollmentListPath } from '../enrollments/filter.ts';
import { casesPath, emptyCaseFilter } from '../moderation/filter.ts';
import { verificationListPath } from '../verification/filter.ts';

/** Query for the numbers of items that wait for administrators. It refetches when the window gets the focus. */
export function waitingQuery(api: Client) {
	return queryOptions({
		queryKey: ['operations', 'waiting'],
		queryFn: ({ signal }) => api.getWaiting({}, { signal }),
		staleTime: 0,
		refetchOnWindowFocus: true,
	});
}

const failedJobsId = 'failed-jobs';
export const serverStatsId = 'server-stats';

/** Pages on which administrators deal with waiting items. */
export const adminTaskPaths: Record<AdminTaskKind, string> = {
	proofs: enrollmentListPath({ ...emptyEnrollmentFilter, proof: true }),
	requests: enrollmentListPath({ ...emptyEnrollmentFilter, state: 'requested' }),
	payments: enrollmentListPath({ ...emptyEnrollmentFilter, attention: true }),
	reports: casesPath(emptyCaseFilter),
	verifications: verificationListPath('pending'),
	legal_requests: dataProtectionPath,
	breaches: breachesPath,
	failed_jobs: `/dashboard/admin#${failedJobsId}`,
	backups: `/dashboard/admin#${serverStatsId}`,
};

/** Formats a count of waiting items. The server counts one more than the limit and then stops. */
export function formatWaitingCount(count: number): string {
	return count > operationLimits.waitingItems ? `${operationLimits.waitingItems}+` : String(count);
}

/** Refetches the counts after every change by the administrator, also after one that failed because another administrator was faster. */
export function useRefreshWaiting(api: Client) {
	const queryClient: QueryClient = useQueryClient();
	useEffect(
		() =>
			queryClient.getMutationCache().subscribe(({ type, mutation }) => {
				const isSettled = mutation?.state.status === 'success' || mutation?.state.status === 'error';
				if (type === 'updated' && isSettled) void queryClient.invalidateQueries(waitingQuery(api));
			}),
		[queryClient, api],
	);
}
