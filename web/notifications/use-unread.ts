import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../platform/api.ts';
import { hearUnread } from './live.ts';
import { inboxQuery, unreadQuery } from './queries.ts';

/** How many notices are unread, kept true while the tab is open. */
export function useUnread({ id, token }: { id: number; token: string }): number {
	const api = useApi();
	const queries = useQueryClient();
	const { data: unread = 0 } = useQuery(unreadQuery(api, id));
	useEffect(() => {
		const { queryKey } = unreadQuery(api, id);
		return hearUnread(token, (unread) => {
			const before = queries.getQueryData(queryKey) ?? 0;
			queries.setQueryData(queryKey, unread);
			if (unread > before) void queries.invalidateQueries({ queryKey: inboxQuery(api, id).queryKey });
		});
	}, [api, queries, id, token]);
	return unread;
}
