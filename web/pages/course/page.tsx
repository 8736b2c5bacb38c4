import { ArrowLeft, GraduationCap } from 'lucide-react';
import { data } from 'react-router';
import { type Course, findCourse } from '../../../contract/course-catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { coursePath, sharePicturePaths } from '../../../contract/page-paths.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as courseText from '../../../contract/text/course.ts';
import { useSession } from '../../accounts/session.ts';
import { CoursePrice, LevelBadge } from '../../courses/course-facts.tsx';
import { CourseIcon } from '../../courses/course-icon.tsx';
import { buildCourseJsonLd } from '../../courses/course-json-ld.ts';
import { cataloguePath, dashboardCataloguePath } from '../../courses/paths.ts';
import { getOrigin, pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/page.ts';
import { EnrollButton } from './enroll-button.tsx';

export function loader({ params }: Route.LoaderArgs) {
	return findCourse(params.courseId) ? null : data(null, { status: 404 });
}

/** Client loader that sends no request, because the app's bundle contains the course catalogue. */
export function clientLoader() {
	return null;
}

export function meta({ matches, params }: Route.MetaArgs) {
	const course = findCourse(params.courseId);
	if (!course) return pageMeta(matches, { title: messages.courseNotFound, hidden: true });
	return [
		...pageMeta(matches, {
			title: course.title,
			description: courseText.shareDescription(
				course.price.replace(courseText.currency, '').trim(),
				course.description,
			),
			path: coursePath(course.id),
			picture: sharePicturePaths.course(course.id),
		}),
		{ property: 'og:type', content: 'website' },
		{ 'script:ld+json': buildCourseJsonLd(course, getOrigin(matches)) },
	];
}

export default function CoursePage({ params }: Route.ComponentProps) {
	const course = findCourse(params.courseId);
	return course ? <CourseView key={course.id} course={course} /> : <CourseNotFound />;
}

function CourseView({ course }: { course: Course }) {
	const session = useSession();
	return (
		<>
			<ButtonLink to={session ? dashboardCataloguePath : cataloguePath} variant="plain" className="-ml-3">
				<ArrowLeft aria-hidden className="size-5" />
				{courseText.back}
			</ButtonLink>
			<article className="mt-2">
				<header
					className={classes(
						course.gradient,
						'relative -mx-4 flex flex-col items-start gap-4 overflow-hidden px-5 py-8 md:mx-0 md:rounded-card md:px-8 md:py-10',
					)}
				>
					<CourseIcon
						name={course.icon}
						className="absolute -top-8 -right-8 size-40 opacity-20 md:-top-4 md:-right-10 md:size-72"
					/>
					<CourseIcon name={course.icon} className="relative size-14" />
					{course.level !== '' && <LevelBadge level={course.level} />}
					<h1 className="relative max-w-2xl text-28 md:text-36">{course.title}</h1>
				</header>
				<div className="mt-6 grid gap-8 wide:grid-cols-[minmax(0,1fr)_20rem] wide:gap-10">
					<aside aria-labelledby="course-details" className="wide:col-start-2 wide:row-start-1">
						<Card className="flex flex-col gap-5 p-5 wide:sticky wide:top-20">
							<CourseDetails course={course} />
							<EnrollButton course={course} />
						</Card>
					</aside>
					<div className="flex min-w-0 flex-col gap-8 wide:col-start-1 wide:row-start-1">
						<section aria-labelledby="about-course">
							<h2 id="about-course" className="text-22">
								{courseText.about}
							</h2>
							<p className="mt-3 max-w-prose whitespace-pre-line">{course.fullDescription}</p>
						</section>
						<section aria-labelledby="course-modules">
							<h2 id="course-modules" className="text-22">
								{courseText.modulesTitle}
							</h2>
							<Modules titles={course.modules} />
						</section>
					</div>
				</div>
			</article>
		</>
	);
}

function CourseDetails({ course }: { course: Course }) {
	return (
		<>
			<h2 id="course-details" className="text-18">
				{courseText.details}
			</h2>
			<dl className="flex flex-col gap-2.5">
				<div className="flex items-baseline justify-between gap-3">
					<dt className="text-quiet">{courseText.duration}</dt>
					<dd className="font-semibold">{course.duration}</dd>
				</div>
				<div className="flex items-baseline justify-between gap-3">
					<dt className="text-quiet">{commonText.price}</dt>
					<dd>
						<CoursePrice course={course} size="large" />
					</dd>
				</div>
				<div className="flex items-baseline justify-between gap-3">
					<dt className="text-quiet">{courseText.modules}</dt>
					<dd className="font-semibold">{course.modules.length}</dd>
				</div>
			</dl>
		</>
	);
}

function Modules({ titles }: { titles: readonly string[] }) {
	return (
		<ol className="mt-3 flex flex-col gap-2">
			{titles.map((title, index) => (
				<li key={title} className="flex items-center gap-3.5 rounded-control bg-card px-4 py-3 shadow-soft">
					<span
						aria-hidden
						className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-semibold text-14 text-leaf tabular-nums"
					>
						{index + 1}
					</span>
					<span className="min-w-0">{title}</span>
				</li>
			))}
		</ol>
	);
}

function CourseNotFound() {
	return (
		<EmptyState
			as="h1"
			icon={<GraduationCap className="size-8" />}
			title={messages.courseNotFound}
			action={<ButtonLink to={cataloguePath}>{courseText.back}</ButtonLink>}
		>
			<p>{courseText.notFoundHint}</p>
		</EmptyState>
	);
}
