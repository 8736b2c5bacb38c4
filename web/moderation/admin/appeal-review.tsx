import { Scale } from 'lucide-react';
import type { Decision, ReportCase } from '../../../contract/moderation/moderation.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import { DecisionChoice } from '../../data/decision-choice.tsx';
import { formatDate, formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';
import { useAnswerAppeal } from '../decide.ts';

interface AppealReviewProps {
	item: ReportCase;
	appeal: Decision;
	onClosed: () => void;
}

export function AppealReview({ item, appeal, onClosed }: AppealReviewProps) {
	const deciding = useAnswerAppeal(item, {
		onDone: ({ lifted_at }) => {
			toast(lifted_at === null ? adminReportsText.upheld : adminText.decisionUndone);
			onClosed();
		},
		onAlreadyDecided: (error) => {
			toast(getErrorMessage(error), 'error');
			onClosed();
		},
	});

	return (
		<section className="mt-4 border-line border-t pt-3">
			<h3 className="flex items-center gap-2 text-14">
				<Scale aria-hidden className="size-4 text-leaf" />
				{adminReportsText.appeal}
			</h3>
			<dl className="mt-2 grid gap-x-6 gap-y-3 text-14 wide:grid-cols-2">
				<div>
					<dt className="text-12 text-quiet">
						{adminReportsText.decidedOn(formatDateTime(appeal.at), describeDecision(appeal))}
					</dt>
					<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
						{appeal.reason}
					</dd>
				</div>
				{appeal.appeal && (
					<div>
						<dt className="text-12 text-quiet">{adminReportsText.ownerWrote(formatDateTime(appeal.appeal.at))}</dt>
						<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
							{appeal.appeal.text}
						</dd>
					</div>
				)}
			</dl>
			<div className="mt-3">
				<DecisionChoice
					label={adminReportsText.answerAppeal}
					options={['lifted', 'upheld']}
					names={adminReportsText.outcomes}
					deciding={deciding}
					describe={(outcome) => ({
						action: outcome === 'lifted' ? adminText.undoDecision : adminReportsText.answerAppeal,
						hint: adminText.readByOwner,
					})}
					onSubmit={(outcome, reason) => deciding.mutate({ outcome, reason })}
					buttonClass="px-3! text-14!"
				/>
			</div>
		</section>
	);
}

function describeDecision({ kind, until }: Decision): string {
	if (kind !== 'suspend') return adminReportsText.decided[kind];
	return until === null ? adminReportsText.suspendedForGood : adminReportsText.suspendedUntil(formatDate(until));
}
