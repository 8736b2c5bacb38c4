import { useInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { reportTargets } from '../../../../contract/moderation/moderation.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminReportsText from '../../../../text/web/admin-reports.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import * as reportText from '../../../../text/web/report.ts';
import * as searchText from '../../../../text/web/search.ts';
import { FilterCheckbox, FilterRow, FilterSelect, useSetFilter } from '../../../data/filters.tsx';
import { InfiniteList } from '../../../data/infinite-list.tsx';
import { CaseCard } from '../../../moderation/admin/case-card.tsx';
import { getNeighbourCaseElement, useCaseShortcuts } from '../../../moderation/admin/use-case-shortcuts.ts';
import { caseReasons, casesPath, emptyCaseFilter, parseCaseFilter } from '../../../moderation/filter.ts';
import { caseListQuery, getCaseTargetKey } from '../../../moderation/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: adminText.reports, hidden: true });
}

/** Page with one case for each item that was reported, detected by the server or appealed. */
export default function ReportsPage() {
	const [params] = useSearchParams();
	const filter = parseCaseFilter(params);
	const setFilter = useSetFilter();
	const list = useInfiniteQuery(caseListQuery(useApi(), filter));
	const heading = useRef<HTMLHeadingElement>(null);
	const queue = useRef<HTMLUListElement>(null);
	const hasCases = list.data !== undefined && list.data.length > 0;
	useCaseShortcuts(queue, hasCases);

	/** Moves the focus to the next case, else to the previous case, else to the heading. */
	function focusNeighbour(card: HTMLElement) {
		const next = getNeighbourCaseElement(card, 1) ?? getNeighbourCaseElement(card, -1);
		(next ?? heading.current)?.focus();
	}

	return (
		<>
			<div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
				<h1 ref={heading} tabIndex={-1} className="text-28 outline-none">
					{adminText.reports}
				</h1>
				{hasCases && (
					<p className="hidden text-14 text-quiet wide:block">
						<RichText text={adminReportsText.keysHint} tags={{ key: (key) => <Key>{key}</Key> }} />
					</p>
				)}
			</div>
			<search className="mb-4 flex flex-col gap-3 wide:flex-row wide:items-center wide:justify-between">
				<FilterRow
					label={adminReportsText.kinds}
					names={adminReportsText.targetKinds}
					values={reportTargets}
					current={filter.kind}
					pathTo={(kind) => casesPath({ ...filter, kind })}
				/>
				<div className="flex flex-wrap gap-2">
					<FilterSelect
						label={reportText.reason}
						options={caseReasons.map((reason) => [reason, adminReportsText.reasons[reason]])}
						all={adminReportsText.allReasons}
						value={filter.reason}
						onChange={(reason) => setFilter(casesPath({ ...filter, reason }))}
						className="w-56! grow"
					/>
					<FilterCheckbox checked={filter.appeals} onChange={(appeals) => setFilter(casesPath({ ...filter, appeals }))}>
						{adminReportsText.appeals}
					</FilterCheckbox>
				</div>
			</search>
			<InfiniteList
				query={list}
				items={list.data}
				loading={adminReportsText.loading}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-96 rounded-card wide:h-64" />}
				failure={adminReportsText.loadFailed}
				fades
				more={controlsText.loadMore}
				empty={<NoCases filtered={casesPath(filter) !== casesPath(emptyCaseFilter)} />}
			>
				{(cases) => (
					<ul ref={queue} aria-label={adminReportsText.caseList} className="flex flex-col gap-4">
						{cases.map((item) => (
							<li key={getCaseTargetKey(item)}>
								<CaseCard item={item} onClosed={focusNeighbour} />
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</>
	);
}

function Key({ children }: { children: string }) {
	return <kbd className="rounded-[0.375rem] bg-sunken px-1.5 py-0.5 font-semibold text-12 text-ink">{children}</kbd>;
}

function NoCases({ filtered }: { filtered: boolean }) {
	const icon = <Scale className="size-8" />;
	if (!filtered) {
		return (
			<EmptyState icon={icon} title={adminReportsText.emptyTitle}>
				{adminReportsText.emptyHint}
			</EmptyState>
		);
	}
	return (
		<EmptyState
			icon={icon}
			title={adminText.nothingFound}
			action={<ButtonLink to={casesPath(emptyCaseFilter)}>{adminReportsText.seeAll}</ButtonLink>}
		>
			{searchText.fewerFiltersHint}
		</EmptyState>
	);
}
