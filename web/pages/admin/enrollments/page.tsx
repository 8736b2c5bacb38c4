import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download, GraduationCap } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { courses } from '../../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as learningText from '../../../../text/shared/learning.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminEnrollmentsText from '../../../../text/web/admin-enrollments.ts';
import * as enrollmentsText from '../../../../text/web/enrollments.ts';
import { useIsWideScreen } from '../../../appearance/wide-screen.ts';
import { AdminList } from '../../../data/admin-list.tsx';
import { FilterCheckbox, FilterRow, FilterSelect, SearchField, useSetFilter } from '../../../data/filters.tsx';
import { toSearchString } from '../../../data/url-params.ts';
import { enrollmentListQuery } from '../../../enrollments/admin/queries.ts';
import { enrollmentStates } from '../../../enrollments/enrollment-state-badge.tsx';
import { EnrollmentTable } from '../../../enrollments/enrollment-table.tsx';
import {
	type EnrollmentFilter,
	emptyEnrollmentFilter,
	enrollmentListPath,
	parseEnrollmentFilter,
	toEnrollmentQueryParams,
} from '../../../enrollments/filter.ts';
import { useApi } from '../../../platform/api.ts';
import { downloadFile } from '../../../platform/download-file.ts';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TableSkeleton } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.ts';

export const meta = hiddenPageMeta(adminText.enrollments);

export default function EnrollmentsPage() {
	const [params] = useSearchParams();
	const filter = parseEnrollmentFilter(params);
	const setFilter = useSetFilter();
	const search = toSearchString(toEnrollmentQueryParams(filter));
	const wide = useIsWideScreen();
	const list = useInfiniteQuery(enrollmentListQuery(useApi(), filter));

	return (
		<>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
				<h1 className="text-28">{adminText.enrollments}</h1>
				<ExportButton filter={filter} />
			</div>
			<search className="mb-4 flex flex-col gap-3">
				<FilterRow
					label={adminText.states}
					names={enrollmentsText.states}
					values={enrollmentStates}
					current={filter.state}
					pathTo={(state) => enrollmentListPath({ ...filter, state })}
					counts={list.data?.pages[0]?.counts}
				/>
				<div className="grid grid-cols-1 gap-2 sm:grid-cols-2 wide:grid-cols-[1fr_16rem_auto]">
					<SearchField
						label={commonText.search}
						placeholder={adminEnrollmentsText.searchPlaceholder}
						q={filter.q}
						onSearch={(q) => setFilter(enrollmentListPath({ ...filter, q }))}
					/>
					<FilterSelect
						label={commonText.course}
						options={courses.map(({ id, title }) => [id, title])}
						all={learningText.allCourses}
						value={filter.course}
						onChange={(course) => setFilter(enrollmentListPath({ ...filter, course }))}
					/>
					<FilterCheckbox
						checked={filter.proof}
						onChange={(proof) => setFilter(enrollmentListPath({ ...filter, proof }))}
					>
						{adminEnrollmentsText.proofToCheck}
					</FilterCheckbox>
					<FilterCheckbox
						checked={filter.attention}
						onChange={(attention) => setFilter(enrollmentListPath({ ...filter, attention }))}
					>
						{adminEnrollmentsText.needsAttention}
					</FilterCheckbox>
				</div>
			</search>
			<AdminList
				query={list}
				items={list.data?.pages.flatMap((page) => page.items)}
				skeleton={<TableSkeleton className="h-32 wide:h-14" />}
				text={adminEnrollmentsText.listText}
				icon={GraduationCap}
				filtered={
					search === ''
						? null
						: {
								hint: adminEnrollmentsText.nothingFoundHint,
								action: (
									<ButtonLink to={enrollmentListPath(emptyEnrollmentFilter)}>{adminEnrollmentsText.seeAll}</ButtonLink>
								),
							}
				}
			>
				{(rows) => <EnrollmentTable rows={rows} wide={wide} search={search} />}
			</AdminList>
		</>
	);
}

function ExportButton({ filter }: { filter: EnrollmentFilter }) {
	const api = useApi();
	const exporting = useMutation({
		mutationFn: () => api.exportEnrollments({ query: toEnrollmentQueryParams(filter) }),
		onSuccess: ({ file_name, csv }) => downloadFile(new File([csv], file_name, { type: 'text/csv;charset=utf-8' })),
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<Button variant="quiet" loading={exporting.isPending} onClick={() => exporting.mutate()}>
			{!exporting.isPending && <Download aria-hidden className="size-5" />}
			{adminEnrollmentsText.exportCsv}
		</Button>
	);
}
