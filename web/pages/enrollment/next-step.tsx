import { useQuery } from '@tanstack/react-query';
import { Ban, BookOpenCheck, CircleCheck, Hourglass, type LucideIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Enrollment } from '../../../contract/enrollments.ts';
import { coursePath, lessonPath } from '../../../contract/page-paths.ts';
import { logInAddress } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { dashboardCataloguePath } from '../../courses/addresses.ts';
import { myEnrollmentsQuery } from '../../enrollments/queries.ts';
import { useApi } from '../../platform/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Payment } from './payment.tsx';

/** What its learner does next, or waits for. */
export function NextStep({ enrollment }: { enrollment: Enrollment }) {
	const { course_id, state } = enrollment;
	switch (state) {
		case 'requested':
			return (
				<Message Icon={Hourglass} title="We have your request">
					We look at it and write to you how to pay. You can close this page: the e-mail brings you back to it.
				</Message>
			);
		case 'awaiting_payment':
			return <Payment enrollment={enrollment} />;
		case 'paid':
			return (
				<Message Icon={CircleCheck} title="Your payment has arrived. Thank you!">
					We open the course for you now, and write to you as soon as it is open.
				</Message>
			);
		case 'active':
			return enrollment.joined ? <Learn enrollment={enrollment} /> : <Join />;
		case 'cancelled':
			return (
				<Message
					Icon={Ban}
					title="This request was cancelled"
					action={<ButtonLink to={coursePath(course_id)}>Look at the course again</ButtonLink>}
				>
					Nothing is to be paid for it. You are welcome to enroll again at any time.
				</Message>
			);
		case 'refunded':
			return (
				<Message
					Icon={Undo2}
					title="Your money was sent back"
					action={<ButtonLink to={coursePath(course_id)}>Look at the course again</ButtonLink>}
				>
					Depending on your bank it can take some days until it arrives.
				</Message>
			);
	}
}

/** The course is open, and an account learns with it. */
function Learn({ enrollment: { id, course_id } }: { enrollment: Enrollment }) {
	const session = useSession();
	const { data: mine } = useQuery({ ...myEnrollmentsQuery(useApi(), session?.id ?? 0), enabled: session !== null });
	const course = lessonPath(course_id);
	if (!session) {
		return (
			<Message
				Icon={BookOpenCheck}
				title="Your course is open"
				action={
					<ButtonLink size="large" to={logInAddress(course)}>
						Log in to start learning
					</ButtonLink>
				}
			>
				It belongs to the account with your e-mail address.
			</Message>
		);
	}
	if (mine && !mine.some((enrollment) => enrollment.id === id)) return <OtherAccount email={session.email} />;
	return (
		<Message
			Icon={BookOpenCheck}
			title="Your course is open"
			action={
				<ButtonLink size="large" to={course}>
					Start learning
				</ButtonLink>
			}
		>
			Welcome. Take your time, and tick each module when you are done with it.
		</Message>
	);
}

/** The course is open, and waits for an account with the learner's own e-mail address. */
function Join() {
	const session = useSession();
	if (!session) {
		const next = encodeURIComponent(dashboardCataloguePath);
		return (
			<Message
				Icon={BookOpenCheck}
				title="Your course is open"
				action={
					<>
						<ButtonLink size="large" to={`/signup?next=${next}`}>
							Make an account
						</ButtonLink>
						<ButtonLink size="large" look="quiet" to={logInAddress(dashboardCataloguePath)}>
							I have one: log in
						</ButtonLink>
					</>
				}
			>
				To learn you need an account with the same e-mail address that you enrolled with. Confirm that address, and the
				course is yours.
			</Message>
		);
	}
	if (session.email_verified === false) {
		return (
			<Message Icon={BookOpenCheck} title="One more step: confirm your e-mail address">
				Open the link we sent to <strong className="text-ink">{session.email}</strong>. If that is the address you
				enrolled with, your course is here as soon as you come back.
			</Message>
		);
	}
	return <OtherAccount email={session.email} />;
}

function OtherAccount({ email }: { email: string }) {
	return (
		<Message Icon={BookOpenCheck} title="This course belongs to another e-mail address">
			You are logged in as <strong className="text-ink">{email}</strong>. Log in with the account of the address you
			enrolled with, or make one, and the course is there.
		</Message>
	);
}

interface MessageProps {
	Icon: LucideIcon;
	title: string;
	children: ReactNode;
	action?: ReactNode;
}

function Message({ Icon, title, children, action }: MessageProps) {
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
