import {
	infiniteQueryOptions,
	keepPreviousData,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { type EnrollmentFilter, queryOf } from './filter.ts';
import { whileOpening } from './queries.ts';

const deskKey = ['enrollments', 'desk'] as const;

/** Requests as an administrator looks for them, newest first. */
export function enrollmentListQuery(api: Client, filter: EnrollmentFilter) {
	return infiniteQueryOptions({
		queryKey: [...deskKey, 'list', filter],
		queryFn: ({ pageParam, signal }) =>
			api.listEnrollments({ query: { ...queryOf(filter), cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next_cursor,
		staleTime: 0,
		placeholderData: keepPreviousData,
	});
}

/** A request with its history, notes, payments and proofs. */
export function enrollmentDetailQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: [...deskKey, 'one', id],
		queryFn: ({ signal }) => api.getEnrollmentDetail({ params: { id } }, { signal }),
		staleTime: 0,
		refetchInterval: whileOpening,
	});
}

/** Every list an administrator sees, after something has changed. */
const enrollmentListsKey = [...deskKey, 'list'] as const;

type EnrollmentChange = Parameters<Client['updateEnrollment']>[0]['body'];

/** Takes a request a step further, or adds a note to it. A repeat after a lost answer is the same change. */
export function useUpdateEnrollment(id: string) {
	const api = useApi();
	const queries = useQueryClient();
	const { keyFor, renew } = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: EnrollmentChange) =>
			api.updateEnrollment({ params: { id }, body }, { idempotencyKey: keyFor(body) }),
		onSuccess: (enrollment) => {
			renew();
			queries.setQueryData(enrollmentDetailQuery(api, id).queryKey, enrollment);
			void queries.invalidateQueries({ queryKey: enrollmentListsKey });
		},
		// Somebody else was faster, or it stands differently by now.
		onError: () => void queries.invalidateQueries({ queryKey: enrollmentDetailQuery(api, id).queryKey }),
	});
}
