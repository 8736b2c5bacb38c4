import { useInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { reportTargets } from '../../../../contract/moderation/moderation.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminReportsText from '../../../../text/web/admin-reports.ts';
import * as reportText from '../../../../text/web/report.ts';
import * as searchText from '../../../../text/web/search.ts';
import { AdminQueue } from '../../../data/admin-list.tsx';
import { FilterCheckbox, FilterRow, FilterSelect, useSetFilter } from '../../../data/filters.tsx';
import { useFocusNeighbour } from '../../../data/use-focus-neighbour.ts';
import { CaseCard } from '../../../moderation/admin/case-card.tsx';
import { useCaseShortcuts } from '../../../moderation/admin/use-case-shortcuts.ts';
import { caseReasons, casesPath, emptyCaseFilter, parseCaseFilter } from '../../../moderation/filter.ts';
import { caseListQuery, getCaseTargetKey } from '../../../moderation/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(adminText.reports);

/** Page with one case for each item that was reported, detected by the server or appealed. */
export default function ReportsPage() {
	const [params] = useSearchParams();
	const filter = parseCaseFilter(params);
	const setFilter = useSetFilter();
	const list = useInfiniteQuery(caseListQuery(useApi(), filter));
	const { heading, list: queue, focusNeighbour } = useFocusNeighbour();
	const hasCases = list.data !== undefined && list.data.length > 0;
	useCaseShortcuts(queue, hasCases);

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
			<AdminQueue
				query={list}
				items={list.data}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-96 rounded-card wide:h-64" />}
				text={adminReportsText.listText}
				icon={Scale}
				filtered={
					casesPath(filter) === casesPath(emptyCaseFilter)
						? null
						: {
								hint: searchText.fewerFiltersHint,
								action: <ButtonLink to={casesPath(emptyCaseFilter)}>{adminReportsText.seeAll}</ButtonLink>,
							}
				}
				listRef={queue}
				toKey={getCaseTargetKey}
			>
				{(item) => <CaseCard item={item} onClosed={focusNeighbour} />}
			</AdminQueue>
		</>
	);
}

function Key({ children }: { children: string }) {
	return <kbd className="rounded-[0.375rem] bg-sunken px-1.5 py-0.5 font-semibold text-12 text-ink">{children}</kbd>;
}
