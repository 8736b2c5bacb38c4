import { useQuery } from '@tanstack/react-query';
import { Ban, BookOpenCheck, CircleCheck, Hourglass, type LucideIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { coursePath, lessonPath } from '../../../contract/core/page-paths.ts';
import type { Enrollment } from '../../../contract/enrollments/enrollments.ts';
import * as claimRequestText from '../../../text/web/claim-request.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { dashboardCataloguePath } from '../../courses/paths.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { ClaimRequest } from '../../enrollments/claim-requests.tsx';
import { myEnrollmentsQuery, unclaimedEnrollmentsQuery } from '../../enrollments/queries.ts';
import { useApi } from '../../platform/api.ts';
import { useBrand } from '../../platform/brand.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Payment } from './payment.tsx';

export function NextStep({ enrollment }: { enrollment: Enrollment }) {
	const { course_id, state } = enrollment;
	switch (state) {
		case 'requested':
			return (
				<StepMessage Icon={Hourglass} title={enrollmentText.requestedTitle}>
					{enrollmentText.requestedHint}
				</StepMessage>
			);
		case 'awaiting_payment':
			return <Payment enrollment={enrollment} />;
		case 'paid':
			return (
				<StepMessage Icon={CircleCheck} title={enrollmentText.paidTitle}>
					{enrollmentText.paidHint}
				</StepMessage>
			);
		case 'active':
			return enrollment.joined ? <OpenCourse enrollment={enrollment} /> : <ConnectAccount id={enrollment.id} />;
		case 'cancelled':
			return (
				<StepMessage
					Icon={Ban}
					title={enrollmentText.cancelledTitle}
					action={<ButtonLink to={coursePath(course_id)}>{enrollmentText.seeCourseAgain}</ButtonLink>}
				>
					{enrollmentText.cancelledHint}
				</StepMessage>
			);
		case 'refunded':
			return (
				<StepMessage
					Icon={Undo2}
					title={enrollmentText.refundedTitle}
					action={<ButtonLink to={coursePath(course_id)}>{enrollmentText.seeCourseAgain}</ButtonLink>}
				>
					{enrollmentText.refundedHint}
				</StepMessage>
			);
	}
}

/** Next step if the course is open and an account is linked to the enrollment. */
function OpenCourse({ enrollment: { id, course_id } }: { enrollment: Enrollment }) {
	const session = useSession();
	const { data: mine } = useQuery({ ...myEnrollmentsQuery(useApi(), session?.id ?? 0), enabled: session !== null });
	const course = lessonPath(course_id);
	if (!session) {
		return (
			<StepMessage
				Icon={BookOpenCheck}
				title={enrollmentText.openTitle}
				action={
					<ButtonLink size="large" to={loginPath(course)}>
						{enrollmentText.logInToLearn}
					</ButtonLink>
				}
			>
				{enrollmentText.logInToLearnHint}
			</StepMessage>
		);
	}
	if (mine && !mine.some((enrollment) => enrollment.id === id)) return <OtherAccount email={session.email} />;
	return (
		<StepMessage
			Icon={BookOpenCheck}
			title={enrollmentText.openTitle}
			action={
				<ButtonLink size="large" to={course}>
					{enrollmentText.startLearning}
				</ButtonLink>
			}
		>
			{enrollmentText.startLearningHint}
		</StepMessage>
	);
}

/** Next step if the course is open, but no account has the learner's email yet. */
function ConnectAccount({ id }: { id: string }) {
	const session = useSession();
	const catalogue = dashboardCataloguePath(useBrand());
	if (!session) {
		const next = encodeURIComponent(catalogue);
		return (
			<StepMessage
				Icon={BookOpenCheck}
				title={enrollmentText.openTitle}
				action={
					<>
						<ButtonLink size="large" to={`/signup?next=${next}`}>
							{enrollmentText.signUp}
						</ButtonLink>
						<ButtonLink size="large" variant="quiet" to={loginPath(catalogue)}>
							{enrollmentText.logIn}
						</ButtonLink>
					</>
				}
			>
				{enrollmentText.accountHint}
			</StepMessage>
		);
	}
	if (session.email_verified === false) {
		return (
			<StepMessage Icon={BookOpenCheck} title={enrollmentText.confirmEmailTitle}>
				<RichText
					text={enrollmentText.confirmEmailHint}
					tags={{ email: () => <strong className="text-ink">{session.email}</strong> }}
				/>
			</StepMessage>
		);
	}
	return <ClaimForm id={id} session={session} />;
}

/** Asks the owner of the enrollment's address whether the enrollment is theirs. */
function ClaimForm({ id, session }: { id: string; session: Session }) {
	const unclaimed = useQuery(unclaimedEnrollmentsQuery(useApi(), session.id));
	return (
		<QueryBoundary
			query={unclaimed}
			loading={claimRequestText.loading}
			skeleton={<Skeleton className="h-40 rounded-card" />}
			failure={claimRequestText.loadFailed}
		>
			{(requests) => {
				const request = requests.find((one) => one.id === id);
				return request ? <ClaimRequest request={request} session={session} /> : <OtherAccount email={session.email} />;
			}}
		</QueryBoundary>
	);
}

function OtherAccount({ email }: { email: string }) {
	return (
		<StepMessage Icon={BookOpenCheck} title={enrollmentText.otherAccountTitle}>
			<RichText
				text={enrollmentText.otherAccountHint}
				tags={{ email: () => <strong className="text-ink">{email}</strong> }}
			/>
		</StepMessage>
	);
}

interface StepMessageProps {
	Icon: LucideIcon;
	title: string;
	children: ReactNode;
	action?: ReactNode;
}

function StepMessage({ Icon, title, children, action }: StepMessageProps) {
	return (
		<Card className="flex gap-4 p-5 md:p-6">
			<span
				aria-hidden
				className="hidden size-12 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-leaf sm:flex"
			>
				<Icon className="size-6" />
			</span>
			<div role="status" className="min-w-0 flex-1">
				<h2 className="text-18">{title}</h2>
				<p className="mt-1 text-quiet">{children}</p>
				{action !== undefined && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
			</div>
		</Card>
	);
}
