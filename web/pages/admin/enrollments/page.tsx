import { useInfiniteQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useFullScreen } from '../../../appearance/full-screen.ts';
import { enrollmentListPath } from '../../../enrollments/addresses.ts';
import { enrollmentListQuery } from '../../../enrollments/desk-queries.ts';
import { EnrollmentTable, EnrollmentTableSkeleton } from '../../../enrollments/enrollment-table.tsx';
import { filterIn, searchOf } from '../../../enrollments/filter.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Route } from './+types/page.ts';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Enrollments', hidden: true });
}

/** Who asked for a course, and how far that is. */
export default function EnrollmentsPage() {
	const [params] = useSearchParams();
	const filter = filterIn(params);
	const search = searchOf(filter);
	const wide = useFullScreen();
	const list = useInfiniteQuery(enrollmentListQuery(useApi(), filter));
	const rows = list.data?.pages.flatMap((page) => page.items);

	async function more() {
		const { isFetchNextPageError, error } = await list.fetchNextPage();
		if (isFetchNextPageError) toast(reasonOf(error), 'error');
	}

	return (
		<>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-3">
				<h1 className="text-28">Enrollments</h1>
				<ExportButton filter={filter} />
			</div>
			<Filters filter={filter} counts={list.data?.pages[0]?.counts} />
			<div aria-busy={list.isPlaceholderData} className={classes(list.isPlaceholderData && 'opacity-60')}>
				{list.isPending && <EnrollmentTableSkeleton />}
				{list.isError && !rows && (
					<ErrorState
						title="The enrollments could not be loaded"
						retrying={list.isFetching}
						onRetry={() => void list.refetch()}
					>
						{reasonOf(list.error)}
					</ErrorState>
				)}
				{rows?.length === 0 &&
					(search === '' ? (
						<EmptyState icon={<GraduationCap className="size-8" />} title="Nobody has asked for a course yet">
							As soon as somebody does, it stands here.
						</EmptyState>
					) : (
						<EmptyState
							icon={<GraduationCap className="size-8" />}
							title="Nothing like this"
							action={
								<ButtonLink to={enrollmentListPath({ state: null, course: null, attention: false, q: '' })}>
									See all enrollments
								</ButtonLink>
							}
						>
							Try it with fewer filters or other words.
						</EmptyState>
					))}
				{rows && rows.length > 0 && <EnrollmentTable rows={rows} wide={wide} search={search} />}
			</div>
			{list.hasNextPage && !list.isPlaceholderData && (
				<div className="mt-5 flex justify-center">
					<Button look="quiet" loading={list.isFetchingNextPage} onClick={() => void more()}>
						Load more
					</Button>
				</div>
			)}
		</>
	);
}
