import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { enrollmentPath, lessonPath } from '../../contract/core/page-paths.ts';
import * as courseRequestText from '../../text/web/course-request.ts';
import * as enrollmentsText from '../../text/web/enrollments.ts';
import * as lessonText from '../../text/web/lesson.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { Progress } from '../ui/progress.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EnrollmentStateBadge } from './enrollment-state-badge.tsx';
import { hasEnded } from './enrollment-status.ts';
import { myEnrollmentsQuery } from './queries.ts';
import { type MyEnrollment, RequestActions, SentFacts } from './request-panel.tsx';
import { getRequestStep } from './request-step.ts';
import { type RequestSession, SentRequestCard } from './sent-request-panel.tsx';
import { selectSentRequests, sentRequests } from './sent-requests.ts';

/** Classes for the minimum height that cards, skeleton and empty state share, so that the page below does not move. */
const height = 'min-h-53 md:min-h-46';

/** Classes of a button so small that two fit side by side in half a tablet's width. */
const action = 'px-2.5! text-14!';

interface MyCoursesProps {
	session: RequestSession;
	empty: ReactNode;
}

/** Lists an account's courses and requests, and the requests of this device that its list does not have. */
export function MyCourses({ session, empty }: MyCoursesProps) {
	const query = useQuery(myEnrollmentsQuery(useApi(), session.id));
	const stored = useStoredValue(sentRequests);
	return (
		<QueryBoundary
			query={query}
			loading={enrollmentsText.loadingOwn}
			skeleton={
				<div className="grid gap-3 md:grid-cols-2">
					<Skeleton className={classes(height, 'rounded-card')} />
					<Skeleton className={classes(height, 'hidden rounded-card md:block')} />
				</div>
			}
			failure={enrollmentsText.ownLoadFailed}
		>
			{(enrollments) => {
				const sent = selectSentRequests(stored ?? [], session, { listed: enrollments, now: Date.now() });
				return enrollments.length + sent.length === 0 ? (
					<div
						className={classes(
							height,
							'flex items-center justify-center rounded-card bg-sunken p-4 text-center text-quiet',
						)}
					>
						{empty}
					</div>
				) : (
					<ul className="grid gap-3 md:grid-cols-2">
						{sortEndedLast(enrollments).map((enrollment) => (
							<li key={enrollment.id} className={height}>
								<MyCourse enrollment={enrollment} />
							</li>
						))}
						{sent.map((request) => (
							<li key={`${request.course_id} ${request.email}`} className={height}>
								<SentRequestCard request={request} session={session} />
							</li>
						))}
					</ul>
				);
			}}
		</QueryBoundary>
	);
}

/** Sorts enrollments that were cancelled or refunded after the others. */
function sortEndedLast(enrollments: readonly MyEnrollment[]): MyEnrollment[] {
	return [...enrollments].sort((a, b) => Number(hasEnded(a.state)) - Number(hasEnded(b.state)));
}

function MyCourse({ enrollment }: { enrollment: MyEnrollment }) {
	const { id, course_id, course_title, state, name, email, progress, created_at } = enrollment;
	const step = getRequestStep(enrollment);
	return (
		<Card className="flex h-full flex-col gap-3 p-4">
			<div className="flex items-start justify-between gap-3">
				<h3 className="text-16 leading-snug">{course_title}</h3>
				<EnrollmentStateBadge state={state} />
			</div>
			{step && (
				<>
					<SentFacts name={name} email={email} at={created_at} />
					<p className="text-14">{courseRequestText.nextSteps[step]}</p>
					<div className="mt-auto">
						<RequestActions enrollment={enrollment} step={step} named />
					</div>
				</>
			)}
			{progress !== null && (
				<>
					<div>
						<Progress label={lessonText.progressIn(course_title)} percent={progress} />
						<p className="mt-1.5 text-14 text-quiet tabular-nums">{enrollmentsText.percentDone(progress)}</p>
					</div>
					<div className="mt-auto flex flex-wrap gap-2">
						<ButtonLink
							to={lessonPath(course_id)}
							className={action}
							aria-label={enrollmentsText.continueLearningCourse(course_title)}
						>
							{enrollmentsText.continueLearning}
						</ButtonLink>
						<ButtonLink
							variant="quiet"
							to={enrollmentPath(id)}
							className={action}
							aria-label={enrollmentsText.viewStatusOf(course_title)}
						>
							{enrollmentsText.viewStatus}
						</ButtonLink>
					</div>
				</>
			)}
		</Card>
	);
}
