import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as statsText from '../../text/web/stats.ts';
import { useSession } from '../accounts/session.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Card } from '../ui/card.tsx';
import { DayChart } from './day-chart.tsx';
import { myInsightsQuery } from './queries.ts';

type Days = Awaited<ReturnType<Client['getMyInsights']>>['days'];

export const statLabels = [
	['views', statsText.names.views],
	['contacts', statsText.names.contacts],
	['offers', statsText.names.offers],
	['calls', statsText.names.calls],
	['product_taps', statsText.names.product_taps],
	['likes', statsText.names.likes],
	['saves', statsText.names.saves],
	['comments', statsText.names.comments],
] as const;

/** Charts of the account's daily stats that have counts. Renders nothing if none has. */
export function OwnStats() {
	const session = useSession();
	const query = useQuery(myInsightsQuery(useApi(), session?.id ?? 0));
	return (
		<QueryBoundary query={query} loading={statsText.loading} skeleton={null} failure={statsText.ownLoadFailed}>
			{({ days }) => {
				const visible = getVisibleStats(sumStats(days));
				if (visible.length === 0) return null;
				return (
					<section className="mt-8" aria-labelledby="figures">
						<h2 id="figures" className="mb-3 text-18">
							{statsText.lastDays(days.length)}
						</h2>
						<ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 wide:grid-cols-3">
							{visible.map(([stat, label]) => (
								<li key={stat}>
									<Card className="p-4">
										<DayChart label={label} days={toDayCounts(days, stat)} />
									</Card>
								</li>
							))}
						</ul>
					</section>
				);
			}}
		</QueryBoundary>
	);
}

type Counts = Record<(typeof statLabels)[number][0], number>;

/** Returns the stats that have counts. A chart without any says nothing. */
export function getVisibleStats(totals: Counts) {
	return statLabels.filter(([stat]) => totals[stat] > 0);
}

function sumStats(days: Days): Counts {
	const sum = (stat: keyof Counts) => days.reduce((total, day) => total + day[stat], 0);
	return Object.fromEntries(statLabels.map(([stat]) => [stat, sum(stat)])) as Counts;
}

export function toDayCounts(days: Days, stat: (typeof statLabels)[number][0]) {
	return days.map((day) => ({ day: day.day, count: day[stat] }));
}
