import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { Target } from '../../../contract/target.ts';
import * as statsText from '../../../contract/text/stats.ts';
import { useSession } from '../../accounts/session.ts';
import { DayChart } from '../../insights/day-chart.tsx';
import { myInsightsQuery } from '../../insights/queries.ts';
import { useApi } from '../../platform/api.ts';
import { reasonOf } from '../../platform/reason.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { daysOf, figures } from './figures.tsx';

interface ItemFiguresProps {
	target: Target;
	id: number;
	title: string;
	onClose: () => void;
}

/** What one ad or post has gathered, day by day and in all. */
export function ItemFigures({ target, id, title, onClose }: ItemFiguresProps) {
	return (
		<Dialog open onClose={onClose} title={statsText.title} description={<span dir="auto">{title}</span>}>
			<Charts target={target} id={id} />
		</Dialog>
	);
}

function Charts({ target, id }: Pick<ItemFiguresProps, 'target' | 'id'>) {
	const session = useSession();
	const query = useQuery(myInsightsQuery(useApi(), session?.id ?? 0, { target, id }));
	if (query.isPending) return <Waiting />;
	if (!query.data) {
		return (
			<ErrorState title={statsText.loadFailed} onRetry={() => void query.refetch()} retrying={query.isFetching}>
				<p>{reasonOf(query.error)}</p>
			</ErrorState>
		);
	}
	const { days, items } = query.data;
	// Nobody is called because of a post.
	const counted = figures.filter(([figure]) => target === 'ads' || figure !== 'contacts');
	const inAll = items.find((item) => item.target === target && item.id === id);
	if (!inAll || figures.every(([figure]) => inAll[figure] === 0)) {
		return (
			<EmptyState icon={<ChartColumn className="size-8" />} title={statsText.emptyTitle}>
				<p>{statsText.emptyHint}</p>
			</EmptyState>
		);
	}
	return (
		<>
			<h3 className="mb-3 text-16">{statsText.lastDays(days.length)}</h3>
			<ul className="flex flex-col gap-4">
				{counted.map(([figure, label]) => (
					<li key={figure}>
						<DayChart label={label} days={daysOf(days, figure)} />
					</li>
				))}
			</ul>
			<h3 className="mt-4 mb-2 text-16">{statsText.sincePosted}</h3>
			<dl className="divide-y divide-line">
				{counted.map(([figure, label]) => (
					<div key={figure} className="flex justify-between gap-3 py-2">
						<dt className="text-quiet">{label}</dt>
						<dd className="font-semibold tabular-nums">{inAll[figure].toLocaleString('en')}</dd>
					</div>
				))}
			</dl>
		</>
	);
}

/** Stands where the charts will be. */
function Waiting() {
	return (
		<div role="status" className="flex flex-col gap-4">
			<span className="sr-only">{statsText.loading}</span>
			<Skeleton className="h-6 w-32" />
			{figures.map(([figure]) => (
				<Skeleton key={figure} className="h-31" />
			))}
		</div>
	);
}
