import { useInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { legalRequestStates } from '../../../../contract/data-protection/data-protection.ts';
import * as legalRequestText from '../../../../text/shared/legal-request.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import * as dataProtectionText from '../../../../text/web/data-protection.ts';
import { FilterRow } from '../../../data/filters.tsx';
import { InfiniteList } from '../../../data/infinite-list.tsx';
import { UnsavedForms } from '../../../data/unsaved-forms.tsx';
import { useFocusNeighbour } from '../../../data/use-focus-neighbour.ts';
import { LegalRequestCard } from '../../../data-protection/admin/legal-request-card.tsx';
import { DataProtectionHeader } from '../../../data-protection/admin/sections.tsx';
import {
	legalRequestListPath,
	legalRequestListQuery,
	parseLegalRequestState,
} from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: dataProtectionText.title, hidden: true });
}

/** Page on which administrators answer legal requests, the most urgent first. */
export default function AdminLegalRequestsPage() {
	const [params] = useSearchParams();
	const state = parseLegalRequestState(params);
	const list = useInfiniteQuery(legalRequestListQuery(useApi(), state));
	const { heading, list: queue, focusNeighbour } = useFocusNeighbour();
	return (
		<UnsavedForms>
			<DataProtectionHeader heading={heading} />
			<search className="mb-4 block">
				<FilterRow
					label={adminText.states}
					names={legalRequestText.states}
					values={legalRequestStates}
					current={state}
					pathTo={(next) => legalRequestListPath(next ?? 'open')}
					withoutAll
				/>
			</search>
			<InfiniteList
				query={list}
				items={list.data}
				loading={legalRequestText.adminLoading}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-40 rounded-card" />}
				failure={legalRequestText.adminLoadFailed}
				fades
				more={controlsText.loadMore}
				empty={
					<EmptyState
						icon={<Scale className="size-8" />}
						title={state === 'open' ? legalRequestText.emptyTitle : adminText.nothingFound}
					>
						{state === 'open' ? legalRequestText.emptyHint : undefined}
					</EmptyState>
				}
			>
				{(requests) => (
					<ul ref={queue} aria-label={legalRequestText.list} className="flex flex-col gap-4">
						{requests.map((request) => (
							<li key={request.id}>
								<LegalRequestCard request={request} onClosed={focusNeighbour} />
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</UnsavedForms>
	);
}
