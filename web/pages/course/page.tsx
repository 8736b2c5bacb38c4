import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, BookOpen, Check, GraduationCap, Users } from 'lucide-react';
import { data, Link } from 'react-router';
import * as messages from '../../../contract/core/messages.ts';
import { coursePath, lessonPath, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import { type Course, findCourse, previewModule } from '../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import { useSession } from '../../accounts/session.ts';
import { CoursePrice, LevelBadge } from '../../courses/course-facts.tsx';
import { CourseIcon } from '../../courses/course-icon.tsx';
import { buildCourseJsonLd } from '../../courses/course-json-ld.ts';
import { hasFreeLesson } from '../../courses/free-lesson.ts';
import { modulesQuery } from '../../courses/learning-queries.ts';
import { cataloguePath, dashboardCataloguePath } from '../../courses/paths.ts';
import { useApi } from '../../platform/api.ts';
import { useBrand } from '../../platform/brand.ts';
import { loadPage } from '../../platform/loader.ts';
import { getBrand, getOrigin, pageMeta } from '../../platform/page-meta.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/page.ts';
import { EnrollButton } from './enroll-button.tsx';

export async function loader(args: Route.LoaderArgs) {
	if (!findCourse(args.params.courseId)) return data({ page: false }, { status: 404 });
	return data(
		await loadPage(args, async ({ api, queryClient, params }) =>
			hasFreeLesson(await queryClient.fetchQuery(modulesQuery(api, params.courseId))),
		),
	);
}

/** Client loader that sends no request, because the app's bundle contains the course catalogue. */
export function clientLoader() {
	return { page: false };
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
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
		{
			'script:ld+json': buildCourseJsonLd(
				course,
				getOrigin(matches),
				loaderData?.page ?? false,
				getBrand(matches).name,
			),
		},
	];
}

export default function CoursePage({ params }: Route.ComponentProps) {
	const course = findCourse(params.courseId);
	if (!course) return <CourseNotFound />;
	return <CourseView key={course.id} course={course} />;
}

function CourseView({ course }: { course: Course }) {
	const session = useSession();
	const brand = useBrand();
	const { data: modules = [] } = useQuery(modulesQuery(useApi(), course.id));
	const isFirstFree = hasFreeLesson(modules);
	return (
		<>
			<ButtonLink to={session ? dashboardCataloguePath(brand) : cataloguePath} variant="plain" className="-ml-3">
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
							<EnrollButton course={course} hasFreeLesson={isFirstFree}>
								<CourseDetails course={course} />
							</EnrollButton>
						</Card>
					</aside>
					<div className="flex min-w-0 flex-col gap-8 wide:col-start-1 wide:row-start-1">
						<section aria-labelledby="course-outcomes">
							<h2 id="course-outcomes" className="text-22">
								{courseText.outcomes}
							</h2>
							<Outcomes outcomes={course.outcomes} />
						</section>
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
							<Modules course={course} isFirstFree={isFirstFree} />
						</section>
						<Teacher course={course} />
					</div>
				</div>
			</article>
		</>
	);
}

function CourseDetails({ course }: { course: Course }) {
	return (
		<div className="flex flex-col gap-5">
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
		</div>
	);
}

function Outcomes({ outcomes }: { outcomes: readonly string[] }) {
	return (
		<ul className="mt-3 flex max-w-prose flex-col gap-2.5">
			{outcomes.map((outcome) => (
				<li key={outcome} className="flex gap-3">
					<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
					<span className="min-w-0">{outcome}</span>
				</li>
			))}
		</ul>
	);
}

function Teacher({ course }: { course: Course }) {
	const { name, about } = course.teacher(useBrand().name);
	return (
		<section aria-labelledby="course-teacher">
			<h2 id="course-teacher" className="text-22">
				{courseText.teacher}
			</h2>
			<div className="mt-3 flex max-w-prose gap-3.5">
				<span
					aria-hidden
					className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-leaf"
				>
					<Users className="size-6" />
				</span>
				<div className="min-w-0">
					<p className="font-semibold">{name}</p>
					<p className="text-quiet">{about}</p>
				</div>
			</div>
		</section>
	);
}

function Modules({ course, isFirstFree }: { course: Course; isFirstFree: boolean }) {
	return (
		<ol className="mt-3 flex flex-col gap-2">
			{course.modules.map((title, index) => (
				<li key={title} className="relative flex items-center gap-3.5 rounded-control bg-card px-4 py-3 shadow-soft">
					<span
						aria-hidden
						className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-soft font-semibold text-14 text-leaf tabular-nums"
					>
						{index + 1}
					</span>
					{isFirstFree && index + 1 === previewModule ? (
						<span className="flex min-w-0 flex-1 flex-col items-start gap-1.5 md:flex-row md:items-center md:justify-between md:gap-3">
							<Link
								to={lessonPath(course.id, previewModule)}
								className="min-w-0 after:absolute after:inset-0 after:rounded-control hover:text-leaf"
							>
								{title}
								<span className="sr-only">, {courseText.freeLesson}</span>
							</Link>
							<span aria-hidden className="shrink-0">
								<Badge variant="leaf">
									<BookOpen className="size-4" />
									{courseText.freeLesson}
								</Badge>
							</span>
						</span>
					) : (
						<span className="min-w-0">{title}</span>
					)}
				</li>
			))}
		</ol>
	);
}

function CourseNotFound() {
	return (
		<EmptyState
			as="h1"
			icon={GraduationCap}
			title={messages.courseNotFound}
			action={<ButtonLink to={cataloguePath}>{courseText.back}</ButtonLink>}
			hint={courseText.notFoundHint}
		/>
	);
}
