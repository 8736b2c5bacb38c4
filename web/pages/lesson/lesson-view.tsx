import type { UseQueryResult } from '@tanstack/react-query';
import {
	ArrowLeft,
	ArrowRight,
	Award,
	Check,
	ChevronDown,
	LoaderCircle,
	Pencil,
	Undo2,
	VideoOff,
	WifiOff,
} from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { certificatePaths, coursePath, lessonPath } from '../../../contract/core/page-paths.ts';
import type { Course } from '../../../contract/courses/course-catalogue.ts';
import type { ModuleContent, ModuleSummary, Progress } from '../../../contract/courses/courses.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import * as lessonText from '../../../text/web/lesson.ts';
import * as videoText from '../../../text/web/video.ts';
import { playSound } from '../../appearance/sounds.ts';
import { lessonEditorPath } from '../../courses/admin/paths.ts';
import { ModuleList } from '../../courses/module-list.tsx';
import { listOpenChecks } from '../../courses/use-course-progress.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useOnline } from '../../platform/use-online.ts';
import { getVideoAspectRatio, VideoFrame } from '../../player/frame.tsx';
import { VideoPlayer } from '../../player/player.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Progress as ProgressBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LiveModule } from './live-module.tsx';

const LessonText = lazyComponent(async () => (await import('../../courses/markdown.tsx')).LessonText);

const ModuleCheckForm = lazyComponent(async () => (await import('./module-check.tsx')).ModuleCheckForm);

/** Id of the section with the check of a module. */
const checkId = 'check';

const columns = 'grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 wide:grid-cols-[minmax(0,1fr)_20rem] wide:items-start';

interface LessonViewProps {
	course: Course;
	module: number;
	lesson: UseQueryResult<ModuleContent>;
	modules: readonly ModuleSummary[] | undefined;
	/** Id of the reader's account; null for a visitor. */
	account: number | null;
	/** Progress of the learner; null for an administrator who is not enrolled. */
	progress: Progress | null;
	/** Number of progress changes that wait to be sent. */
	pendingCount: number;
	onSetDone: (module: number, done: boolean) => void;
	editable: boolean;
	/** Whether this is the free lesson, shown to someone who does not take the course. */
	preview?: boolean;
}

export function LessonView({
	course,
	module,
	lesson,
	modules,
	account,
	progress,
	pendingCount,
	onSetDone,
	editable,
	preview = false,
}: LessonViewProps) {
	const title = course.modules[module - 1] ?? '';
	const total = course.modules.length;
	const done = progress?.done.includes(module) ?? false;
	const list = <ModuleList course={course} current={module} progress={progress} modules={modules} preview={preview} />;

	function toggleDone() {
		const last = !done && progress?.done.length === total - 1;
		playSound(last ? 'done' : 'pop');
		onSetDone(module, !done);
	}

	return (
		<div className={columns}>
			<Card className="flex flex-col gap-3 p-4 wide:sticky wide:top-8 wide:col-start-2 wide:row-start-1 wide:max-h-[calc(100dvh-4rem)] wide:overflow-y-auto">
				{progress && <CourseProgress course={course} progress={progress} />}
				<div className="hidden wide:block">{list}</div>
				{/* The key closes the list of modules when the module changes. */}
				<details key={module} className="group wide:hidden">
					<summary className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-control px-2 font-semibold text-14">
						{lessonText.allModules(total)}
						<ChevronDown aria-hidden className="size-5 text-quiet group-open:rotate-180" />
					</summary>
					<div className="-mx-2 mt-1">{list}</div>
				</details>
			</Card>
			<article className="flex min-w-0 flex-col gap-5 wide:col-start-1 wide:row-start-1">
				<header>
					<p className="flex flex-wrap items-center justify-between gap-x-4 font-semibold text-14 text-quiet">
						{lessonText.moduleOf(module, total)}
						{preview && <Badge variant="leaf">{courseText.freeLesson}</Badge>}
						{editable && (
							<ButtonLink to={lessonEditorPath(course.id, module)} variant="plain" className="-mx-4 -my-2.5 text-14">
								<Pencil aria-hidden className="size-4.5" />
								{lessonText.edit}
							</ButtonLink>
						)}
					</p>
					<h1 className="mt-1 text-22 wide:text-28">{title}</h1>
				</header>
				<Content key={module} course={course} module={module} title={title} lesson={lesson} />
				{progress && (
					<div>
						<div className="flex flex-wrap items-center gap-3">
							<Button size="large" variant={done ? 'quiet' : 'primary'} onClick={toggleDone}>
								{done ? <Undo2 aria-hidden className="size-5" /> : <Check aria-hidden className="size-5" />}
								{done ? lessonText.untick : lessonText.markAsDone}
							</Button>
							<p role="status" className="font-semibold text-14 text-leaf">
								{done && lessonText.done}
							</p>
						</div>
						<PendingHint count={pendingCount} />
					</div>
				)}
				{progress && account !== null && (
					<ModuleCheck
						key={`check ${module}`}
						courseId={course.id}
						module={module}
						account={account}
						isPassed={progress.passed.includes(module)}
					/>
				)}
				{progress && progress.next === null && <CourseFinished course={course} progress={progress} />}
				{preview ? <PreviewEnd course={course} /> : <ModuleNav course={course} module={module} done={done} />}
			</article>
		</div>
	);
}

function CourseProgress({ course, progress }: { course: Course; progress: Progress }) {
	return (
		<div className="flex flex-col gap-2">
			<p className="flex items-baseline justify-between gap-3 text-14">
				<span className="text-quiet">{lessonText.modulesDone(progress.done.length, course.modules.length)}</span>
				<span className="font-semibold tabular-nums">{progress.percent}%</span>
			</p>
			<ProgressBar label={lessonText.progressIn(course.title)} percent={progress.percent} />
			{progress.certificate === null && (
				<p className="text-14 text-quiet">{lessonText.checksPassed(progress.passed.length, course.modules.length)}</p>
			)}
			{progress.certificate !== null && (
				<ButtonLink to={certificatePaths.page(progress.certificate)} variant="plain" className="-mx-2 mt-1">
					<Award aria-hidden className="size-5" />
					{lessonText.certificate}
				</ButtonLink>
			)}
		</div>
	);
}

/** Number of unsent progress changes. It shows after 1 s, so a fast response never shows it. Its line is always reserved. */
function PendingHint({ count }: { count: number }) {
	return (
		<div role="status" className="mt-2 min-h-5 text-14 text-quiet">
			{count > 0 && <p className="animate-[appear_200ms_1s_both]">{lessonText.ticksWaiting(count)}</p>}
		</div>
	);
}

/** Section with the check of a module. Its questions load with their own code. */
function ModuleCheck(check: ComponentProps<typeof ModuleCheckForm>) {
	return (
		<section id={checkId} aria-labelledby="check-title" className="scroll-mt-20">
			<Card className="flex flex-col gap-4 p-5">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<h2 id="check-title" className="text-18">
						{lessonText.checkTitle}
					</h2>
					{check.isPassed && (
						<Badge variant="leaf">
							<Check aria-hidden className="size-4" />
							{lessonText.checkPassed}
						</Badge>
					)}
				</div>
				<Suspense fallback={<Skeleton className={check.isPassed ? 'h-6' : 'h-180'} />}>
					<ModuleCheckForm {...check} />
				</Suspense>
			</Card>
		</section>
	);
}

function CourseFinished({ course, progress }: { course: Course; progress: Progress }) {
	const openChecks = listOpenChecks(course, progress);
	if (openChecks.length > 0) return <ChecksLeft course={course} openChecks={openChecks} />;
	return (
		<Card className="flex flex-wrap items-center gap-4 p-5">
			<span
				aria-hidden
				className="flex size-14 shrink-0 items-center justify-center rounded-full bg-marigold-soft text-marigold"
			>
				<Award className="size-8" />
			</span>
			<div role="status" className="min-w-48 flex-1">
				<h2 className="text-18">{lessonText.finishedTitle(course.title)}</h2>
				<p className="mt-1 text-quiet">
					{progress.certificate === null ? lessonText.certificatePending : lessonText.certificateReady}
				</p>
			</div>
			{progress.certificate !== null && (
				<ButtonLink to={certificatePaths.page(progress.certificate)} size="large">
					{lessonText.seeCertificate}
				</ButtonLink>
			)}
		</Card>
	);
}

/** Says which checks are left before the certificate. */
function ChecksLeft({ course, openChecks }: { course: Course; openChecks: readonly number[] }) {
	return (
		<Card className="flex flex-col gap-2 p-5">
			<div role="status">
				<h2 className="text-18">{lessonText.checksLeftTitle}</h2>
				<p className="mt-1 text-quiet">{lessonText.checksLeft(openChecks.length)}</p>
			</div>
			<ul>
				{openChecks.map((module) => (
					<li key={module}>
						<Link
							to={{ pathname: lessonPath(course.id, module), hash: checkId }}
							className="-mx-2 flex min-h-11 items-center gap-1.5 rounded-control px-2 py-1.5 font-semibold text-leaf hover:bg-leaf-soft"
						>
							{lessonText.moduleNumber(module)} {course.modules[module - 1]}
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}

/** Follows the free lesson in place of the next module, which only learners can open. */
function PreviewEnd({ course }: { course: Course }) {
	return (
		<Card className="flex flex-wrap items-center gap-4 p-5">
			<div className="min-w-48 flex-1">
				<h2 className="text-18">{lessonText.previewEndTitle}</h2>
				<p className="mt-1 text-quiet">{lessonText.previewEndHint(course.modules.length, course.title)}</p>
			</div>
			<ButtonLink to={coursePath(course.id)} size="large">
				{lessonText.seeCourse}
			</ButtonLink>
		</Card>
	);
}

function ModuleNav({ course, module, done }: { course: Course; module: number; done: boolean }) {
	const last = module === course.modules.length;
	return (
		<nav aria-label={lessonText.neighbours} className="flex flex-wrap gap-2 border-line border-t pt-5">
			{module > 1 && (
				<ButtonLink to={lessonPath(course.id, module - 1)} variant="quiet" size="large">
					<ArrowLeft aria-hidden className="size-5" />
					{commonText.previous}
				</ButtonLink>
			)}
			{!last && (
				<ButtonLink
					to={lessonPath(course.id, module + 1)}
					variant={done ? 'primary' : 'quiet'}
					size="large"
					className="ml-auto"
				>
					{commonText.next}
					<ArrowRight aria-hidden className="size-5" />
				</ButtonLink>
			)}
		</nav>
	);
}

interface ContentProps {
	course: Course;
	module: number;
	title: string;
	lesson: UseQueryResult<ModuleContent>;
}

function Content({ course, module, title, lesson }: ContentProps) {
	return (
		<QueryBoundary
			query={lesson}
			loading={lessonText.loading}
			skeleton={<ContentSkeleton />}
			failure={lessonText.loadFailed}
		>
			{(content) => (
				<>
					{content.text === '' && content.video_state === null && (
						<LiveModule course={course} module={module} title={title} />
					)}
					{content.video_state !== null && <LessonVideo lesson={lesson} content={content} title={title} />}
					{content.text !== '' && (
						<Suspense fallback={<TextSkeleton />}>
							<LessonText text={content.text} />
						</Suspense>
					)}
				</>
			)}
		</QueryBoundary>
	);
}

function LessonVideo({
	lesson,
	content,
	title,
}: {
	lesson: UseQueryResult<ModuleContent>;
	content: ModuleContent;
	title: string;
}) {
	const { video, video_state } = content;
	const [aspectRatio] = useState(() => (video ? getVideoAspectRatio(video) : '16 / 9'));
	const online = useOnline();
	return (
		<div className="-mx-4 md:mx-0">
			{video && video_state === 'ready' && online ? (
				<VideoPlayer
					video={video}
					title={title}
					aspectRatio={aspectRatio}
					renew={async () => (await lesson.refetch()).data?.video?.renditions ?? []}
				/>
			) : (
				<VideoFrame video={video} aspectRatio={aspectRatio}>
					{!online || video_state === 'ready' ? (
						<>
							<WifiOff aria-hidden className="size-9" />
							<p className="font-semibold text-18">{lessonText.videoOffline}</p>
							<p className="text-14 text-white/80">{lessonText.videoOfflineHint}</p>
						</>
					) : video_state === 'failed' ? (
						<>
							<VideoOff aria-hidden className="size-9" />
							<p className="font-semibold text-18">{videoText.unplayable}</p>
							<p className="text-14 text-white/80">{lessonText.videoFailedHint}</p>
						</>
					) : (
						<>
							<LoaderCircle aria-hidden className="size-9 animate-spin" />
							<div role="status">
								<p className="font-semibold text-18">{commonText.videoProcessing}</p>
								<p className="mt-1 text-14 text-white/80">{videoText.processingHint}</p>
							</div>
						</>
					)}
				</VideoFrame>
			)}
		</div>
	);
}

function ContentSkeleton() {
	return (
		<div className="flex flex-col gap-5">
			<Skeleton className="-mx-4 aspect-video rounded-none md:mx-0 md:rounded-card" />
			<TextSkeleton />
		</div>
	);
}

function TextSkeleton() {
	return (
		<div aria-hidden className="flex max-w-prose flex-col gap-3">
			<Skeleton className="h-5 w-full" />
			<Skeleton className="h-5 w-11/12" />
			<Skeleton className="h-5 w-full" />
			<Skeleton className="h-5 w-2/3" />
		</div>
	);
}

/** The free lesson in the server's HTML, before the browser knows the reader. */
export function LessonPreview({ course, module, text }: { course: Course; module: number; text: string }) {
	return (
		<div className="mx-auto max-w-6xl pt-9">
			<div className={columns}>
				<Card className="flex flex-col gap-3 p-4 wide:col-start-2 wide:row-start-1">
					<Skeleton className="h-11 wide:h-96" />
				</Card>
				<article className="flex min-w-0 flex-col gap-5 wide:col-start-1 wide:row-start-1">
					<header>
						<p className="font-semibold text-14 text-quiet">{lessonText.moduleOf(module, course.modules.length)}</p>
						<h1 className="mt-1 text-22 wide:text-28">{course.modules[module - 1]}</h1>
					</header>
					<Suspense fallback={<TextSkeleton />}>
						<LessonText text={text} />
					</Suspense>
				</article>
			</div>
		</div>
	);
}

export function LessonSkeleton() {
	return (
		<div className={columns}>
			<Card className="flex flex-col gap-3 p-4 wide:col-start-2 wide:row-start-1">
				<Skeleton className="h-5" />
				<Skeleton className="h-2.5" />
				<Skeleton className="h-5 w-1/2" />
				<Skeleton className="h-11 wide:h-96" />
			</Card>
			<div className="flex flex-col gap-5 wide:col-start-1 wide:row-start-1">
				<div>
					<Skeleton className="h-5 w-32" />
					<Skeleton className="mt-2 h-8 w-3/4" />
				</div>
				<ContentSkeleton />
			</div>
		</div>
	);
}
