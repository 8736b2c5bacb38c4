import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, Settings } from 'lucide-react';
import { useEffect } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as notificationsText from '../../../text/web/notifications.ts';
import { RequireSession } from '../../accounts/require-session.tsx';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { NotificationItem } from '../../notifications/notification-item.tsx';
import { inboxQuery, unreadCountQuery } from '../../notifications/queries.ts';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export { requireSession as clientLoader } from '../../accounts/require-session.tsx';

export function HydrateFallback() {
	return <Spinner fullPage />;
}

export const meta = hiddenPageMeta(commonText.notifications);

export default function NotificationsPage() {
	return (
		<RequireSession>
			<div className="mx-auto max-w-2xl">
				<div className="mb-3 flex flex-wrap items-center justify-between gap-2">
					<h1 className="text-22 wide:text-28">{commonText.notifications}</h1>
					<ButtonLink variant="plain" to="/dashboard/notifications">
						<Settings aria-hidden className="size-5" />
						{notificationsText.settings}
					</ButtonLink>
				</div>
				<Inbox />
			</div>
		</RequireSession>
	);
}

function Inbox() {
	const api = useApi();
	const accountId = useSession()?.id ?? 0;
	const query = useInfiniteQuery({ ...inboxQuery(api, accountId), staleTime: 0 });
	useMarkRead(accountId, query.data?.pages[0]);
	return (
		<InfiniteList
			query={query}
			items={query.data?.pages.flatMap(({ items }) => items)}
			loading={notificationsText.loading}
			skeleton={<SkeletonRows rows={5} gap="gap-1" className="h-16 rounded-card" />}
			failure={notificationsText.loadFailed}
			empty={
				<EmptyState
					icon={Bell}
					title={notificationsText.emptyTitle}
					action={<ButtonLink to="/dashboard/market">{notificationsText.emptyAction}</ButtonLink>}
					hint={notificationsText.emptyHint}
				/>
			}
		>
			{(notices) => (
				<ul className="-mx-3 flex flex-col gap-1 wide:mx-0">
					{notices.map((notification) => (
						<li key={notification.id}>
							<NotificationItem notification={notification} />
						</li>
					))}
				</ul>
			)}
		</InfiniteList>
	);
}

/** Marks the listed notifications as read on the server. They keep their unread mark while the page is open. */
function useMarkRead(accountId: number, page: { up_to: number | null; unread: number } | undefined) {
	const api = useApi();
	const queryClient = useQueryClient();
	const upTo = page && page.unread > 0 ? page.up_to : null;
	useEffect(() => {
		if (upTo === null) return;
		api.readNotices({ body: { up_to: upTo } }).then(
			({ unread }) => queryClient.setQueryData(unreadCountQuery(api, accountId).queryKey, unread),
			// If the request fails, the notifications stay unread until the next visit.
			() => {},
		);
	}, [api, queryClient, accountId, upTo]);
}
