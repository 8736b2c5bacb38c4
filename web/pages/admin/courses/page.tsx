import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link, NavLink, useParams } from 'react-router';
import * as messages from '../../../../contract/core/messages.ts';
import { type Course, courses, findCourse } from '../../../../contract/courses/course-catalogue.ts';
import type { ModuleSummary } from '../../../../contract/courses/courses.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminCoursesText from '../../../../text/web/admin-courses.ts';
import { courseEditorPath, lessonEditorPath } from '../../../courses/admin/paths.ts';
import { modulesQuery } from '../../../courses/learning-queries.ts';
import { QueryBoundary } from '../../../data/query-boundary.tsx';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(adminText.courseContent);

export default function CoursesPage() {
	const { courseId } = useParams();
	const course = courseId === undefined ? courses[0] : findCourse(courseId);
	return (
		<div className="max-w-3xl">
			<h1 className="text-28">{adminText.courseContent}</h1>
			<p className="mt-1 text-quiet">{adminCoursesText.about}</p>
			<nav aria-label={commonText.courses} className="-mx-4 mt-3 mb-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
				<ul className="flex gap-2 wide:flex-wrap">
					{courses.map(({ id, title }) => (
						<li key={id}>
							<NavLink
								to={courseEditorPath(id)}
								aria-current={id === course?.id ? 'page' : undefined}
								className={classes(
									'inline-flex min-h-11 items-center whitespace-nowrap rounded-control px-4 text-14',
									id === course?.id ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
								)}
							>
								{title}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			{course ? (
				<Modules key={course.id} course={course} />
			) : (
				<EmptyState
					title={messages.courseNotFound}
					action={<ButtonLink to={courseEditorPath()}>{adminCoursesText.seeFirstCourse}</ButtonLink>}
				/>
			)}
		</div>
	);
}

function Modules({ course }: { course: Course }) {
	const query = useQuery(modulesQuery(useApi(), course.id));
	return (
		<QueryBoundary
			query={query}
			loading={adminCoursesText.loadingModules}
			skeleton={
				<div inert>
					<ModuleRows course={course} modules={undefined} />
				</div>
			}
			failure={adminCoursesText.modulesLoadFailed}
		>
			{(modules) => <ModuleRows course={course} modules={modules} />}
		</QueryBoundary>
	);
}

interface ModuleRowsProps {
	course: Course;
	/** Content kinds of the modules; undefined while loading. */
	modules: readonly ModuleSummary[] | undefined;
}

function ModuleRows({ course, modules }: ModuleRowsProps) {
	return (
		<Card className="overflow-hidden">
			<ol className="divide-y divide-line">
				{course.modules.map((title, index) => {
					const module = index + 1;
					const summary = modules?.find((content) => content.module === module);
					return (
						<li key={module}>
							<Link
								to={lessonEditorPath(course.id, module)}
								className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken"
							>
								<span className="w-6 shrink-0 text-quiet tabular-nums">{module}</span>
								<span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
									<span className="min-w-40 flex-1 font-semibold">{title}</span>
									<span className="flex min-h-6 gap-1.5">
										{!modules && <Skeleton className="h-6 w-20 rounded-full" />}
										{summary?.has_text && <Badge variant="leaf">{adminCoursesText.text}</Badge>}
										{summary?.has_video && <Badge variant="leaf">{commonText.video}</Badge>}
										{summary && !summary.has_text && !summary.has_video && <Badge>{adminCoursesText.taughtLive}</Badge>}
									</span>
								</span>
								<ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
							</Link>
						</li>
					);
				})}
			</ol>
		</Card>
	);
}
