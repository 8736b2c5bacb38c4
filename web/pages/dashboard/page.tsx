import { Store } from 'lucide-react';
import * as commonText from '../../../text/shared/common.ts';
import * as dashboardText from '../../../text/web/dashboard.ts';
import * as importText from '../../../text/web/import.ts';
import { useSession } from '../../accounts/session.ts';
import { OwnUploads } from '../../ads/own/own-uploads.tsx';
import { OwnStats } from '../../insights/own-stats.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MeHeader } from './me-header.tsx';
import { TodoList } from './todo-list.tsx';

export default function DashboardPage() {
	const session = useSession();
	return (
		<>
			{session && <MeHeader session={session} />}
			{session && <TodoList session={session} />}
			<OwnUploads
				title={dashboardText.myUploads}
				level={2}
				action={
					<>
						<ButtonLink to="/dashboard/import" variant="quiet">
							{importText.title}
						</ButtonLink>
						<ButtonLink to="/dashboard/market">{commonText.postAd}</ButtonLink>
					</>
				}
				empty={
					<EmptyState
						icon={Store}
						title={dashboardText.emptyTitle}
						action={<ButtonLink to="/dashboard/market">{dashboardText.postFirstAd}</ButtonLink>}
						hint={dashboardText.emptyHint}
					/>
				}
			/>
			<OwnStats />
		</>
	);
}
