import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { type EnrollmentFilter, queryOf } from './filter.ts';
import { whileOpening } from './while-opening.ts';

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
export const enrollmentListsKey = [...deskKey, 'list'] as const;
