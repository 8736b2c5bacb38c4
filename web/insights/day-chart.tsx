import { useId } from 'react';
import { formatInteger } from '../../contract/core/format-integer.ts';
import * as statsText from '../../text/web/stats.ts';
import { ChartTable } from './chart-table.tsx';

interface DayChartProps {
	label: string;
	/** Counts per day, oldest first. `day` is an ISO date such as '2026-06-15'. */
	days: readonly { day: string; count: number }[];
}

const bar = { width: 8, gap: 2 };
const height = 56;
const minBarHeight = 3;

/** Bar chart of a count per day, with a text summary for screen readers and an expandable table. */
export function DayChart({ label, days }: DayChartProps) {
	const id = useId();
	const counts = days.map(({ count }) => count);
	const maxCount = Math.max(1, ...counts);
	const total = counts.reduce((sum, count) => sum + count, 0);
	const width = days.length * (bar.width + bar.gap) - bar.gap;
	return (
		<figure aria-labelledby={id}>
			<figcaption id={id} className="flex items-baseline justify-between gap-3">
				<span className="text-14 text-quiet">{label}</span>
				<span className="font-semibold text-18 tabular-nums">{formatInteger(total)}</span>
			</figcaption>
			<svg
				viewBox={`0 0 ${Math.max(width, 1)} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={summarizeDailyCounts(label, days)}
				className="mt-1 h-14 w-full"
			>
				{days.map(({ day, count }, index) => {
					const barHeight = count === 0 ? 1 : Math.max(minBarHeight, Math.round((count / maxCount) * height));
					return (
						<rect
							key={day}
							x={index * (bar.width + bar.gap)}
							y={height - barHeight}
							width={bar.width}
							height={barHeight}
							rx={1.5}
							className={count === 0 ? 'fill-line' : 'fill-leaf'}
						>
							<title>{statsText.dayCount(formatDay(day), count)}</title>
						</rect>
					);
				})}
			</svg>
			<ChartTable
				summary={statsText.dayByDay(label)}
				columns={[statsText.day, label]}
				rows={days.toReversed().map(({ day, count }) => [formatDay(day), formatInteger(count)])}
			/>
		</figure>
	);
}

/** Summarizes daily counts in words, such as 'Views in 30 days: 12 in all, the most on 3 Jun with 5'. */
export function summarizeDailyCounts(label: string, days: DayChartProps['days']): string {
	const total = days.reduce((sum, { count }) => sum + count, 0);
	const best = days.reduce((best, day) => (day.count > best.count ? day : best), { day: '', count: 0 });
	if (total === 0) return statsText.sum(label, days.length, total);
	return statsText.sumWithBest(label, days.length, total, formatDay(best.day), best.count);
}

function formatDay(day: string): string {
	return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
