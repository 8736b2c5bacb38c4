import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import type { Decision } from '../../../contract/moderation.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { AppealForm } from '../../moderation/appeal-form.tsx';
import { AppealOutcome, DecisionFacts } from '../../moderation/decision-view.tsx';
import { decisionQuery } from '../../moderation/queries.ts';
import { saidToOwner } from '../../moderation/words.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { dayOf } from '../../platform/dates.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { reasonOf } from '../../platform/reason.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LayoutHandle } from '../layout.tsx';
import type { Route } from './+types/page.ts';

/** The page is rendered in the browser only: whoever has the address may read it, so nothing of it is kept anywhere. */
export function clientLoader() {
	return null;
}
clientLoader.hydrate = true as const;

export const handle: LayoutHandle & PageviewHandle = { Rail: null, secret: true };

export function headers() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export function meta({ matches }: Route.MetaArgs) {
	const tags = pageMeta(matches, { title: 'A decision about you', hidden: true });
	return [...tags, { name: 'referrer', content: 'no-referrer' }];
}

export function HydrateFallback() {
	return <DecisionSkeleton />;
}

/** What was decided about somebody, who may be unable to log in, and the way to appeal. */
export default function DecisionPage({ params: { key } }: Route.ComponentProps) {
	const { data: decision, error, isPending, isFetching, refetch } = useQuery(decisionQuery(useApi(), key));
	if (isPending) return <DecisionSkeleton />;
	if (decision) return <DecisionView decisionKey={key} decision={decision} />;
	if (isApiError(error) && (error.status === 404 || error.status === 422)) {
		return (
			<EmptyState
				as="h1"
				icon={<FileQuestion className="size-8" />}
				title="We do not know this link"
				action={<ButtonLink to="/">Go to the market</ButtonLink>}
			>
				It may have been cut short on its way. Open it once more from the e-mail we sent you.
			</EmptyState>
		);
	}
	return (
		<ErrorState as="h1" title="The decision could not be loaded" retrying={isFetching} onRetry={() => void refetch()}>
			{reasonOf(error)}
		</ErrorState>
	);
}

function DecisionView({ decisionKey, decision }: { decisionKey: string; decision: Decision }) {
	const { kind, appeal, lifted_at } = decision;
	return (
		<article className="mx-auto flex max-w-2xl flex-col gap-4">
			<Card className="flex flex-col gap-4 p-5 md:p-6">
				<div>
					<h1 className="text-22 md:text-28">{saidToOwner(decision, dayOf)}</h1>
					<p className="mt-1 text-quiet">{meaningOf(decision)}</p>
				</div>
				<DecisionFacts decision={decision} />
			</Card>
			{appeal && (
				<Card className="p-5 md:p-6">
					<AppealOutcome decision={decision} />
				</Card>
			)}
			{!appeal && lifted_at === null && kind !== 'dismiss' && (
				<Card className="flex flex-col gap-4 p-5 md:p-6">
					<h2 className="text-18">Do you think we are wrong?</h2>
					<AppealForm decisionKey={decisionKey} />
				</Card>
			)}
		</article>
	);
}

/** What a decision means for its owner, as it stands. */
function meaningOf({ kind, until, lifted_at }: Decision): string {
	if (lifted_at !== null) return `This was taken back on ${dayOf(lifted_at)}. It does not hold any more.`;
	if (kind === 'suspend') {
		if (until !== null && Date.parse(until) <= Date.now()) return 'That time is over: you can log in again.';
		const end = until === null ? '' : ' Then everything is as it was.';
		return `You cannot log in, and nobody sees what you posted.${end}`;
	}
	if (kind === 'hide') return 'Nobody but you can see it.';
	if (kind === 'delete') return 'It is gone for everyone.';
	if (kind === 'warn') return 'Nothing else has changed. If it happens again, more may follow.';
	return 'It stays as it is.';
}

function DecisionSkeleton() {
	return (
		<div role="status" className="mx-auto flex max-w-2xl flex-col gap-4">
			<span className="sr-only">Loading the decision</span>
			<Skeleton className="h-72 rounded-card" />
			<Skeleton className="h-80 rounded-card" />
		</div>
	);
}
