import { useNavigate } from 'react-router';
import { courses } from '../../../../contract/course-catalogue.ts';
import type { EnrollmentState } from '../../../../contract/enrollments.ts';
import * as adminText from '../../../../contract/text/admin.ts';
import * as adminEnrollmentsText from '../../../../contract/text/admin-enrollments.ts';
import * as commonText from '../../../../contract/text/common.ts';
import * as enrollmentsText from '../../../../contract/text/enrollments.ts';
import * as learningText from '../../../../contract/text/learning.ts';
import { enrollmentListPath } from '../../../enrollments/addresses.ts';
import type { EnrollmentFilter } from '../../../enrollments/filter.ts';
import { stateNames } from '../../../enrollments/states.tsx';
import { classes } from '../../../ui/classes.ts';
import { FilterLink } from '../filter-link.tsx';
import { filterControl, SearchField } from '../search-field.tsx';

interface FiltersProps {
	filter: EnrollmentFilter;
	/** How many there are of each state; undefined until that is known. */
	counts: Partial<Record<EnrollmentState, number>> | undefined;
}

/** What is looked for. It stands in the address, so that it can be kept and sent to a colleague. */
export function Filters({ filter, counts }: FiltersProps) {
	const navigate = useNavigate();
	const look = (next: Partial<EnrollmentFilter>) =>
		void navigate(enrollmentListPath({ ...filter, ...next }), { replace: true, preventScrollReset: true });
	const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
	return (
		<search className="mb-4 flex flex-col gap-3">
			<nav aria-label={adminText.states} className="-mx-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
				<ul className="flex gap-1.5 wide:flex-wrap">
					<FilterLink
						label={commonText.all}
						count={all}
						current={filter.state === null}
						to={enrollmentListPath({ ...filter, state: null })}
					/>
					{stateNames.map((state) => (
						<FilterLink
							key={state}
							label={enrollmentsText.states[state]}
							count={counts && (counts[state] ?? 0)}
							current={filter.state === state}
							to={enrollmentListPath({ ...filter, state })}
						/>
					))}
				</ul>
			</nav>
			<div className="grid grid-cols-1 gap-2 sm:grid-cols-2 wide:grid-cols-[1fr_16rem_auto]">
				<SearchField
					label={commonText.search}
					placeholder={adminEnrollmentsText.searchPlaceholder}
					q={filter.q}
					onSearch={(q) => look({ q })}
				/>
				<select
					aria-label={commonText.course}
					value={filter.course ?? ''}
					onChange={({ target }) => look({ course: target.value || null })}
					className={classes(filterControl, 'truncate')}
				>
					<option value="">{learningText.allCourses}</option>
					{courses.map(({ id, title }) => (
						<option key={id} value={id}>
							{title}
						</option>
					))}
				</select>
				<label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 text-14">
					<input
						type="checkbox"
						checked={filter.attention}
						onChange={({ target }) => look({ attention: target.checked })}
						className="size-5 accent-leaf"
					/>
					{adminEnrollmentsText.needsAttention}
				</label>
			</div>
		</search>
	);
}
