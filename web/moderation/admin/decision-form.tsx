import { useRef, useState } from 'react';
import { type DecisionKind, decisionKinds, type ReportCase } from '../../../contract/moderation/moderation.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import * as moderationText from '../../../text/web/moderation.ts';
import { ReasonForm } from '../../data/reason-form.tsx';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';
import { type CaseDecision, isAlreadyDecided, useDecideCase } from '../decide.ts';
import { type DurationName, defaultDuration, getSuspensionDays, SuspensionDuration } from './suspension-duration.tsx';

interface DecisionFormProps {
	item: ReportCase;
	onClosed: () => void;
}

/** Form to decide a moderation case. Every decision needs a reason. Decisions that are hard to undo ask for confirmation. */
export function DecisionForm({ item, onClosed }: DecisionFormProps) {
	const { target, owner, reports } = item;
	const what = moderationText.targets[target.kind];
	const [kind, setKind] = useState<DecisionKind | null>(null);
	const [reason, setReason] = useState('');
	const [duration, setDuration] = useState<DurationName>(defaultDuration);
	const [isConfirming, setConfirming] = useState(false);
	const buttons = useRef<HTMLFieldSetElement>(null);
	const deciding = useDecideCase(item, {
		onDone: (decision) => {
			toast(adminReportsText.decisionsDone[decision.kind]);
			onClosed();
		},
		onAlreadyDecided: (error) => {
			toast(getErrorMessage(error), 'error');
			onClosed();
		},
	});

	function send() {
		setConfirming(false);
		if (kind) deciding.mutate(toCaseDecision(kind, reason.trim(), duration));
	}

	function close() {
		buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
		setKind(null);
		deciding.reset();
	}

	return (
		<div className="mt-4 border-line border-t pt-3">
			<fieldset ref={buttons} aria-label={adminReportsText.decide} className="flex flex-wrap gap-2">
				{listPossibleDecisions(item).map((option) => (
					<Button
						key={option}
						variant={kind === option ? 'primary' : 'quiet'}
						aria-expanded={kind === option}
						disabled={deciding.isPending}
						onClick={() => {
							deciding.reset();
							setKind(option);
						}}
						className="px-3! text-14!"
					>
						{adminReportsText.decisions[option]}
					</Button>
				))}
			</fieldset>
			{kind && (
				<ReasonForm
					key={kind}
					action={getActionLabel(kind, what)}
					danger={kind === 'delete' || kind === 'suspend'}
					hint={getReadersHint(kind, reports.length)}
					busy={deciding.isPending}
					problem={deciding.isError && !isAlreadyDecided(deciding.error) ? getErrorMessage(deciding.error) : null}
					reason={reason}
					onReason={setReason}
					onSubmit={() => (kind === 'delete' || kind === 'suspend' ? setConfirming(true) : send())}
					onCancel={close}
				>
					{kind === 'suspend' && <SuspensionDuration value={duration} onChange={setDuration} />}
				</ReasonForm>
			)}
			{isConfirming && kind && (
				<LazyConfirmDialog
					title={kind === 'delete' ? adminReportsText.deleteQuestion(what) : adminText.suspendQuestion(owner.user_name)}
					description={kind === 'delete' ? adminReportsText.deleteConsequence : getConsequence(duration)}
					action={getActionLabel(kind, what)}
					danger
					onConfirm={send}
					onClose={() => setConfirming(false)}
				/>
			)}
		</div>
	);
}

/**
 * Lists the decisions that a case allows. Accounts can't be hidden or deleted. Content that is gone can't be hidden again, unless it is
 * held, and can be deleted only while it has text.
 */
function listPossibleDecisions({ target, held }: ReportCase): DecisionKind[] {
	return decisionKinds.filter((kind) => {
		if (kind === 'hide') return target.kind !== 'account' && (!target.gone || held);
		if (kind === 'delete') return target.kind !== 'account' && !(target.gone && target.text === '');
		return true;
	});
}

function toCaseDecision(kind: DecisionKind, reason: string, duration: DurationName): CaseDecision {
	return kind === 'suspend'
		? { decision: kind, reason, days: getSuspensionDays(duration) }
		: { decision: kind, reason };
}

function getActionLabel(kind: DecisionKind, what: string): string {
	if (kind === 'dismiss') return what === 'account' ? adminReportsText.dismissAccount : adminReportsText.dismiss(what);
	if (kind === 'warn') return adminReportsText.warn;
	if (kind === 'suspend') return adminText.suspendAccount;
	return kind === 'hide' ? adminReportsText.hide(what) : adminReportsText.deleteTarget(what);
}

function getReadersHint(kind: DecisionKind, reports: number): string {
	if (reports === 0) return adminText.readByOwner;
	return kind === 'dismiss'
		? adminReportsText.readByReporters(reports)
		: adminReportsText.readByOwnerAndReporters(reports);
}

function getConsequence(duration: DurationName): string {
	const days = getSuspensionDays(duration);
	return days === null ? adminReportsText.suspendForGoodConsequence : adminReportsText.suspendConsequence(days);
}
