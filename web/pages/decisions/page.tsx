import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Scale } from 'lucide-react';
import { Link } from 'react-router';
import { moderationDecisionPath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as decisionsText from '../../../text/web/decisions.ts';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { DecisionBadge } from '../../moderation/decision-details.tsx';
import { describeDecisionForOwner, describeDecisionForReporter } from '../../moderation/describe-decision.ts';
import { type MyDecision, myDecisionsQuery } from '../../moderation/queries.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(decisionsText.title);

/** Page with moderation decisions about the account's own content and about its reports. */
export default function ModerationDecisionsPage() {
	const session = useSession();
	const query = useInfiniteQuery(myDecisionsQuery(useApi(), session?.id ?? 0));

	return (
		<div className="mx-auto max-w-3xl">
			<h1 className="text-28">{decisionsText.title}</h1>
			<p className="mt-1 mb-4 text-quiet">{decisionsText.about}</p>
			<InfiniteList
				query={query}
				items={query.data?.pages.flatMap((page) => page.items)}
				loading={decisionsText.loading}
				skeleton={<SkeletonRows rows={3} className="h-36 rounded-card" />}
				failure={decisionsText.loadFailed}
				more={controlsText.loadMore}
				empty={
					<EmptyState
						icon={Scale}
						title={decisionsText.emptyTitle}
						action={<ButtonLink to="/dashboard">{decisionsText.seeUploads}</ButtonLink>}
						hint={decisionsText.emptyHint}
					/>
				}
			>
				{(decisions) => (
					<ul className="flex flex-col gap-3">
						{decisions.map((decision) => (
							<li key={`${decision.id} ${decision.mine}`}>
								<DecisionCard decision={decision} />
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</div>
	);
}

function DecisionCard({ decision }: { decision: MyDecision }) {
	const { mine, key, target, reason, at, appeal, lifted_at } = decision;
	return (
		<Card className="p-4">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h2 className="text-16">
					{mine ? describeDecisionForOwner(decision, formatDate) : describeDecisionForReporter(decision)}
				</h2>
				<DecisionBadge decision={decision} />
				<span className="text-12 text-quiet">
					<TimeAgo time={at} />
				</span>
			</div>
			{target.title !== '' && !(mine && target.kind === 'account') && (
				<p dir="auto" className="mt-1 truncate text-14 text-quiet">
					{target.title}
				</p>
			)}
			<p dir="auto" className="mt-2 whitespace-pre-line break-words text-14">
				{reason}
			</p>
			{key !== null && (
				<Link
					to={moderationDecisionPath(key)}
					className="mt-1 -mb-2 inline-flex min-h-11 items-center gap-1 font-semibold text-14 text-leaf underline-offset-4 hover:underline"
				>
					{appeal === null && lifted_at === null ? decisionsText.readMoreOrAppeal : commonText.readMore}
					<span className="sr-only">: {target.title}</span>
					<ChevronRight aria-hidden className="size-4" />
				</Link>
			)}
		</Card>
	);
}
