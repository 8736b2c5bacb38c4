import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../platform/api.ts';
import { inboxQuery, unreadQuery } from './queries.ts';
import { subscribeToUnread } from './unread-stream.ts';

export function useUnreadCount({ id, token }: { id: number; token: string }): number {
	const api = useApi();
	const queryClient = useQueryClient();
	const { data: unread = 0 } = useQuery(unreadQuery(api, id));
	useEffect(() => {
		const { queryKey } = unreadQuery(api, id);
		return subscribeToUnread(token, (unread) => {
			const before = queryClient.getQueryData(queryKey) ?? 0;
			queryClient.setQueryData(queryKey, unread);
			if (unread > before) void queryClient.invalidateQueries({ queryKey: inboxQuery(api, id).queryKey });
		});
	}, [api, queryClient, id, token]);
	return unread;
}
