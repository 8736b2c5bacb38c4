import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileQuestion, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { coursePath, profilePath } from '../../../../contract/core/page-paths.ts';
import type { EnrollmentDetail } from '../../../../contract/enrollments/enrollments.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminEnrollmentsText from '../../../../text/web/admin-enrollments.ts';
import * as enrollmentsText from '../../../../text/web/enrollments.ts';
import { buildWhatsAppQuestionUrl } from '../../../courses/whatsapp.ts';
import { QueryBoundary } from '../../../data/query-boundary.tsx';
import { EnrollmentActions } from '../../../enrollments/admin/enrollment-actions.tsx';
import { Notes } from '../../../enrollments/admin/notes.tsx';
import { enrollmentDetailQuery } from '../../../enrollments/admin/queries.ts';
import { EnrollmentStateBadge } from '../../../enrollments/enrollment-state-badge.tsx';
import { enrollmentListPath, parseEnrollmentFilter } from '../../../enrollments/filter.ts';
import { PrivatePicture } from '../../../media/private-picture.tsx';
import { useApi } from '../../../platform/api.ts';
import { formatDateTime } from '../../../platform/dates.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { WhatsAppLogo } from '../../../sharing/social-logos.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Price } from '../../../ui/price.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Route } from './+types/enrollment.ts';

export const meta = hiddenPageMeta(adminEnrollmentsText.enrollment);

export default function EnrollmentDetailPage({ params: { id } }: Route.ComponentProps) {
	const query = useQuery(enrollmentDetailQuery(useApi(), id));
	return (
		<>
			<BackToList />
			<QueryBoundary
				query={query}
				loading={adminEnrollmentsText.loadingEnrollment}
				skeleton={<DetailSkeleton />}
				failure={adminEnrollmentsText.enrollmentLoadFailed}
				as="h1"
				renderRejection={({ status }) =>
					status === 404 || status === 422 ? (
						<EmptyState
							as="h1"
							icon={FileQuestion}
							title={adminEnrollmentsText.noSuchEnrollment}
							hint={adminEnrollmentsText.noSuchEnrollmentHint}
						/>
					) : undefined
				}
			>
				{(enrollment) => (
					<EnrollmentView
						key={id}
						enrollment={enrollment}
						refreshing={query.isFetching}
						onRefresh={() => void query.refetch()}
					/>
				)}
			</QueryBoundary>
		</>
	);
}

function BackToList() {
	const state = useLocation().state as { search?: unknown } | null;
	const filter = parseEnrollmentFilter(new URLSearchParams(typeof state?.search === 'string' ? state.search : ''));
	return (
		<Link
			to={enrollmentListPath(filter)}
			className="mb-2 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-14 text-quiet hover:text-ink"
		>
			<ArrowLeft aria-hidden className="size-5" />
			{adminEnrollmentsText.allEnrollments}
		</Link>
	);
}

interface EnrollmentViewProps {
	enrollment: EnrollmentDetail;
	refreshing: boolean;
	onRefresh: () => void;
}

function EnrollmentView({ enrollment, refreshing, onRefresh }: EnrollmentViewProps) {
	const { id, name, course_id, course_title, state, price, attention, created_at } = enrollment;
	return (
		<>
			<header className="mb-4">
				<h1 className="text-22 wide:text-28">{name}</h1>
				<p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-14">
					<EnrollmentStateBadge state={state} />
					<Link to={coursePath(course_id)} className="font-semibold hover:text-leaf">
						{course_title}
					</Link>
					<Price price={price} size="small" />
					<span className="text-quiet">
						<RichText
							text={enrollmentsText.requestedOn}
							tags={{ day: () => <time dateTime={created_at}>{formatDateTime(created_at)}</time> }}
						/>
					</span>
				</p>
			</header>
			{attention !== null && (
				<p className="mb-4 flex items-start gap-3 rounded-card bg-danger-soft px-4 py-3">
					<TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
					<span>
						{attention}
						<span className="block text-14 text-quiet">{adminEnrollmentsText.attentionHint}</span>
					</span>
				</p>
			)}
			<EnrollmentActions id={String(id)} enrollment={enrollment} />
			<div className="mt-4 grid items-start gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="flex flex-col gap-4">
					<Learner enrollment={enrollment} />
					<Payments enrollment={enrollment} />
					<Proofs proofs={enrollment.proofs} refreshing={refreshing} onRefresh={onRefresh} />
				</div>
				<div className="flex flex-col gap-4">
					<Notes id={String(id)} notes={enrollment.notes} />
					<History steps={enrollment.steps} />
				</div>
			</div>
		</>
	);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Card className="p-4">
			<h2 className="mb-2 text-16">{title}</h2>
			{children}
		</Card>
	);
}

const linkClasses =
	'inline-flex min-h-9 items-center gap-1.5 font-semibold text-leaf underline-offset-4 hover:underline';

function Learner({ enrollment }: { enrollment: EnrollmentDetail }) {
	const { name, email, phone, whatsapp, user_name, reference, coursetype, course_title } = enrollment;
	const greeting = adminEnrollmentsText.greeting(name, course_title);
	return (
		<Section title={enrollmentsText.learner}>
			<dl className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-3 text-14">
				<DetailItem name={adminEnrollmentsText.email}>
					<a href={`mailto:${email}`} className={linkClasses}>
						<span className="break-all">{email}</span>
					</a>
				</DetailItem>
				<DetailItem name={commonText.phone}>
					<span className="flex flex-wrap items-center gap-x-4">
						<span>{phone}</span>
						{whatsapp !== null && (
							<a
								href={buildWhatsAppQuestionUrl(whatsapp, greeting)}
								target="_blank"
								rel="noopener noreferrer"
								className={linkClasses}
							>
								<WhatsAppLogo className="size-4.5" />
								{commonText.whatsapp}
								<span className="sr-only">{commonText.opensInNewTab}</span>
							</a>
						)}
					</span>
				</DetailItem>
				<DetailItem name={adminEnrollmentsText.account}>
					{user_name === null ? (
						<span className="text-quiet">{adminEnrollmentsText.noAccount}</span>
					) : (
						<Link to={profilePath(user_name)} className={linkClasses}>
							@{user_name}
						</Link>
					)}
				</DetailItem>
				<DetailItem name={adminEnrollmentsText.reference}>
					<span className="select-all">{reference}</span>
				</DetailItem>
				{coursetype !== '' && coursetype !== course_title && (
					<DetailItem name={adminEnrollmentsText.wrote}>{coursetype}</DetailItem>
				)}
			</dl>
		</Section>
	);
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-quiet">{name}</dt>
			<dd className="flex min-h-9 min-w-0 items-center break-words">{children}</dd>
		</>
	);
}

function Payments({ enrollment: { payments, price_kobo } }: { enrollment: EnrollmentDetail }) {
	return (
		<Section title={adminEnrollmentsText.payments}>
			{payments.length === 0 ? (
				<p className="text-14 text-quiet">{adminEnrollmentsText.noPayments}</p>
			) : (
				<ul className="divide-y divide-line text-14">
					{payments.map(({ reference, amount, amount_kobo, currency, status, at }) => (
						<li key={reference} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
							<span className="font-semibold tabular-nums">
								{amount}
								{currency !== 'NGN' && <span className="text-danger"> {adminEnrollmentsText.notInNaira}</span>}
								{amount_kobo < price_kobo && <span className="text-danger"> {adminEnrollmentsText.tooLittle}</span>}
							</span>
							<span>{status}</span>
							<span className="w-full break-all text-12 text-quiet">
								{reference}, <time dateTime={at}>{formatDateTime(at)}</time>
							</span>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}

interface ProofsProps {
	proofs: EnrollmentDetail['proofs'];
	refreshing: boolean;
	/** Refetches the URLs of the proof pictures. The URLs expire after some minutes. */
	onRefresh: () => void;
}

function Proofs({ proofs, refreshing, onRefresh }: ProofsProps) {
	return (
		<Section title={adminEnrollmentsText.proofs}>
			{proofs.length === 0 ? (
				<p className="text-14 text-quiet">{adminEnrollmentsText.noProofs}</p>
			) : (
				<ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
					{proofs.map(({ url, at }) => (
						<li key={at}>
							<PrivatePicture
								url={url}
								at={at}
								alt={enrollmentsText.proofOf(formatDateTime(at))}
								openLabel={enrollmentsText.openProof(formatDateTime(at))}
								refreshing={refreshing}
								onRefresh={onRefresh}
							/>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}

function History({ steps }: { steps: EnrollmentDetail['steps'] }) {
	return (
		<Section title={adminEnrollmentsText.history}>
			<ol className="divide-y divide-line text-14">
				{steps.map(({ state, at, by }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: steps are only appended
					<li key={index} className="flex flex-wrap justify-between gap-x-4 py-2">
						<span className="font-semibold">{enrollmentsText.states[state]}</span>
						<span className="text-quiet">
							{by !== null && `${by}, `}
							<time dateTime={at}>{formatDateTime(at)}</time>
						</span>
					</li>
				))}
			</ol>
		</Section>
	);
}

function DetailSkeleton() {
	return (
		<div className="flex flex-col gap-4">
			<Skeleton className="h-16 max-w-md" />
			<Skeleton className="h-11 w-64" />
			<div className="grid gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<Skeleton className="h-56 rounded-card" />
				<Skeleton className="h-56 rounded-card" />
			</div>
		</div>
	);
}
