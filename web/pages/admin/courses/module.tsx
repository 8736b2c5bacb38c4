import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Eye } from 'lucide-react';
import { Link, type MetaArgs, useParams } from 'react-router';
import type { Session } from '../../../../contract/accounts/accounts.ts';
import { lessonPath } from '../../../../contract/core/page-paths.ts';
import { type Course, findCourse } from '../../../../contract/courses/course-catalogue.ts';
import type { ModuleContent } from '../../../../contract/courses/courses.ts';
import type { Rendition, UploadedFile } from '../../../../contract/media/media.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as validationText from '../../../../text/shared/validation.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminCoursesText from '../../../../text/web/admin-courses.ts';
import * as lessonText from '../../../../text/web/lesson.ts';
import { useSession } from '../../../accounts/session.ts';
import { courseEditorPath, lessonEditorPath } from '../../../courses/admin/paths.ts';
import { TextEditor } from '../../../courses/admin/text-editor.tsx';
import { useLessonText } from '../../../courses/admin/use-lesson-text.ts';
import { useLessonVideo } from '../../../courses/admin/use-lesson-video.ts';
import { VideoEditor } from '../../../courses/admin/video-editor.tsx';
import { lessonQuery, modulesQuery } from '../../../courses/learning-queries.ts';
import { getLessonDraftKey } from '../../../courses/lesson-draft.ts';
import { QueryBoundary } from '../../../data/query-boundary.tsx';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useLeaveWarning } from '../../../ui/use-leave-warning.tsx';

export function meta({ matches, params }: MetaArgs) {
	const { courseId = '', module = '' } = params;
	const title = findCourse(courseId)?.modules[Number(module) - 1];
	return pageMeta(matches, {
		title: title ? adminCoursesText.moduleTitle(module, title) : adminText.courseContent,
		hidden: true,
	});
}

export default function ModulePage() {
	const { courseId = '', module = '' } = useParams();
	const session = useSession();
	const course = findCourse(courseId);
	const number = /^[1-9]\d?$/.test(module) ? Number(module) : 0;
	const title = course?.modules[number - 1];
	if (!session) return null;
	if (!course || title === undefined) {
		return (
			<EmptyState
				as="h1"
				title={validationText.moduleUnknown}
				action={<ButtonLink to={courseEditorPath(course?.id)}>{adminCoursesText.seeAllModules}</ButtonLink>}
			/>
		);
	}
	return (
		<div className="max-w-3xl">
			<Link
				to={courseEditorPath(course.id)}
				className="-mt-2 -ml-2 mb-2 inline-flex min-h-11 max-w-full items-center gap-2 rounded-control px-2 font-semibold text-14 text-quiet hover:text-ink"
			>
				<ArrowLeft aria-hidden className="size-5 shrink-0" />
				<span className="truncate">{course.title}</span>
			</Link>
			<div className="flex flex-wrap items-center justify-between gap-x-4">
				<p className="font-semibold text-14 text-quiet">{lessonText.moduleOf(number, course.modules.length)}</p>
				<ButtonLink to={lessonPath(course.id, number)} variant="plain" className="-mx-4 text-14">
					<Eye aria-hidden className="size-4.5" />
					{adminCoursesText.seeAsLearner}
				</ButtonLink>
			</div>
			<h1 className="text-22 wide:text-28">{title}</h1>
			<ModuleLoader key={`${session.id} ${course.id} ${number}`} session={session} course={course} module={number} />
			<nav aria-label={lessonText.neighbours} className="mt-8 flex flex-wrap gap-2 border-line border-t pt-5">
				{number > 1 && (
					<ButtonLink to={lessonEditorPath(course.id, number - 1)} variant="quiet">
						<ArrowLeft aria-hidden className="size-5" />
						{commonText.previous}
					</ButtonLink>
				)}
				{number < course.modules.length && (
					<ButtonLink to={lessonEditorPath(course.id, number + 1)} variant="quiet" className="ml-auto">
						{commonText.next}
						<ArrowRight aria-hidden className="size-5" />
					</ButtonLink>
				)}
			</nav>
		</div>
	);
}

interface ModuleLoaderProps {
	session: Session;
	course: Course;
	module: number;
}

function ModuleLoader({ session, course, module }: ModuleLoaderProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const options = lessonQuery(api, course.id, module, session.id);
	const query = useQuery(options);

	function accept(content: ModuleContent) {
		queryClient.setQueryData(options.queryKey, content);
		void queryClient.invalidateQueries(modulesQuery(api, course.id));
	}

	return (
		<QueryBoundary
			query={query}
			loading={adminCoursesText.loadingModule}
			skeleton={
				<div className="mt-5 flex flex-col gap-8">
					<Skeleton className="h-64 rounded-card" />
					<Skeleton className="h-96 rounded-card" />
				</div>
			}
			failure={adminCoursesText.moduleLoadFailed}
		>
			{(content) => (
				<ModuleEditor
					draftKey={getLessonDraftKey(session.id, course.id, module)}
					content={content}
					onSave={async (change) => {
						const params = { id: course.id, module: String(module) };
						accept(await api.updateModule({ params, body: change }));
					}}
					renew={async () => (await query.refetch()).data?.video?.renditions ?? []}
				/>
			)}
		</QueryBoundary>
	);
}

interface ModuleEditorProps {
	draftKey: string;
	content: ModuleContent;
	/** Saves a change of the course module. Rejects if saving fails. */
	onSave: (change: { text: string } | { video: UploadedFile | null }) => Promise<void>;
	renew: () => Promise<readonly Rendition[]>;
}

function ModuleEditor({ draftKey, content, onSave, renew }: ModuleEditorProps) {
	const text = useLessonText(draftKey, content.text, (text) => onSave({ text }));
	const video = useLessonVideo((video) => onSave({ video }));
	const { step } = video.state;
	const leaveWarning = useLeaveWarning(
		step !== 'idle' || text.changed,
		step === 'unsaved'
			? adminCoursesText.videoUnsavedWarning
			: step === 'idle'
				? adminCoursesText.textUnsavedWarning
				: adminCoursesText.videoUploadingWarning,
	);
	return (
		<div className="mt-5 flex flex-col gap-8">
			<VideoEditor content={content} upload={video} onRemove={() => onSave({ video: null })} renew={renew} />
			<TextEditor editing={text} />
			{leaveWarning}
		</div>
	);
}
