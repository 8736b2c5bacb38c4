import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, GraduationCap, Lock } from 'lucide-react';
import { data, isRouteErrorResponse, Link, Navigate, useLocation } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import * as messages from '../../../contract/core/messages.ts';
import { coursePath, lessonPath, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import { type Course, findCourse, previewModule } from '../../../contract/courses/course-catalogue.ts';
import type { Progress } from '../../../contract/courses/courses.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as learningText from '../../../text/shared/learning.ts';
import * as courseText from '../../../text/web/course.ts';
import * as lessonText from '../../../text/web/lesson.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { ErrorPage } from '../../app/error-page.tsx';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { hasFreeLesson } from '../../courses/free-lesson.ts';
import { lessonQuery, modulesQuery, previewQuery } from '../../courses/learning-queries.ts';
import { cataloguePath } from '../../courses/paths.ts';
import { listOpenChecks, useCourseProgress } from '../../courses/use-course-progress.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { type LoaderResult, loadPage } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';
import { LessonPreview, LessonSkeleton, LessonView } from './lesson-view.tsx';

export const handle: LayoutHandle = { Rail: null };

interface LessonParams {
	courseId: string;
	module?: string | undefined;
}

/**
 * Loads the text of the free lesson for search engines and the first paint; null for other lessons, which need a session, which only the
 * browser has. The list of modules evicts the cached page when an administrator changes a module.
 */
export async function loader(args: Route.LoaderArgs): Promise<LoaderResult<string | null>> {
	const { course, module } = parseParams(args.params);
	if (module !== previewModule) return { page: null };
	return loadPage(args, async ({ api, queryClient }) => {
		await queryClient.prefetchQuery(modulesQuery(api, course.id));
		const { text } = await api.getPreview({ params: { id: course.id } });
		return text === '' ? null : text;
	});
}

export function clientLoader({ params }: Route.ClientLoaderArgs): LoaderResult<string | null> {
	parseParams(params);
	return { page: null };
}

/** Parses course and module from the page's address. `module` is null if the address has none. Throws a 404 if either is unknown. */
function parseParams({ courseId, module }: LessonParams): { course: Course; module: number | null } {
	const course = findCourse(courseId);
	if (!course) throw data({ message: messages.courseNotFound }, { status: 404 });
	if (module === undefined) return { course, module: null };
	const number = /^[1-9]\d?$/.test(module) ? Number(module) : 0;
	if (course.modules[number - 1] === undefined) {
		throw data({ message: lessonText.noSuchModule }, { status: 404 });
	}
	return { course, module: number };
}

export function meta({ matches, params, error, loaderData }: Route.MetaArgs) {
	const course = findCourse(params.courseId);
	const title = course?.modules[Number(params.module) - 1] ?? course?.title ?? messages.courseNotFound;
	if (course && loaderData?.page) {
		return pageMeta(matches, {
			title: courseText.freeLessonOf(title, course.title),
			description: course.description,
			path: lessonPath(course.id, previewModule),
			picture: sharePicturePaths.course(course.id),
		});
	}
	return pageMeta(matches, { title: error && course ? lessonText.noSuchModuleTitle : title, hidden: true });
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
	if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
	const course = findCourse(params.courseId ?? '');
	return (
		<EmptyState
			icon={GraduationCap}
			as="h1"
			title={course ? lessonText.noSuchModule : messages.courseNotFound}
			action={
				<ButtonLink to={course ? coursePath(course.id) : cataloguePath}>
					{course ? lessonText.seeCourse : learningText.seeAllCourses}
				</ButtonLink>
			}
			hint={lessonText.noSuchModuleHint}
		/>
	);
}

export default function LessonPage({ params, loaderData }: Route.ComponentProps) {
	const isHydrated = useHydrated();
	const { course, module } = parseParams(params);
	if (!isHydrated) {
		return loaderData.page === null ? (
			<Loading label={lessonText.loading}>
				<LessonSkeleton />
			</Loading>
		) : (
			<LessonPreview course={course} module={previewModule} text={loaderData.page} />
		);
	}
	return <LessonForReader course={course} module={module} />;
}

/** Shows a lesson to its reader, whom only the browser knows. */
function LessonForReader({ course, module }: { course: Course; module: number | null }) {
	const session = useSession();
	return (
		<div className="mx-auto max-w-6xl">
			<Link
				to={coursePath(course.id)}
				className="-mt-2 -ml-2 mb-2 inline-flex min-h-11 max-w-full items-center gap-2 rounded-control px-2 font-semibold text-14 text-quiet hover:text-ink"
			>
				<ArrowLeft aria-hidden className="size-5 shrink-0" />
				<span className="truncate">{course.title}</span>
			</Link>
			{session ? (
				<LessonLoader key={session.id} course={course} module={module} session={session} />
			) : module === previewModule ? (
				<Preview course={course} visitor />
			) : (
				<LockedCourse course={course} visitor />
			)}
		</div>
	);
}

function LessonLoader({ course, module, session }: { course: Course; module: number | null; session: Session }) {
	const api = useApi();
	const courseProgress = useCourseProgress(course, session.id);
	const modules = useQuery(modulesQuery(api, course.id));
	// The lesson loads in parallel with the progress.
	const lesson = useQuery({ ...lessonQuery(api, course.id, module ?? 0, session.id), enabled: module !== null });
	const { query } = courseProgress;
	const isRejected = isApiError(query.error) && [401, 403, 404].includes(query.error.status);
	const admin = session.role === 'admin';
	const view = (progress: Progress | null) =>
		module === null ? (
			<Navigate to={lessonPath(course.id, progress ? findNextModule(course, progress) : 1)} replace />
		) : (
			<LessonView
				course={course}
				module={module}
				lesson={lesson}
				modules={modules.data}
				account={session.id}
				progress={progress}
				pendingCount={courseProgress.pendingCount}
				onSetDone={courseProgress.mark}
				editable={admin}
			/>
		);
	// Access to the course can be revoked while the page is open.
	if (isRejected) {
		if (admin) return view(null);
		const Stranger = module === previewModule ? Preview : LockedCourse;
		return <Stranger course={course} visitor={false} />;
	}
	return (
		<QueryBoundary
			query={query}
			loading={lessonText.loading}
			skeleton={<LessonSkeleton />}
			failure={lessonText.courseLoadFailed}
			as="h1"
		>
			{() => view(courseProgress.progress)}
		</QueryBoundary>
	);
}

/** Returns the first module that is not done, else the first whose check is open. */
function findNextModule(course: Course, progress: Progress): number {
	return progress.next ?? listOpenChecks(course, progress)[0] ?? 1;
}

/** Props of a lesson for those who do not take the course: they have no progress. */
const strangerProps = { account: null, progress: null, pendingCount: 0, onSetDone: () => {}, editable: false };

interface StrangerProps {
	course: Course;
	visitor: boolean;
}

/** Shows the free lesson to those who do not take the course. Their progress is not counted. */
function Preview({ course, visitor }: StrangerProps) {
	const api = useApi();
	const modules = useQuery(modulesQuery(api, course.id));
	const lesson = useQuery(previewQuery(api, course.id));
	const { data } = lesson;
	// A first lesson without content is taught live, to learners only.
	if (data && !data.has_text && data.video_state === null) return <LockedCourse course={course} visitor={visitor} />;
	return (
		<LessonView
			course={course}
			module={previewModule}
			lesson={lesson}
			modules={modules.data}
			preview
			{...strangerProps}
		/>
	);
}

/** Shows users without access to the course how to get it. */
function LockedCourse({ course, visitor }: StrangerProps) {
	const { pathname } = useLocation();
	const { data: modules = [] } = useQuery(modulesQuery(useApi(), course.id));
	const isFirstFree = hasFreeLesson(modules);
	return (
		<EmptyState
			icon={Lock}
			as="h1"
			title={visitor ? lessonText.logInTitle : lessonText.learnersOnlyTitle}
			action={
				<>
					{visitor && <ButtonLink to={loginPath(pathname)}>{commonText.logIn}</ButtonLink>}
					<ButtonLink to={coursePath(course.id)} variant={visitor ? 'quiet' : 'primary'}>
						{lessonText.seeCourse}
					</ButtonLink>
					{isFirstFree && (
						<ButtonLink to={lessonPath(course.id, previewModule)} variant="quiet">
							{courseText.tryFreeLesson}
						</ButtonLink>
					)}
				</>
			}
			hint={visitor ? lessonText.logInHint(course.title) : lessonText.learnersOnlyHint(course.title)}
		/>
	);
}
