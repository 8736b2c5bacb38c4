import { useNavigate } from 'react-router';
import { reportTargets } from '../../../../contract/moderation.ts';
import * as adminReportsText from '../../../../contract/text/admin-reports.ts';
import * as commonText from '../../../../contract/text/common.ts';
import * as reportText from '../../../../contract/text/report.ts';
import { casesPath } from '../../../moderation/addresses.ts';
import { type CaseFilter, caseReasons } from '../../../moderation/filter.ts';
import { classes } from '../../../ui/classes.ts';
import { useCurrentInView } from '../../use-current-in-view.ts';
import { FilterLink } from '../filter-link.tsx';
import { filterControl } from '../search-field.tsx';

/** Which cases are looked at. It stands in the address, so that it can be kept and sent to a colleague. */
export function Filters({ filter }: { filter: CaseFilter }) {
	const navigate = useNavigate();
	const row = useCurrentInView<HTMLElement>(filter.kind);
	const look = (next: Partial<CaseFilter>) =>
		void navigate(casesPath({ ...filter, ...next }), { replace: true, preventScrollReset: true });
	return (
		<search className="mb-4 flex flex-col gap-3 wide:flex-row wide:items-center wide:justify-between">
			<nav
				ref={row}
				aria-label={adminReportsText.kinds}
				className="relative -mx-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0"
			>
				<ul className="flex gap-1.5">
					<FilterLink label={commonText.all} current={filter.kind === null} to={casesPath({ ...filter, kind: null })} />
					{reportTargets.map((kind) => (
						<FilterLink
							key={kind}
							label={adminReportsText.targetKinds[kind]}
							current={filter.kind === kind}
							to={casesPath({ ...filter, kind })}
						/>
					))}
				</ul>
			</nav>
			<div className="flex flex-wrap gap-2">
				<select
					aria-label={reportText.reason}
					value={filter.reason ?? ''}
					onChange={({ target }) => look({ reason: caseReasons.find((reason) => reason === target.value) ?? null })}
					className={classes(filterControl, 'w-56! grow truncate')}
				>
					<option value="">{adminReportsText.allReasons}</option>
					{caseReasons.map((reason) => (
						<option key={reason} value={reason}>
							{adminReportsText.reasons[reason]}
						</option>
					))}
				</select>
				<label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 text-14">
					<input
						type="checkbox"
						checked={filter.appeals}
						onChange={({ target }) => look({ appeals: target.checked })}
						className="size-5 accent-leaf"
					/>
					{adminReportsText.appeals}
				</label>
			</div>
		</search>
	);
}
