import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';

/** Infinite query for an account's notifications, newest first. */
export function inboxQuery(api: Client, accountId: number) {
	return infiniteQueryOptions({
		queryKey: ['notifications', 'inbox', accountId],
		queryFn: ({ pageParam, signal }) =>
			api.listNotices({ query: { limit: 20, ...(pageParam && { cursor: pageParam }) } }, { signal }),
		initialPageParam: '',
		getNextPageParam: (page) => page.next_cursor,
	});
}

export function unreadCountQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['notifications', 'unread', accountId],
		queryFn: async ({ signal }) => (await api.listNotices({ query: { limit: 1 } }, { signal })).unread,
	});
}

export function settingsQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['notifications', 'settings', accountId],
		queryFn: ({ signal }) => api.getNotificationSettings({}, { signal }),
	});
}

export function devicesQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['notifications', 'devices', accountId],
		queryFn: ({ signal }) => api.listDevices({}, { signal }),
	});
}
