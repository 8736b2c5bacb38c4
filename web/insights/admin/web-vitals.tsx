import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../contract/core/client.ts';
import { formatInteger } from '../../../contract/core/format-integer.ts';
import * as adminOverviewText from '../../../text/web/admin-overview.ts';
import * as statsText from '../../../text/web/stats.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DayChart } from '../day-chart.tsx';
import { siteInsightsQuery } from '../queries.ts';
import { formatWebVital, rateWebVital, type WebVitalRating } from '../rating.ts';

type Insights = Awaited<ReturnType<Client['getSiteInsights']>>;

const names = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
const ratingVariants: Readonly<Record<WebVitalRating, 'leaf' | 'marigold' | 'danger'>> = {
	good: 'leaf',
	'needs work': 'marigold',
	poor: 'danger',
};
/** Maximum number of routes in the table. The busiest routes come first. */
const maxRoutes = 20;

/** Page views and the 75th percentiles of web vitals, per route. */
export function WebVitals() {
	const query = useQuery(siteInsightsQuery(useApi()));
	return (
		<section className="mt-8" aria-labelledby="web-vitals">
			<h2 id="web-vitals" className="text-18">
				{adminOverviewText.pages}
			</h2>
			<p className="mb-3 text-14 text-quiet">{adminOverviewText.vitalsHint}</p>
			<QueryBoundary
				query={query}
				loading={statsText.loading}
				skeleton={<Skeleton className="h-60 rounded-card" />}
				failure={adminOverviewText.pagesFailed}
			>
				{(insights) => <Pages insights={insights} />}
			</QueryBoundary>
		</section>
	);
}

function Pages({ insights: { days, pageviews, vitals } }: { insights: Insights }) {
	if (pageviews.length === 0) return <p className="text-quiet">{adminOverviewText.noPages}</p>;
	const all = days.map((day, index) => ({
		day,
		count: pageviews.reduce((sum, page) => sum + (page.by_day[index] ?? 0), 0),
	}));
	const findVital = (route: string, name: string) =>
		vitals.find((vital) => vital.route === route && vital.name === name);
	return (
		<>
			<Card className="mb-3 p-4">
				<DayChart label={adminOverviewText.pagesOpened(days.length)} days={all} />
			</Card>
			{/* The table scrolls, because its columns don't fit a phone. */}
			<Card className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={adminOverviewText.vitalsByPage}>
				<table className="w-full min-w-2xl text-left text-14">
					<caption className="sr-only">{adminOverviewText.vitalsCaption}</caption>
					<thead>
						<tr className="border-line border-b text-12 text-quiet">
							<th scope="col" className="px-4 py-2.5 font-semibold">
								{adminOverviewText.page}
							</th>
							<th scope="col" className="px-2 py-2.5 text-right font-semibold">
								{adminOverviewText.opened}
							</th>
							{names.map((name) => (
								<th key={name} scope="col" className="px-2 py-2.5 font-semibold">
									<abbr title={adminOverviewText.vitals[name]} className="no-underline">
										{name}
									</abbr>
								</th>
							))}
						</tr>
					</thead>
					<tbody className="divide-y divide-line">
						{pageviews.slice(0, maxRoutes).map(({ route, views }) => (
							<tr key={route}>
								<th scope="row" className="max-w-60 break-all px-4 py-2 font-normal">
									{route}
								</th>
								<td className="px-2 py-2 text-right tabular-nums">{formatInteger(views)}</td>
								{names.map((name) => (
									<td key={name} className="px-2 py-2">
										<VitalBadge vital={findVital(route, name)} />
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</Card>
		</>
	);
}

function VitalBadge({ vital }: { vital: Insights['vitals'][number] | undefined }) {
	if (!vital) return <span className="text-quiet">–</span>;
	const rating = rateWebVital(vital.name, vital.p75);
	const word = adminOverviewText.ratings[rating];
	return (
		<Badge variant={ratingVariants[rating]}>
			<span className="tabular-nums">{formatWebVital(vital.name, vital.p75)}</span>
			{rating === 'good' ? <span className="sr-only">{word}</span> : word}
		</Badge>
	);
}
