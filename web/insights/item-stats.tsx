import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { Client } from '../../contract/core/client.ts';
import { formatInteger } from '../../contract/core/format-integer.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import * as statsText from '../../text/web/stats.ts';
import { useSession } from '../accounts/session.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx';
import { DayChart } from './day-chart.tsx';
import { getVisibleStats, statLabels, toDayCounts } from './own-stats.tsx';
import { myInsightsQuery } from './queries.ts';
import { WatchCurve } from './watch-curve.tsx';

interface ItemStatsProps {
	target: ContentTarget;
	id: number;
	title: string;
	onClose: () => void;
}

export function ItemStats({ target, id, title, onClose }: ItemStatsProps) {
	const session = useSession();
	const query = useQuery(myInsightsQuery(useApi(), session?.id ?? 0, { target, id }));
	return (
		<Dialog open onClose={onClose} title={statsText.title} description={<span dir="auto">{title}</span>}>
			<QueryBoundary
				query={query}
				loading={statsText.loading}
				skeleton={
					<>
						<Skeleton className="mb-4 h-6 w-32" />
						<SkeletonRows rows={statLabels.length} gap="gap-4" className="h-31" />
					</>
				}
				failure={statsText.loadFailed}
			>
				{(insights) => <Charts target={target} id={id} insights={insights} />}
			</QueryBoundary>
		</Dialog>
	);
}

interface ChartsProps extends Pick<ItemStatsProps, 'target' | 'id'> {
	insights: Awaited<ReturnType<Client['getMyInsights']>>;
}

function Charts({ target, id, insights: { days, items, watching } }: ChartsProps) {
	const totals = items.find((item) => item.target === target && item.id === id);
	// Posts have no contacts.
	const counted = totals ? getVisibleStats(totals).filter(([stat]) => target === 'ads' || stat !== 'contacts') : [];
	const isPlayed = watching !== null && (watching.plays[0] ?? 0) > 0;
	if (!totals || (counted.length === 0 && !isPlayed)) {
		return <EmptyState icon={ChartColumn} title={statsText.emptyTitle} hint={statsText.emptyHint} />;
	}
	const charted = counted.filter(([stat]) => days.some((day) => day[stat] > 0));
	return (
		<>
			{watching && <WatchCurve watching={watching} chats={totals.contacts} />}
			{charted.length > 0 && (
				<>
					<h3 className="mb-3 text-16">{statsText.lastDays(days.length)}</h3>
					<ul className="flex flex-col gap-4">
						{charted.map(([stat, label]) => (
							<li key={stat}>
								<DayChart label={label} days={toDayCounts(days, stat)} />
							</li>
						))}
					</ul>
				</>
			)}
			{counted.length > 0 && (
				<>
					<h3 className="mt-4 mb-2 text-16">{statsText.sincePosted}</h3>
					<dl className="divide-y divide-line">
						{counted.map(([stat, label]) => (
							<div key={stat} className="flex justify-between gap-3 py-2">
								<dt className="text-quiet">{label}</dt>
								<dd className="font-semibold tabular-nums">{formatInteger(totals[stat])}</dd>
							</div>
						))}
					</dl>
					{totals.likes > 0 && <p className="mt-2 text-12 text-quiet">{statsText.likesHint}</p>}
				</>
			)}
		</>
	);
}
