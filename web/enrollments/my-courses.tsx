import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Client } from '../../contract/client.ts';
import { enrollmentPath, lessonPath } from '../../contract/page-paths.ts';
import * as enrollmentsText from '../../contract/text/enrollments.ts';
import * as lessonText from '../../contract/text/lesson.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { formatDate } from '../platform/dates.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { Price } from '../ui/price.tsx';
import { Progress } from '../ui/progress.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EnrollmentStateBadge } from './enrollment-state-badge.tsx';
import { myEnrollmentsQuery } from './queries.ts';

type MyEnrollment = Awaited<ReturnType<Client['listMyEnrollments']>>['items'][number];

/** Classes for the minimum height that cards, skeleton and empty state share, so that the page below does not move. */
const height = 'min-h-53 md:min-h-46';

/** Classes of a button so small that two fit side by side in half a tablet's width. */
const action = 'px-2.5! text-14!';

interface MyCoursesProps {
	accountId: number;
	empty: ReactNode;
}

export function MyCourses({ accountId, empty }: MyCoursesProps) {
	const query = useQuery(myEnrollmentsQuery(useApi(), accountId));
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
			{(enrollments) =>
				enrollments.length === 0 ? (
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
						{enrollments.map((enrollment) => (
							<li key={enrollment.id} className={height}>
								<MyCourse enrollment={enrollment} />
							</li>
						))}
					</ul>
				)
			}
		</QueryBoundary>
	);
}

function MyCourse({ enrollment }: { enrollment: MyEnrollment }) {
	const { id, course_id, course_title, state, price, progress, created_at } = enrollment;
	return (
		<Card className="flex h-full flex-col gap-3 p-4">
			<div className="flex items-start justify-between gap-3">
				<h3 className="text-16 leading-snug">{course_title}</h3>
				<EnrollmentStateBadge state={state} />
			</div>
			{progress === null ? (
				<p className="flex flex-wrap items-baseline gap-x-3 text-14 text-quiet">
					<Price price={price} size="small" />
					<span>
						<RichText text={enrollmentsText.requestedOn} tags={{ day: () => formatDate(created_at) }} />
					</span>
				</p>
			) : (
				<div>
					<Progress label={lessonText.progressIn(course_title)} percent={progress} />
					<p className="mt-1.5 text-14 text-quiet tabular-nums">{enrollmentsText.percentDone(progress)}</p>
				</div>
			)}
			<div className="mt-auto flex flex-wrap gap-2">
				{state === 'active' && (
					<ButtonLink
						to={lessonPath(course_id)}
						className={action}
						aria-label={enrollmentsText.continueLearningCourse(course_title)}
					>
						{enrollmentsText.continueLearning}
					</ButtonLink>
				)}
				{state === 'awaiting_payment' && (
					<ButtonLink to={enrollmentPath(id)} className={action} aria-label={enrollmentsText.payCourse(course_title)}>
						{enrollmentsText.pay}
					</ButtonLink>
				)}
				{state !== 'awaiting_payment' && (
					<ButtonLink
						variant="quiet"
						to={enrollmentPath(id)}
						className={action}
						aria-label={enrollmentsText.viewStatusOf(course_title)}
					>
						{enrollmentsText.viewStatus}
					</ButtonLink>
				)}
			</div>
		</Card>
	);
}
