import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import type { LegalRequest } from '../../../contract/data-protection.ts';
import { legalRequestsPath } from '../../../contract/page-paths.ts';
import * as legalRequestText from '../../../contract/text/legal-request.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { legalRequestQuery } from '../../data-protection/queries.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { LayoutHandle } from '../page-layout.tsx';
import type { Route } from './+types/request.ts';

/** Renders the page in the browser only. Anyone with its address can read it, so no cache may store it. */
export function clientLoader() {
	return null;
}
clientLoader.hydrate = true as const;

export const handle: LayoutHandle & PageviewHandle = { Rail: null, secret: true };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return secretPageMeta(matches, legalRequestText.pageTitle);
}

export function HydrateFallback() {
	return (
		<Loading label={legalRequestText.loading}>
			<RequestSkeleton />
		</Loading>
	);
}

export const stateVariants = { open: 'marigold', done: 'leaf', refused: 'danger' } as const;

/** Page that shows the state of a legal request and its answer to whoever has the tracking code. */
export default function LegalRequestPage({ params: { code } }: Route.ComponentProps) {
	const query = useQuery(legalRequestQuery(useApi(), code));
	return (
		<QueryBoundary
			query={query}
			loading={legalRequestText.loading}
			skeleton={<RequestSkeleton />}
			failure={legalRequestText.loadFailed}
			as="h1"
			renderRejection={({ status }) =>
				status === 404 || status === 422 ? (
					<EmptyState
						as="h1"
						icon={<FileQuestion className="size-8" />}
						title={legalRequestText.unknown}
						action={<ButtonLink to={legalRequestsPath}>{legalRequestText.sendAnother}</ButtonLink>}
					>
						{legalRequestText.unknownHint}
					</EmptyState>
				) : undefined
			}
		>
			{(request) => <RequestView request={request} />}
		</QueryBoundary>
	);
}

function RequestView({ request }: { request: LegalRequest }) {
	const { code, kind, state, created_at, due_at, answered_at, answer } = request;
	return (
		<article className="mx-auto flex max-w-xl flex-col gap-4">
			<Card className="p-5 md:p-6">
				<p className="flex flex-wrap items-center gap-3">
					<Badge variant={stateVariants[state]}>{legalRequestText.states[state]}</Badge>
				</p>
				<h1 className="mt-2 text-22 md:text-28">{legalRequestText.kinds[kind]}</h1>
				<dl className="mt-4 flex flex-col gap-3">
					<div>
						<dt className="text-14 text-quiet">{legalRequestText.code}</dt>
						<dd className="select-all font-mono text-18">{code}</dd>
						<dd className="text-14 text-quiet">{legalRequestText.codeHint}</dd>
					</div>
					<Time label={legalRequestText.sentOn} time={created_at} />
					{answered_at === null ? (
						<Time label={legalRequestText.dueOn} time={due_at} />
					) : (
						<Time label={legalRequestText.answeredOn} time={answered_at} />
					)}
				</dl>
			</Card>
			{answer !== null && (
				<Card className="p-5 md:p-6">
					<h2 className="text-18">{legalRequestText.answer}</h2>
					<p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
						{answer}
					</p>
					{kind !== 'takedown' && (
						<p className="mt-4 text-14 text-quiet">
							<RichText
								text={legalRequestText.complain}
								tags={{
									ndpc: (words) => (
										<a href="https://ndpc.gov.ng" rel="noopener" className="text-leaf underline">
											{words}
										</a>
									),
								}}
							/>
						</p>
					)}
				</Card>
			)}
		</article>
	);
}

function Time({ label, time }: { label: string; time: string }) {
	return (
		<div>
			<dt className="text-14 text-quiet">{label}</dt>
			<dd>
				<time dateTime={time}>{formatDateTime(time)}</time>
			</dd>
		</div>
	);
}

function RequestSkeleton() {
	return (
		<div className="mx-auto max-w-xl">
			<Skeleton className="h-80 rounded-card" />
		</div>
	);
}
