import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Course } from '../../../contract/course-catalogue.ts';
import { enrollmentPath, lessonPath } from '../../../contract/page-paths.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as courseText from '../../../contract/text/course.ts';
import * as enrollmentsText from '../../../contract/text/enrollments.ts';
import { useSession } from '../../accounts/session.ts';
import type { EnrollDialogProps } from '../../enrollments/enroll-dialog.tsx';
import { myEnrollmentsQuery } from '../../enrollments/queries.ts';
import { standingIn } from '../../enrollments/standing.ts';
import { useActor } from '../../platform/actor.ts';
import { useApi } from '../../platform/api.ts';
import { reasonOf } from '../../platform/reason.ts';
import { useAwake } from '../../platform/use-awake.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useDialogInHistory } from '../use-dialog-in-history.ts';

const loadDialog = async () => (await import('../../enrollments/enroll-dialog.tsx')).EnrollDialog;

/** What a visitor or learner does with a course: goes on, or asks for a place. */
export function Taking({ course }: { course: Course }) {
	const actor = useActor();
	const awake = useAwake();
	const mine = useQuery({ ...myEnrollmentsQuery(useApi(), actor?.id ?? 0), enabled: actor !== null });
	const standing = mine.data ? standingIn(course.id, mine.data) : null;
	const failed = actor !== null && !mine.data && mine.isError;
	// Without a network it is tried for seconds: nobody has to wait for that.
	const asking = actor !== null && mine.isPending && mine.failureCount === 0;

	if (standing?.step === 'learning') {
		return (
			<div>
				<Line>
					<div className="flex items-baseline justify-between gap-3 text-14">
						<span className="text-quiet">{courseText.progress}</span>
						<span className="font-semibold tabular-nums">{standing.percent}%</span>
					</div>
					<Progress label={courseText.progressIn(course.title)} percent={standing.percent} />
				</Line>
				<ButtonLink to={lessonPath(course.id)} size="large" wide>
					{enrollmentsText.continueLearning}
				</ButtonLink>
			</div>
		);
	}
	return (
		<div>
			<Line>
				{standing ? (
					<p className="text-14">
						{courseText.waiting[standing.state]}{' '}
						<Link to={enrollmentPath(standing.id)} className="font-semibold text-leaf underline underline-offset-4">
							{courseText.seeRequest}
						</Link>
					</p>
				) : failed ? (
					<p role="alert" className="text-14">
						{courseText.standingFailed}{' '}
						<button
							type="button"
							onClick={() => void mine.refetch()}
							className="font-semibold text-leaf underline underline-offset-4"
						>
							{commonText.tryAgain}
						</button>
					</p>
				) : (
					<p className="text-14 text-quiet">{courseText.startHint}</p>
				)}
			</Line>
			<StartCourse course={course} disabled={!awake || asking} />
		</div>
	);
}

/** One size whatever stands in it, so that nothing moves when it is known who looks. */
function Line({ children }: { children: ReactNode }) {
	return <div className="mb-4 flex min-h-10 flex-col justify-center gap-2">{children}</div>;
}

function StartCourse({ course, disabled }: { course: Course; disabled: boolean }) {
	const api = useApi();
	const session = useSession();
	const queries = useQueryClient();
	const dialog = useDialogInHistory('enroll');
	const { isOpen, close } = dialog;
	const [Dialog, setDialog] = useState<ComponentType<EnrollDialogProps> | null>(null);
	const [problem, setProblem] = useState<string | null>(null);

	useEffect(() => {
		if (!isOpen || Dialog) return;
		let gone = false;
		loadDialog().then(
			(Loaded) => !gone && setDialog(() => Loaded),
			(error) => {
				if (gone) return;
				setProblem(reasonOf(error));
				close();
			},
		);
		return () => {
			gone = true;
		};
	}, [isOpen, Dialog, close]);

	return (
		<>
			<Button
				size="large"
				wide
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
					onClose={close}
					onEnrolled={() => {
						close();
						if (session) void queries.invalidateQueries({ queryKey: myEnrollmentsQuery(api, session.id).queryKey });
					}}
				/>
			)}
		</>
	);
}
