import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { lessonPath } from '../../../contract/core/page-paths.ts';
import { type Course, previewModule } from '../../../contract/courses/course-catalogue.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as courseText from '../../../text/web/course.ts';
import * as enrollmentsText from '../../../text/web/enrollments.ts';
import { useSession } from '../../accounts/session.ts';
import type { EnrollDialogProps } from '../../enrollments/enroll-dialog.tsx';
import { getEnrollmentStatus } from '../../enrollments/enrollment-status.ts';
import { myEnrollmentsQuery } from '../../enrollments/queries.ts';
import { RequestPanel } from '../../enrollments/request-panel.tsx';
import { SentRequestPanel } from '../../enrollments/sent-request-panel.tsx';
import { addSentRequest, selectSentRequests, sentRequests } from '../../enrollments/sent-requests.ts';
import { useActor } from '../../platform/actor.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

const loadDialog = async () => (await import('../../enrollments/enroll-dialog.tsx')).EnrollDialog;

interface EnrollButtonProps {
	course: Course;
	/** Whether everyone can read the first lesson. */
	hasFreeLesson: boolean;
	/** Content between the card of a request and the button. */
	children?: ReactNode;
}

/** 'Start Course' or 'Continue Learning', with the card of a request above. */
export function EnrollButton({ course, hasFreeLesson, children }: EnrollButtonProps) {
	const actor = useActor();
	const session = useSession();
	const stored = useStoredValue(sentRequests);
	const isHydrated = useHydrated();
	const enrollments = useQuery({ ...myEnrollmentsQuery(useApi(), actor?.id ?? 0), enabled: actor !== null });
	const status = enrollments.data ? getEnrollmentStatus(course.id, enrollments.data) : null;
	const failed = actor !== null && !enrollments.data && enrollments.isError;
	// The button waits for the enrollments only until the first failed request, because retries take seconds while offline.
	const isLoading = actor !== null && enrollments.isPending && enrollments.failureCount === 0;

	if (status?.step === 'learning') {
		return (
			<>
				{children}
				<div>
					<StatusLine>
						<div className="flex items-baseline justify-between gap-3 text-14">
							<span className="text-quiet">{courseText.progress}</span>
							<span className="font-semibold tabular-nums">{status.percent}%</span>
						</div>
						<Progress label={courseText.progressIn(course.title)} percent={status.percent} />
					</StatusLine>
					<ButtonLink to={lessonPath(course.id)} size="large" fullWidth>
						{enrollmentsText.continueLearning}
					</ButtonLink>
				</div>
			</>
		);
	}
	// An account's own list decides which of the requests of this device are still unknown to it.
	const sent = isLoading
		? []
		: selectSentRequests(stored ?? [], session, { listed: enrollments.data ?? [], now: Date.now() }).filter(
				({ course_id }) => course_id === course.id,
			);
	const hasRequest = status !== null || sent.length > 0;
	return (
		<>
			{hasRequest && (
				<div className="flex flex-col gap-4">
					{status && <RequestPanel enrollment={status.enrollment} step={status.request} />}
					{sent.map((request) => (
						<SentRequestPanel key={request.email} request={request} session={session} />
					))}
				</div>
			)}
			{children}
			<div>
				{!hasRequest && (
					<StatusLine>
						{failed ? (
							<p role="alert" className="text-14">
								{courseText.statusFailed}{' '}
								<button
									type="button"
									onClick={() => void enrollments.refetch()}
									className="font-semibold text-leaf underline underline-offset-4"
								>
									{commonText.tryAgain}
								</button>
							</p>
						) : (
							<p className="text-14 text-quiet">{courseText.startHint}</p>
						)}
					</StatusLine>
				)}
				<StartCourse course={course} disabled={!isHydrated || isLoading} variant={hasRequest ? 'quiet' : 'primary'} />
				{hasFreeLesson && (
					<ButtonLink to={lessonPath(course.id, previewModule)} variant="plain" fullWidth className="mt-2">
						{courseText.tryFreeLesson}
					</ButtonLink>
				)}
			</div>
		</>
	);
}

/** Status of the enrollment. Its height is fixed, so that nothing shifts when the status loads. */
function StatusLine({ children }: { children: ReactNode }) {
	return <div className="mb-4 flex min-h-10 flex-col justify-center gap-2">{children}</div>;
}

interface StartCourseProps {
	course: Course;
	disabled: boolean;
	variant?: ButtonVariant;
}

function StartCourse({ course, disabled, variant = 'primary' }: StartCourseProps) {
	const api = useApi();
	const session = useSession();
	const queryClient = useQueryClient();
	const dialog = useDialogInHistory('enroll');
	const { isOpen, close } = dialog;
	const [Dialog, setDialog] = useState<ComponentType<EnrollDialogProps> | null>(null);
	const [problem, setProblem] = useState<string | null>(null);

	useEffect(() => {
		if (!isOpen || Dialog) return;
		let isCancelled = false;
		loadDialog().then(
			(Loaded) => !isCancelled && setDialog(() => Loaded),
			(error) => {
				if (isCancelled) return;
				setProblem(getErrorMessage(error));
				close();
			},
		);
		return () => {
			isCancelled = true;
		};
	}, [isOpen, Dialog, close]);

	return (
		<>
			<Button
				size="large"
				variant={variant}
				fullWidth
				disabled={disabled}
				aria-busy={isOpen && !Dialog}
				onPointerDown={() => void loadDialog().catch(() => {})}
				onClick={() => {
					if (isOpen) return;
					setProblem(null);
					dialog.open();
				}}
			>
				{isOpen && !Dialog && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
				{courseText.start}
			</Button>
			<p role="alert" className="mt-2 text-14 text-danger empty:hidden">
				{problem}
			</p>
			{Dialog && (
				<Dialog
					open={isOpen}
					courseTitle={course.title}
					learner={{
						name: session ? session.display_name || session.user_name : '',
						email: session?.email ?? '',
						phone: session?.phone ? `+${session.phone}` : '',
					}}
					canClaim={session?.email_verified ?? false}
					onClose={close}
					onEnrolled={({ name, email }) => {
						close();
						addSentRequest({
							course_id: course.id,
							name,
							email,
							sent_at: new Date().toISOString(),
							account: session?.id ?? null,
						});
						if (session) void queryClient.invalidateQueries({ queryKey: myEnrollmentsQuery(api, session.id).queryKey });
					}}
				/>
			)}
		</>
	);
}
