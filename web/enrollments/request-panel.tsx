import { Ban, CircleCheck, Clock, Hourglass, type LucideIcon, Mail, Undo2, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Client } from '../../contract/core/client.ts';
import { enrollmentPath } from '../../contract/core/page-paths.ts';
import type { RequestStep } from '../../contract/enrollments/course-request-steps.ts';
import * as courseRequestText from '../../text/web/course-request.ts';
import { formatDate } from '../platform/dates.ts';
import { ButtonLink } from '../ui/button.tsx';
import { RichText } from '../ui/rich-text.tsx';

export type MyEnrollment = Awaited<ReturnType<Client['listMyEnrollments']>>['items'][number];

const stepIcons: Record<RequestStep, LucideIcon> = {
	requested: Clock,
	pay: Wallet,
	transfer: Wallet,
	checking: Hourglass,
	paid: CircleCheck,
	cancelled: Ban,
	refunded: Undo2,
};

interface RequestPanelProps {
	enrollment: MyEnrollment;
	step: RequestStep;
}

/** Card of a request in the account's own list: what was sent, where we wrote, what happens next, and the next step as its button. */
export function RequestPanel({ enrollment, step }: RequestPanelProps) {
	const { name, email, created_at } = enrollment;
	return (
		<RequestFrame Icon={stepIcons[step]} title={courseRequestText.titles[step]}>
			<SentFacts name={name} email={email} at={created_at} />
			<p className="text-14">{courseRequestText.nextSteps[step]}</p>
			<RequestActions enrollment={enrollment} step={step} />
		</RequestFrame>
	);
}

interface RequestFrameProps {
	Icon?: LucideIcon;
	title: string;
	children: ReactNode;
}

export function RequestFrame({ Icon = Mail, title, children }: RequestFrameProps) {
	return (
		<section aria-label={courseRequestText.title} className="flex flex-col gap-3 rounded-control bg-leaf-soft p-4">
			<h2 className="flex items-center gap-2 text-16">
				<Icon aria-hidden className="size-5 shrink-0 text-leaf" />
				{title}
			</h2>
			{children}
		</section>
	);
}

/** Who sent a request and when, and the address to which we wrote. */
export function SentFacts({ name, email, at }: { name: string; email: string; at: string }) {
	return (
		<p className="wrap-anywhere text-14 text-quiet">
			<RichText
				text={courseRequestText.sentBy}
				tags={{ name: () => name, day: () => <time dateTime={at}>{formatDate(at)}</time> }}
			/>{' '}
			<RichText
				text={courseRequestText.wroteTo}
				tags={{ email: () => <strong className="font-semibold text-ink">{email}</strong> }}
			/>
		</p>
	);
}

interface RequestActionsProps extends RequestPanelProps {
	/** Whether the labels name the course for screen readers, because several requests stand on one page. */
	named?: boolean;
}

export function RequestActions({ enrollment, step, named = false }: RequestActionsProps) {
	const { id, course_title, price } = enrollment;
	const path = enrollmentPath(id);
	const nameOf = (label: string) => (named ? courseRequestText.labelFor(label, course_title) : undefined);
	const label = getStepLabel(step, price);
	const isOver = step === 'cancelled' || step === 'refunded';
	return (
		<div className="flex flex-col gap-2">
			<ButtonLink
				to={path}
				size={isOver ? 'medium' : 'large'}
				variant={isOver ? 'quiet' : 'primary'}
				fullWidth
				aria-label={nameOf(label)}
			>
				{step === 'checking' && <Hourglass aria-hidden className="size-5" />}
				{label}
			</ButtonLink>
			{step === 'transfer' && (
				<ButtonLink to={`${path}#proof`} variant="quiet" fullWidth aria-label={nameOf(courseRequestText.sendProof)}>
					{courseRequestText.sendProof}
				</ButtonLink>
			)}
		</div>
	);
}

function getStepLabel(step: RequestStep, price: string): string {
	if (step === 'pay' || step === 'transfer') return courseRequestText.pay(price);
	return step === 'checking' ? courseRequestText.checkingProof : courseRequestText.viewRequest;
}
