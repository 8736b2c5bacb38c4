import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { adminTaskKinds } from '../../contract/operations/operations.ts';
import * as adminOverviewText from '../../text/web/admin-overview.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Card } from '../ui/card.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { adminTaskPaths, formatWaitingCount, waitingQuery } from './waiting-work.ts';

/** Lists what waits for administrators, with links to the pages where they deal with it. */
export function Waiting() {
	const query = useQuery(waitingQuery(useApi()));
	return (
		<section aria-labelledby="waiting" className="mb-8">
			<h2 id="waiting" className="mb-3 text-18">
				{adminOverviewText.waitingTitle}
			</h2>
			<QueryBoundary
				query={query}
				loading={adminOverviewText.loadingWaiting}
				skeleton={<Skeleton className="h-18 rounded-card" />}
				failure={adminOverviewText.waitingFailed}
			>
				{(waiting) => {
					const kinds = adminTaskKinds.filter((kind) => waiting[kind].count > 0);
					if (kinds.length === 0) return <NothingWaiting />;
					return (
						<ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 wide:grid-cols-3">
							{kinds.map((kind) => {
								const { count, since } = waiting[kind];
								return (
									<li key={kind}>
										<Card className="relative flex min-h-18 items-center gap-4 px-4 py-3 hover:bg-sunken">
											<span className="min-w-9 font-extrabold text-28 text-marigold tabular-nums">
												{formatWaitingCount(count)}
											</span>
											<span className="min-w-0 flex-1">
												<Link
													to={adminTaskPaths[kind]}
													className="font-semibold after:absolute after:inset-0 after:rounded-card"
												>
													{adminOverviewText.adminTaskKinds[kind]}
												</Link>
												{since !== null && (
													<span className="block text-14 text-quiet">
														<RichText
															text={
																kind === 'backups' ? adminOverviewText.noBackupSince : adminOverviewText.waitingSince
															}
															tags={{ time: () => <TimeAgo time={since} /> }}
														/>
													</span>
												)}
											</span>
											<ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
										</Card>
									</li>
								);
							})}
						</ul>
					);
				}}
			</QueryBoundary>
		</section>
	);
}

function NothingWaiting() {
	return (
		<Card className="flex min-h-18 items-center gap-4 px-4 py-3">
			<CircleCheck aria-hidden className="size-8 shrink-0 text-leaf" />
			<div>
				<p className="font-semibold">{adminOverviewText.nothingWaiting}</p>
				<p className="text-14 text-quiet">{adminOverviewText.nothingWaitingHint}</p>
			</div>
		</Card>
	);
}
