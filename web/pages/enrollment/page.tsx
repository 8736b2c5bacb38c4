import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { coursePath } from '../../../contract/core/page-paths.ts';
import type { Enrollment } from '../../../contract/enrollments/enrollments.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as learningText from '../../../text/shared/learning.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import * as enrollmentsText from '../../../text/web/enrollments.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { operatorContactQuery } from '../../courses/learning-queries.ts';
import { cataloguePath } from '../../courses/paths.ts';
import { buildWhatsAppQuestionUrl } from '../../courses/whatsapp.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { EnrollmentStages } from '../../enrollments/enrollment-stages.tsx';
import { EnrollmentStateBadge } from '../../enrollments/enrollment-state-badge.tsx';
import { enrollmentQuery } from '../../enrollments/queries.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Price } from '../../ui/price.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { UnknownLink } from '../../ui/unknown-link.tsx';
import type { Route } from './+types/page.ts';
import { NextStep } from './next-step.tsx';

/** Renders the page in the browser only. Anyone with its address can read it, so no cache may store it. */
export { clientOnlyLoader as clientLoader } from '../../platform/secret-page.ts';

export const handle: LayoutHandle & PageviewHandle = { Rail: null, secret: true };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export const meta = secretPageMeta(enrollmentText.title);

export function HydrateFallback() {
	return (
		<Loading label={enrollmentText.loading}>
			<EnrollmentSkeleton />
		</Loading>
	);
}

export default function EnrollmentPage({ params }: Route.ComponentProps) {
	const query = useQuery(enrollmentQuery(useApi(), params.id));
	return (
		<QueryBoundary
			query={query}
			loading={enrollmentText.loading}
			skeleton={<EnrollmentSkeleton />}
			failure={enrollmentText.loadFailed}
			as="h1"
			renderRejection={({ status }) =>
				status === 404 ? (
					<UnknownLink action={<ButtonLink to={cataloguePath}>{learningText.seeAllCourses}</ButtonLink>} />
				) : undefined
			}
		>
			{(enrollment) => <EnrollmentView enrollment={enrollment} />}
		</QueryBoundary>
	);
}

function EnrollmentView({ enrollment }: { enrollment: Enrollment }) {
	const { course_id, course_title, created_at, name, price, state } = enrollment;
	return (
		<article className="mx-auto flex max-w-3xl flex-col gap-4">
			<Card className="p-5 md:p-6">
				<p className="text-14 text-quiet">{enrollmentText.learner(name)}</p>
				<h1 className="mt-1 text-22 md:text-28">
					<Link to={coursePath(course_id)} className="hover:text-leaf">
						{course_title}
					</Link>
				</h1>
				<p className="mt-2 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
					<Price price={price} />
					<EnrollmentStateBadge state={state} />
					<span className="text-14 text-quiet">
						<RichText
							text={enrollmentsText.requestedOn}
							tags={{ day: () => <time dateTime={created_at}>{formatDateTime(created_at)}</time> }}
						/>
					</span>
				</p>
				<EnrollmentStages enrollment={enrollment} />
			</Card>
			<NextStep enrollment={enrollment} />
			<Help courseTitle={course_title} />
		</article>
	);
}

/** Link to a WhatsApp chat for help. Renders nothing without a WhatsApp number. */
function Help({ courseTitle }: { courseTitle: string }) {
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	if (!contact?.whatsapp) return null;
	const question = enrollmentText.helpQuestion(courseTitle);
	return (
		<p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-1 text-14 text-quiet">
			{enrollmentText.help}
			<a
				href={buildWhatsAppQuestionUrl(contact.whatsapp, question)}
				target="_blank"
				rel="noopener noreferrer"
				className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
			>
				<WhatsAppLogo className="size-5" />
				{enrollmentText.askOnWhatsapp}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</p>
	);
}

function EnrollmentSkeleton() {
	return (
		<div className="mx-auto flex max-w-3xl flex-col gap-4">
			<Skeleton className="h-62 rounded-card md:h-56" />
			<Skeleton className="h-56 rounded-card" />
			<Skeleton className="h-32 rounded-card" />
		</div>
	);
}
