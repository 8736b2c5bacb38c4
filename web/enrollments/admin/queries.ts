import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../../contract/core/client.ts';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import { adminListOptions } from '../../data/list-options.ts';
import { useApi } from '../../platform/api.ts';
import { type EnrollmentFilter, toEnrollmentQueryParams } from '../filter.ts';
import { getActivationPollInterval } from '../queries.ts';

const adminKey = ['enrollments', 'desk'] as const;

export function enrollmentListQuery(api: Client, filter: EnrollmentFilter) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...adminKey, 'list', filter],
		queryFn: ({ pageParam, signal }) =>
			api.listEnrollments(
				{ query: { ...toEnrollmentQueryParams(filter), cursor: pageParam ?? undefined } },
				{ signal },
			),
	});
}

/** Query for an enrollment with its history, notes, payments and proofs. */
export function enrollmentDetailQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: [...adminKey, 'one', id],
		queryFn: ({ signal }) => api.getEnrollmentDetail({ params: { id } }, { signal }),
		staleTime: 0,
		refetchInterval: getActivationPollInterval,
	});
}

const enrollmentListsKey = [...adminKey, 'list'] as const;

type EnrollmentChange = Parameters<Client['updateEnrollment']>[0]['body'];

/** Changes an enrollment's state or adds a note. A retry uses the same idempotency key. */
export function useUpdateEnrollment(id: string) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey, reset } = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: EnrollmentChange) =>
			api.updateEnrollment({ params: { id }, body }, { idempotencyKey: getKey(body) }),
		onSuccess: (enrollment) => {
			reset();
			queryClient.setQueryData(enrollmentDetailQuery(api, id).queryKey, enrollment);
			void queryClient.invalidateQueries({ queryKey: enrollmentListsKey });
		},
		// An update may fail because the enrollment changed meanwhile, so the enrollment is refetched.
		onError: () => void queryClient.invalidateQueries({ queryKey: enrollmentDetailQuery(api, id).queryKey }),
	});
}
