import { Link } from 'react-router';
import type { Session } from '../../contract/accounts/accounts.ts';
import { coursePath } from '../../contract/core/page-paths.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import * as courseRequestText from '../../text/web/course-request.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.ts';
import { RequestFrame, SentFacts } from './request-panel.tsx';
import { isSameEmail, removeSentRequest, type SentRequest } from './sent-requests.ts';

export type RequestSession = Pick<Session, 'id' | 'email' | 'email_verified'>;

interface SentRequestProps {
	request: SentRequest;
	session: RequestSession | null;
}

/** Request that this device remembers, on its course's page: a visitor's, or an account's that its own list does not have. */
export function SentRequestPanel(props: SentRequestProps) {
	return (
		<RequestFrame title={courseRequestText.sentTitle}>
			<SentRequestContent {...props} />
		</RequestFrame>
	);
}

/** Request that this device remembers, in a list of courses. */
export function SentRequestCard(props: SentRequestProps) {
	const { course_id } = props.request;
	return (
		<Card className="flex h-full flex-col gap-3 p-4">
			<h3 className="text-16 leading-snug">
				<Link to={coursePath(course_id)} className="hover:text-leaf">
					{findCourse(course_id)?.title ?? courseRequestText.sentTitle}
				</Link>
			</h3>
			<SentRequestContent {...props} />
		</Card>
	);
}

function SentRequestContent({ request, session }: SentRequestProps) {
	const isOwnEmail = session !== null && isSameEmail(session.email, request.email);
	const isUnconfirmed = isOwnEmail && session.email_verified === false;
	const isOtherEmail = session !== null && !isOwnEmail;
	return (
		<>
			<SentFacts name={request.name} email={request.email} at={request.sent_at} />
			<p className="text-14">
				{isUnconfirmed
					? courseRequestText.unconfirmedNext
					: isOtherEmail
						? courseRequestText.otherEmailNext
						: courseRequestText.sentNext}
			</p>
			{isUnconfirmed ? (
				<ButtonLink to="/dashboard/personal-Info" size="large" fullWidth>
					{courseRequestText.confirmEmail}
				</ButtonLink>
			) : (
				<p className="text-14 text-quiet">{courseRequestText.wrongEmail}</p>
			)}
			<Button
				variant="plain"
				className="mt-auto -mb-2 -ml-3 self-start px-3! text-14!"
				onClick={() => {
					removeSentRequest(request);
					toast(courseRequestText.removed);
				}}
			>
				{courseRequestText.remove}
			</Button>
		</>
	);
}
