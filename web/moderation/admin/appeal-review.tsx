import { Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Decision, ReportCase } from '../../../contract/moderation/moderation.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import { ReasonForm } from '../../data/reason-form.tsx';
import { formatDate, formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { type AppealDecision, isAlreadyDecided, useAnswerAppeal } from '../decide.ts';

interface AppealReviewProps {
	item: ReportCase;
	appeal: Decision;
	onClosed: () => void;
}

export function AppealReview({ item, appeal, onClosed }: AppealReviewProps) {
	const [outcome, setOutcome] = useState<AppealDecision['outcome'] | null>(null);
	const [reason, setReason] = useState('');
	const buttons = useRef<HTMLFieldSetElement>(null);
	const deciding = useAnswerAppeal(item, {
		onDone: () => {
			if (outcome) toast(outcome === 'lifted' ? adminText.decisionUndone : adminReportsText.upheld);
			onClosed();
		},
		onAlreadyDecided: (error) => {
			toast(getErrorMessage(error), 'error');
			onClosed();
		},
	});

	function close() {
		buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
		setOutcome(null);
		deciding.reset();
	}

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
			<fieldset ref={buttons} aria-label={adminReportsText.answerAppeal} className="mt-3 flex flex-wrap gap-2">
				{(['lifted', 'upheld'] as const).map((option) => (
					<Button
						key={option}
						variant={outcome === option ? 'primary' : 'quiet'}
						aria-expanded={outcome === option}
						disabled={deciding.isPending}
						onClick={() => {
							deciding.reset();
							setOutcome(option);
						}}
						className="px-3! text-14!"
					>
						{adminReportsText.outcomes[option]}
					</Button>
				))}
			</fieldset>
			{outcome && (
				<ReasonForm
					key={outcome}
					action={outcome === 'lifted' ? adminText.undoDecision : adminReportsText.answerAppeal}
					hint={adminText.readByOwner}
					busy={deciding.isPending}
					problem={deciding.isError && !isAlreadyDecided(deciding.error) ? getErrorMessage(deciding.error) : null}
					reason={reason}
					onReason={setReason}
					onSubmit={() => deciding.mutate({ outcome, reason: reason.trim() })}
					onCancel={close}
				/>
			)}
		</section>
	);
}

function describeDecision({ kind, until }: Decision): string {
	if (kind !== 'suspend') return adminReportsText.decided[kind];
	return until === null ? adminReportsText.suspendedForGood : adminReportsText.suspendedUntil(formatDate(until));
}
