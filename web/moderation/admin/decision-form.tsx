import { useState } from 'react';
import { type DecisionKind, decisionKinds, type ReportCase } from '../../../contract/moderation/moderation.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import * as moderationText from '../../../text/web/moderation.ts';
import { DecisionChoice } from '../../data/decision-choice.tsx';
import { getErrorMessage } from '../../platform/error-message.ts';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';
import { type CaseDecision, useDecideCase } from '../decide.ts';
import { type DurationName, defaultDuration, getSuspensionDays, SuspensionDuration } from './suspension-duration.tsx';

interface DecisionFormProps {
	item: ReportCase;
	onClosed: () => void;
}

/** Form to decide a moderation case. Every decision needs a reason. Decisions that are hard to undo ask for confirmation. */
export function DecisionForm({ item, onClosed }: DecisionFormProps) {
	const { target, owner, reports } = item;
	const what = moderationText.targets[target.kind];
	const [duration, setDuration] = useState<DurationName>(defaultDuration);
	const [confirming, setConfirming] = useState<{ kind: 'delete' | 'suspend'; reason: string } | null>(null);
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

	function send(kind: DecisionKind, reason: string) {
		setConfirming(null);
		deciding.mutate(toCaseDecision(kind, reason, duration));
	}

	return (
		<div className="mt-4 border-line border-t pt-3">
			<DecisionChoice
				label={adminReportsText.decide}
				options={listPossibleDecisions(item)}
				names={adminReportsText.decisions}
				deciding={deciding}
				describe={(kind) => ({
					action: getActionLabel(kind, what),
					danger: kind === 'delete' || kind === 'suspend',
					hint: getReadersHint(kind, reports.length),
				})}
				onSubmit={(kind, reason) =>
					kind === 'delete' || kind === 'suspend' ? setConfirming({ kind, reason }) : send(kind, reason)
				}
				buttonClass="px-3! text-14!"
			>
				{(kind) => kind === 'suspend' && <SuspensionDuration value={duration} onChange={setDuration} />}
			</DecisionChoice>
			{confirming && (
				<LazyConfirmDialog
					title={
						confirming.kind === 'delete'
							? adminReportsText.deleteQuestion(what)
							: adminText.suspendQuestion(owner.user_name)
					}
					description={confirming.kind === 'delete' ? adminReportsText.deleteConsequence : getConsequence(duration)}
					action={getActionLabel(confirming.kind, what)}
					danger
					onConfirm={() => send(confirming.kind, confirming.reason)}
					onClose={() => setConfirming(null)}
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
