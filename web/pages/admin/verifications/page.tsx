import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { verificationStates } from '../../../../contract/verification/verification.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminVerificationsText from '../../../../text/web/admin-verifications.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import * as verificationText from '../../../../text/web/verification.ts';
import { FilterRow } from '../../../data/filters.tsx';
import { InfiniteList } from '../../../data/infinite-list.tsx';
import { useFocusNeighbour } from '../../../data/use-focus-neighbour.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { RequestCard } from '../../../verification/admin/request-card.tsx';
import { parseVerificationState, verificationListPath } from '../../../verification/filter.ts';
import { verificationListQuery } from '../../../verification/queries.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: adminVerificationsText.title, hidden: true });
}

/** Page on which administrators check the documents of businesses. */
export default function VerificationsPage() {
	const [params] = useSearchParams();
	const state = parseVerificationState(params);
	const list = useInfiniteQuery(verificationListQuery(useApi(), state));
	const { heading, list: queue, focusNeighbour } = useFocusNeighbour();
	return (
		<>
			<h1 ref={heading} tabIndex={-1} className="mb-4 text-28 outline-none">
				{adminVerificationsText.title}
			</h1>
			<search className="mb-4 block">
				<FilterRow
					label={adminText.states}
					names={verificationText.states}
					values={verificationStates}
					current={state}
					pathTo={(next) => verificationListPath(next ?? 'pending')}
					withoutAll
				/>
			</search>
			<InfiniteList
				query={list}
				items={list.data}
				loading={adminVerificationsText.loading}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-40 rounded-card" />}
				failure={adminVerificationsText.loadFailed}
				fades
				more={controlsText.loadMore}
				empty={
					<EmptyState
						icon={<BadgeCheck className="size-8" />}
						title={state === 'pending' ? adminVerificationsText.emptyTitle : adminText.nothingFound}
					>
						{state === 'pending' ? adminVerificationsText.emptyHint : undefined}
					</EmptyState>
				}
			>
				{(requests) => (
					<ul ref={queue} aria-label={adminVerificationsText.list} className="flex flex-col gap-4">
						{requests.map((request) => (
							<li key={request.id}>
								<RequestCard request={request} onClosed={focusNeighbour} />
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</>
	);
}
