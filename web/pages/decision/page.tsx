import { useQuery } from '@tanstack/react-query';
import type { Decision } from '../../../contract/moderation/moderation.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as decisionText from '../../../text/web/decision.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { AppealForm } from '../../moderation/appeal-form.tsx';
import { AppealOutcome, DecisionDetails } from '../../moderation/decision-details.tsx';
import { describeDecisionForOwner } from '../../moderation/describe-decision.ts';
import { decisionQuery } from '../../moderation/queries.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { UnknownLink } from '../../ui/unknown-link.tsx';
import type { Route } from './+types/page.ts';

/** Renders the page in the browser only. Anyone with its address can read it, so no cache may store it. */
export { clientOnlyLoader as clientLoader } from '../../platform/secret-page.ts';

export const handle: LayoutHandle & PageviewHandle = { Rail: null, secret: true };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export const meta = secretPageMeta(decisionText.title);

export function HydrateFallback() {
	return (
		<Loading label={decisionText.loading}>
			<DecisionSkeleton />
		</Loading>
	);
}

/** Page of a moderation decision with an appeal form. It needs no login, because the affected user may be unable to log in. */
export default function ModerationDecisionPage({ params: { key } }: Route.ComponentProps) {
	const query = useQuery(decisionQuery(useApi(), key));
	return (
		<QueryBoundary
			query={query}
			loading={decisionText.loading}
			skeleton={<DecisionSkeleton />}
			failure={decisionText.loadFailed}
			as="h1"
			renderRejection={({ status }) =>
				status === 404 || status === 422 ? (
					<UnknownLink action={<ButtonLink to="/">{commonText.goToMarket}</ButtonLink>} />
				) : undefined
			}
		>
			{(decision) => <DecisionView decisionKey={key} decision={decision} />}
		</QueryBoundary>
	);
}

function DecisionView({ decisionKey, decision }: { decisionKey: string; decision: Decision }) {
	const { kind, appeal, lifted_at } = decision;
	return (
		<article className="mx-auto flex max-w-2xl flex-col gap-4">
			<Card className="flex flex-col gap-4 p-5 md:p-6">
				<div>
					<h1 className="text-22 md:text-28">{describeDecisionForOwner(decision, formatDate)}</h1>
					<p className="mt-1 text-quiet">{describeMeaning(decision)}</p>
				</div>
				<DecisionDetails decision={decision} />
			</Card>
			{appeal && (
				<Card className="p-5 md:p-6">
					<AppealOutcome decision={decision} />
				</Card>
			)}
			{!appeal && lifted_at === null && kind !== 'dismiss' && (
				<Card className="flex flex-col gap-4 p-5 md:p-6">
					<h2 className="text-18">{decisionText.appealTitle}</h2>
					<AppealForm decisionKey={decisionKey} />
				</Card>
			)}
		</article>
	);
}

function describeMeaning({ kind, until, lifted_at }: Decision): string {
	if (lifted_at !== null) return decisionText.takenBack(formatDate(lifted_at));
	if (kind === 'suspend') {
		if (until !== null && Date.parse(until) <= Date.now()) return decisionText.suspensionOver;
		return until === null ? decisionText.suspendedForGood : decisionText.suspended;
	}
	if (kind === 'hide') return decisionText.hidden;
	if (kind === 'delete') return decisionText.deleted;
	if (kind === 'warn') return decisionText.warned;
	return decisionText.dismissed;
}

function DecisionSkeleton() {
	return (
		<div className="mx-auto flex max-w-2xl flex-col gap-4">
			<Skeleton className="h-72 rounded-card" />
			<Skeleton className="h-80 rounded-card" />
		</div>
	);
}
