import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { dedupePagesById } from '../data/items.ts';
import { adminListOptions } from '../data/list-options.ts';
import { toUserQueryParams, type UserFilter } from './filter.ts';

export function marketStatsQuery(api: Client) {
	return queryOptions({
		queryKey: ['operations', 'figures'],
		queryFn: ({ signal }) => api.getFigures({}, { signal }),
		staleTime: 0,
	});
}

/** Query for jobs that failed after all retries. */
export function failedJobsQuery(api: Client) {
	return queryOptions({
		queryKey: ['operations', 'failed jobs'],
		queryFn: async ({ signal }) => (await api.listFailedJobs({}, { signal })).items,
		staleTime: 0,
	});
}

export function sampleContentQuery(api: Client) {
	return queryOptions({
		queryKey: ['operations', 'sample content'],
		queryFn: ({ signal }) => api.getSampleContent({}, { signal }),
		staleTime: 0,
	});
}

export function siteNoticeQuery(api: Client) {
	return queryOptions({
		queryKey: ['operations', 'notice'],
		queryFn: async ({ signal }) => (await api.getNotice({}, { signal })).notice,
		staleTime: 0,
	});
}

export const userListsKey = ['operations', 'users'] as const;

export function userListQuery(api: Client, filter: UserFilter) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...userListsKey, filter],
		queryFn: ({ pageParam, signal }) =>
			api.listUsers({ query: { ...toUserQueryParams(filter), cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}
