import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Client } from '../../contract/core/client.ts';
import { formatInteger } from '../../contract/core/format-integer.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminOverviewText from '../../text/web/admin-overview.ts';
import * as statsText from '../../text/web/stats.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { DayChart } from '../insights/day-chart.tsx';
import { useApi } from '../platform/api.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { RichText } from '../ui/rich-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { usersPath } from './filter.ts';
import { marketStatsQuery } from './queries.ts';
import { serverStatsId } from './waiting-work.ts';

type MarketNumbers = Awaited<ReturnType<Client['getFigures']>>;

const charts = ['accounts', 'ads', 'posts', 'uploads'] as const;

export function OverviewStats() {
	const query = useQuery(marketStatsQuery(useApi()));
	return (
		<QueryBoundary
			query={query}
			loading={statsText.loading}
			skeleton={
				<div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
					{charts.map((chart) => (
						<Skeleton key={chart} className="h-40 rounded-card" />
					))}
					<Skeleton className="h-96 rounded-card sm:col-span-2" />
				</div>
			}
			failure={statsText.loadFailed}
		>
			{(data) => (
				<section aria-label={adminOverviewText.lastDays(data.ads.by_day.length)}>
					<ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
						{charts.map((chart) => (
							<li key={chart}>
								<Card className="p-4">
									<DayChart
										label={adminOverviewText.chart(chart, data[chart].by_day.length)}
										days={data[chart].by_day}
									/>
								</Card>
							</li>
						))}
					</ul>
					<div className="mt-3 grid grid-cols-1 items-start gap-3 md:grid-cols-2">
						<StatsTable caption={adminOverviewText.market} rows={marketRows(data)} />
						<div id={serverStatsId} className="scroll-mt-20">
							<StatsTable caption={adminOverviewText.server} rows={serverRows(data)} />
						</div>
					</div>
				</section>
			)}
		</QueryBoundary>
	);
}

interface Row {
	label: string;
	value: ReactNode;
	/** True if the row's value needs attention. */
	alarming?: boolean;
}

function marketRows({ accounts, ads, posts, uploads }: MarketNumbers): Row[] {
	return [
		{
			label: adminText.accounts,
			value: <Link to={usersPath({ state: null, q: '' })}>{formatInteger(accounts.all)}</Link>,
		},
		{ label: adminOverviewText.confirmedAddresses, value: formatInteger(accounts.verified) },
		{
			label: adminOverviewText.suspended,
			value: <Link to={usersPath({ state: 'suspended', q: '' })}>{formatInteger(accounts.suspended)}</Link>,
		},
		{
			label: adminOverviewText.beingDeleted,
			value: <Link to={usersPath({ state: 'deleted', q: '' })}>{formatInteger(accounts.deleted)}</Link>,
		},
		{ label: adminOverviewText.liveAds, value: adminOverviewText.adsAndVideos(ads.shown, ads.videos) },
		{ label: adminOverviewText.adsSoldAndHidden, value: `${formatInteger(ads.sold)}, ${formatInteger(ads.hidden)}` },
		{ label: adminOverviewText.livePosts, value: formatInteger(posts.shown) },
		{
			label: adminOverviewText.postsByKind,
			value: `${formatInteger(posts.tweets)}, ${formatInteger(posts.talks)}, ${formatInteger(posts.pictures)}`,
		},
		{
			label: adminOverviewText.uploadsByKind,
			value: `${formatInteger(uploads.pictures)}, ${formatInteger(uploads.videos)}`,
		},
		{ label: adminOverviewText.uploadedBytes, value: formatBytes(uploads.bytes) },
	];
}

function serverRows({ uploads, jobs, process, disk, backup }: MarketNumbers): Row[] {
	const nearlyFull = disk !== null && disk.free_bytes < disk.all_bytes / 10;
	return [
		{ label: adminOverviewText.runningSince, value: <TimeAgo time={process.started_at} /> },
		{ label: adminOverviewText.errors, value: formatInteger(process.errors), alarming: process.errors > 0 },
		{
			label: adminOverviewText.jobsWaitingAndRunning,
			value: `${formatInteger(jobs.waiting)}, ${formatInteger(jobs.running)}`,
		},
		{ label: adminOverviewText.jobsFailed, value: formatInteger(jobs.failed), alarming: jobs.failed > 0 },
		{ label: adminOverviewText.videosProcessing, value: formatInteger(uploads.processing) },
		{ label: adminOverviewText.videosFailed, value: formatInteger(uploads.failed) },
		{ label: adminOverviewText.memory, value: formatBytes(process.memory_bytes) },
		{
			label: adminOverviewText.eventLoopLag,
			value: adminOverviewText.milliseconds(process.event_loop_lag),
			alarming: process.event_loop_lag > 200,
		},
		{
			label: adminOverviewText.freeDisk,
			value: disk
				? adminOverviewText.freeOf(formatBytes(disk.free_bytes), formatBytes(disk.all_bytes))
				: adminOverviewText.unknown,
			alarming: nearlyFull,
		},
		{ label: adminOverviewText.lastBackup, value: <LastBackup backup={backup} /> },
		...(backup?.last ? readingRows(backup.last) : []),
		...(backup?.error ? [{ label: adminOverviewText.backupProblem, value: backup.error, alarming: true }] : []),
	];
}

function readingRows(last: NonNullable<NonNullable<MarketNumbers['backup']>['last']>): Row[] {
	const { files, read_files, all_read_at, damaged_files, lost_files } = last;
	return [
		{ label: adminOverviewText.filesRead, value: adminOverviewText.readShare(read_files, files) },
		{
			label: adminOverviewText.allFilesRead,
			value: all_read_at === null ? adminOverviewText.never : <TimeAgo time={all_read_at} />,
		},
		...(damaged_files > 0
			? [
					{
						label: adminOverviewText.damagedFiles,
						value: adminOverviewText.damagedCount(damaged_files, lost_files),
						alarming: true,
					},
				]
			: []),
	];
}

function LastBackup({ backup }: Pick<MarketNumbers, 'backup'>) {
	if (!backup) return adminOverviewText.backupsNotSetUp;
	if (!backup.last) return adminOverviewText.noBackupYet;
	const { made_at, bytes } = backup.last;
	return (
		<RichText
			text={adminOverviewText.backupMade(formatBytes(bytes))}
			tags={{ time: () => <TimeAgo time={made_at} /> }}
		/>
	);
}

function StatsTable({ caption, rows }: { caption: string; rows: readonly Row[] }) {
	return (
		<Card className="overflow-hidden">
			<table className="w-full text-14">
				<caption className="px-4 pt-3 pb-1 text-left font-semibold text-16">{caption}</caption>
				<tbody className="divide-y divide-line">
					{rows.map(({ label, value, alarming = false }) => (
						<tr key={label}>
							<th scope="row" className="min-w-32 px-4 py-2 text-left font-normal text-quiet">
								{label}
							</th>
							<td
								className={classes(
									'wrap-anywhere px-4 py-2 text-right tabular-nums [&_a]:text-leaf [&_a]:underline [&_a]:underline-offset-4',
									alarming && 'font-semibold text-danger',
								)}
							>
								{value}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Card>
	);
}

/** Formats bytes as '12.3 MB' or '4.5 GB'. */
function formatBytes(bytes: number): string {
	const megabytes = bytes / 1_048_576;
	return megabytes < 1024
		? adminOverviewText.megabytes(megabytes.toFixed(1))
		: adminOverviewText.gigabytes((megabytes / 1024).toFixed(1));
}
