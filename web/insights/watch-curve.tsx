import * as limits from '../../contract/core/limits.ts';
import * as statsText from '../../text/web/stats.ts';
import { formatDuration } from '../platform/duration.ts';
import { ChartTable } from './chart-table.tsx';
import { listShares, summarizePlays, type Watching } from './watching.ts';

interface WatchCurveProps {
	watching: Watching;
	/** Number of WhatsApp chats that were started from the video. */
	chats: number;
}

const { shownFrom } = limits.watching;
/** Size of the drawing in its own units, which are stretched to the width of the page. */
const width = 200;
const height = 56;

/** Curve of the share of people who still watch a video at each time, with sentences and an expandable table. */
export function WatchCurve({ watching, chats }: WatchCurveProps) {
	const count = watching.plays[0] ?? 0;
	return (
		<section aria-labelledby="watching" className="mb-5">
			<h3 id="watching" className="mb-2 text-16">
				{statsText.watching}
			</h3>
			{count < shownFrom ? (
				<p className="text-quiet">{count === 0 ? statsText.noPlays : statsText.fewPlays(count, shownFrom)}</p>
			) : (
				<Curve watching={watching} />
			)}
			{chats > 0 && <p className="mt-1">{statsText.chatsStarted(chats)}</p>}
		</section>
	);
}

function Curve({ watching }: Pick<WatchCurveProps, 'watching'>) {
	const { plays, duration_ms } = watching;
	const { count, average, stopsAt } = summarizePlays(watching);
	const toY = (watched: number) => height - 1 - Math.min(1, watched / count) * (height - 2);
	const points = plays.map((watched, part) => `${((part + 0.5) / plays.length) * width} ${toY(watched)}`);
	const line = `M0 ${toY(count)}L${points.join('L')}L${width} ${toY(plays.at(-1) ?? 0)}`;
	const stopX = stopsAt === null ? null : (stopsAt * 1000 * width) / duration_ms;
	const shares = listShares(watching);
	return (
		<>
			<p className="font-semibold">{statsText.averageWatched(toPercent(average))}</p>
			<p>{stopsAt === null ? statsText.mostWatchToEnd : statsText.mostStopAt(formatDuration(stopsAt))}</p>
			<svg
				viewBox={`0 0 ${width} ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={statsText.watchingSummary(listQuarters(watching))}
				className="mt-3 h-20 w-full"
			>
				<path d={`${line}V${height}H0Z`} className="fill-leaf-soft" />
				{stopX !== null && (
					<path
						d={`M${stopX} 0V${height}`}
						vectorEffect="non-scaling-stroke"
						strokeWidth={1}
						strokeDasharray="3 3"
						className="stroke-quiet"
					/>
				)}
				<path d={line} fill="none" vectorEffect="non-scaling-stroke" strokeWidth={2} className="stroke-leaf" />
			</svg>
			<p aria-hidden className="flex justify-between text-12 text-quiet tabular-nums">
				<span>{formatDuration(0)}</span>
				<span>{formatDuration(duration_ms / 1000)}</span>
			</p>
			<p className="mt-1 text-14 text-quiet">{statsText.playsCounted(count)}</p>
			<ChartTable
				summary={statsText.watchingByTime}
				columns={[statsText.time, statsText.stillWatching]}
				rows={shares.map(({ time, share }) => [time, statsText.percent(toPercent(share))])}
			/>
		</>
	);
}

const quarters = [0.25, 0.5, 0.75];

/** Lists the share of people who still watch after each quarter of a video, and at its end, in words. */
function listQuarters({ plays, duration_ms }: Watching): string[] {
	const toShare = (watched = 0) => toPercent(watched / (plays[0] || 1));
	return [
		...quarters.map((share) =>
			statsText.shareAt(toShare(plays[share * plays.length]), formatDuration((share * duration_ms) / 1000)),
		),
		statsText.shareAtEnd(toShare(plays.at(-1))),
	];
}

function toPercent(share: number): number {
	return Math.round(share * 100);
}
