import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { VerificationState } from '../../contract/verification/verification.ts';
import { dedupePagesById } from '../data/items.ts';
import { adminListOptions } from '../data/list-options.ts';

/** Query for what the logged-in account has proven. `id` is the account's id. */
export function verificationQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['verification', 'mine', id],
		queryFn: ({ signal }) => api.getVerification({}, { signal }),
		staleTime: 0,
	});
}

/** Prefix of the keys of administrators' queries whose data a decision changes. */
export const verificationRequestsKey = ['verification', 'requests'] as const;

/** Query for requests in one state: pending ones oldest first, others newest first. */
export function verificationListQuery(api: Client, state: VerificationState) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...verificationRequestsKey, 'list', state],
		queryFn: ({ pageParam, signal }) =>
			api.listVerificationRequests({ query: { state, ...(pageParam && { cursor: pageParam }) } }, { signal }),
		select: dedupePagesById,
	});
}

export function verificationDetailQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: [...verificationRequestsKey, 'detail', id],
		queryFn: ({ signal }) => api.getVerificationRequest({ params: { id: String(id) } }, { signal }),
		staleTime: 0,
	});
}
