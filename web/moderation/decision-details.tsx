import { CircleCheck, Hourglass, type LucideIcon, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Decision } from '../../contract/moderation/moderation.ts';
import * as decisionText from '../../text/web/decision.ts';
import { formatDate, formatDateTime } from '../platform/dates.ts';
import { Badge } from '../ui/badge.tsx';

export function DecisionDetails({ decision: { target, reason, at } }: { decision: Decision }) {
	return (
		<dl className="flex flex-col gap-3">
			{target.kind !== 'account' && target.title !== '' && (
				<DecisionDetail name={decisionText.targets[target.kind]}>
					<span dir="auto" className="font-semibold">
						{target.title}
					</span>
				</DecisionDetail>
			)}
			<DecisionDetail name={decisionText.why}>
				<span dir="auto" className="whitespace-pre-line">
					{reason}
				</span>
			</DecisionDetail>
			<DecisionDetail name={decisionText.when}>
				<time dateTime={at}>{formatDateTime(at)}</time>
			</DecisionDetail>
		</dl>
	);
}

function DecisionDetail({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt className="text-14 text-quiet">{name}</dt>
			<dd className="break-words">{children}</dd>
		</div>
	);
}

/** Badge for the state of a moderation decision. No badge for a decision in force without an appeal. */
export function DecisionBadge({ decision: { lifted_at, appeal } }: { decision: Decision }) {
	if (lifted_at !== null) return <Badge variant="leaf">{decisionText.badgeTakenBack}</Badge>;
	if (appeal?.outcome === null) return <Badge variant="marigold">{decisionText.badgeAppealed}</Badge>;
	if (appeal?.outcome === 'upheld') return <Badge>{decisionText.badgeUpheld}</Badge>;
	return null;
}

export function AppealOutcome({ decision }: { decision: Decision }) {
	const { appeal, lifted_at } = decision;
	if (!appeal) return null;
	const { Icon, title } = describeOutcome(decision);
	return (
		<section aria-labelledby="appeal" className="flex flex-col gap-4">
			<h2 id="appeal" className="flex items-start gap-2.5 text-18">
				<Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
				{title}
			</h2>
			{appeal.answer !== null && appeal.answer !== '' && (
				<p dir="auto" className="whitespace-pre-line break-words">
					{appeal.answer}
				</p>
			)}
			{appeal.outcome === null && lifted_at === null && <p className="text-quiet">{decisionText.appealPendingHint}</p>}
			<dl>
				<DecisionDetail name={decisionText.appealedOn(formatDate(appeal.at))}>
					<span dir="auto" className="whitespace-pre-line">
						{appeal.text}
					</span>
				</DecisionDetail>
			</dl>
		</section>
	);
}

function describeOutcome({ appeal, lifted_at }: Decision): { Icon: LucideIcon; title: string } {
	if (appeal?.outcome === 'lifted' || lifted_at !== null) return { Icon: RotateCcw, title: decisionText.appealLifted };
	if (appeal?.outcome === 'upheld') return { Icon: CircleCheck, title: decisionText.appealUpheld };
	return { Icon: Hourglass, title: decisionText.appealPending };
}
