import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect } from 'react';
import { NavLink, useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as notificationsText from '../../text/web/notifications.ts';
import { useApi } from '../platform/api.ts';
import { classes } from '../ui/classes.ts';
import { ensureDeviceRegistered } from './push.ts';
import { inboxQuery, unreadCountQuery } from './queries.ts';
import { subscribeToUnreadCount } from './unread-stream.ts';
import { onWorkerMessage } from './worker-messages.ts';

interface NotificationBellProps {
	session: Session;
	/** Classes that make the bell an item of the navigation rail. Without them, the bell is a round button. */
	railClass?: string;
}

export function NotificationBell({ session, railClass }: NotificationBellProps) {
	const api = useApi();
	const navigate = useNavigate();
	const unread = useUnreadCount(session);
	useEffect(() => onWorkerMessage({ onOpen: (path) => void navigate(path) }), [navigate]);
	useEffect(() => void ensureDeviceRegistered(api, session), [api, session]);
	const shownCount = unread > 99 ? '99+' : String(unread);
	const label = unread > 0 ? notificationsText.bell(shownCount) : commonText.notifications;
	return (
		<NavLink
			to="/notifications"
			{...(!railClass && { 'aria-label': label, title: label })}
			className={({ isActive }) =>
				railClass
					? classes(railClass, isActive ? 'bg-leaf-soft font-semibold text-leaf' : 'hover:bg-sunken')
					: 'inline-flex size-[44px] items-center justify-center rounded-full hover:bg-sunken'
			}
		>
			<span className="relative">
				<BellIcon aria-hidden className="size-5.5" />
				{unread > 0 && (
					<span
						aria-hidden
						className="absolute -top-2 -right-2 min-w-4.5 rounded-full bg-danger px-1 text-center font-bold text-12 text-on-danger leading-4.5"
					>
						{shownCount}
					</span>
				)}
			</span>
			{railClass && (
				<span>
					{commonText.notifications}
					{unread > 0 && <span className="sr-only">{notificationsText.unreadCount(shownCount)}</span>}
				</span>
			)}
		</NavLink>
	);
}

function useUnreadCount({ id, token }: { id: number; token: string }): number {
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
