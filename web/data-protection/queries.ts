import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { type LegalRequestState, legalRequestStates } from '../../contract/data-protection/data-protection.ts';
import { dedupePagesById } from '../data/items.ts';
import { adminListOptions, cursorPaging } from '../data/list-options.ts';
import { isApiError } from '../platform/api-error.ts';

/** Query for a legal request by its tracking code as typed; null if no request has it. */
export function legalRequestQuery(api: Client, code: string) {
	return queryOptions({
		queryKey: ['legal-request', code],
		queryFn: ({ signal }) =>
			api.getLegalRequest({ params: { tracking_code: code } }, { signal }).catch((error: unknown) => {
				if (isApiError(error) && (error.status === 404 || error.status === 422)) return null;
				throw error;
			}),
		staleTime: 0,
	});
}

export const dataProtectionPath = '/dashboard/admin/data-protection';
export const breachesPath = `${dataProtectionPath}/breaches`;

/** Reads the state of the listed requests from the address. Without one, the list shows open requests. */
export function parseLegalRequestState(params: URLSearchParams): LegalRequestState {
	return legalRequestStates.find((state) => state === params.get('state')) ?? 'open';
}

export const legalRequestListPath = (state: LegalRequestState) =>
	`${dataProtectionPath}${state === 'open' ? '' : `?state=${state}`}`;

/** Prefix of the keys of administrators' queries whose data an answer changes. */
export const legalRequestsKey = ['legal-requests'] as const;

export function legalRequestListQuery(api: Client, state: LegalRequestState) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...legalRequestsKey, state],
		queryFn: ({ pageParam, signal }) =>
			api.listLegalRequests({ query: { state, ...(pageParam && { cursor: pageParam }) } }, { signal }),
		select: dedupePagesById,
	});
}

export const breachesKey = ['breaches'] as const;

export function breachListQuery(api: Client) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: breachesKey,
		queryFn: ({ pageParam, signal }) =>
			api.listBreaches({ query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
		select: dedupePagesById,
		staleTime: 0,
	});
}

/** Query for what the operator wrote to an account about breaches of its data. */
export function ownBreachNoticesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['own-breach-notices', accountId],
		queryFn: ({ signal }) => api.listMyBreachNotices({}, { signal }),
		staleTime: 0,
	});
}

export function processingRecordQuery(api: Client) {
	return queryOptions({
		queryKey: ['processing-record'],
		queryFn: ({ signal }) => api.getProcessingRecord({}, { signal }),
	});
}
