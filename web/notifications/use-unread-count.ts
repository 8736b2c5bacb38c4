import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../platform/api.ts';
import { inboxQuery, unreadCountQuery } from './queries.ts';
import { subscribeToUnreadCount } from './unread-stream.ts';

export function useUnreadCount({ id, token }: { id: number; token: string }): number {
	const api = useApi();
	const queryClient = useQueryClient();
	const { data: unread = 0 } = useQuery(unreadCountQuery(api, id));
	useEffect(() => {
		const { queryKey } = unreadCountQuery(api, id);
		return subscribeToUnreadCount(token, (unread) => {
			const before = queryClient.getQueryData(queryKey) ?? 0;
			queryClient.setQueryData(queryKey, unread);
			if (unread > before) void queryClient.invalidateQueries({ queryKey: inboxQuery(api, id).queryKey });
		});
	}, [api, queryClient, id, token]);
	return unread;
}
