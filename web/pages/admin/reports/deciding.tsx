import { lazy, Suspense, useRef, useState } from 'react';
import { type DecisionKind, decisions, type ReportCase } from '../../../../contract/moderation.ts';
import { type CaseDecision, useDecide, wasFirst } from '../../../moderation/decide.ts';
import { decisionWords, targetWords } from '../../../moderation/words.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ReasonForm } from '../reason-form.tsx';
import { Duration, type DurationName, daysOf, defaultDuration } from './duration.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog }));

interface DecidingProps {
	item: ReportCase;
	onLeave: () => void;
}

/** What can be done about a case. Each decision asks why; those that are hard to take back ask twice. */
export function Deciding({ item, onLeave }: DecidingProps) {
	const { target, owner, reports } = item;
	const what = targetWords[target.kind];
	const [kind, setKind] = useState<DecisionKind | null>(null);
	const [reason, setReason] = useState('');
	const [duration, setDuration] = useState<DurationName>(defaultDuration);
	const [asking, setAsking] = useState(false);
	const buttons = useRef<HTMLFieldSetElement>(null);
	const deciding = useDecide(item, {
		onDone: (decision) => {
			toast(doneWords[decision.kind]);
			onLeave();
		},
		onLate: (error) => {
			toast(reasonOf(error), 'error');
			onLeave();
		},
	});

	function send() {
		setAsking(false);
		if (kind) deciding.mutate(decisionOf(kind, reason.trim(), duration));
	}

	function close() {
		buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
		setKind(null);
		deciding.reset();
	}

	return (
		<div className="mt-4 border-line border-t pt-3">
			<fieldset ref={buttons} aria-label="Decide" className="flex flex-wrap gap-2">
				{possible(item).map((one) => (
					<Button
						key={one}
						look={kind === one ? 'primary' : 'quiet'}
						aria-expanded={kind === one}
						disabled={deciding.isPending}
						onClick={() => {
							deciding.reset();
							setKind(one);
						}}
						className="px-3! text-14!"
					>
						{decisionWords[one]}
					</Button>
				))}
			</fieldset>
			{kind && (
				<ReasonForm
					key={kind}
					action={actionOf(kind, what)}
					danger={kind === 'delete' || kind === 'suspend'}
					hint={readersOf(kind, reports.length)}
					busy={deciding.isPending}
					problem={deciding.isError && !wasFirst(deciding.error) ? reasonOf(deciding.error) : null}
					reason={reason}
					onReason={setReason}
					onSubmit={() => (kind === 'delete' || kind === 'suspend' ? setAsking(true) : send())}
					onCancel={close}
				>
					{kind === 'suspend' && <Duration value={duration} onChange={setDuration} />}
				</ReasonForm>
			)}
			{asking && kind && (
				<Suspense>
					<ConfirmDialog
						open
						title={kind === 'delete' ? `Delete this ${what}?` : `Suspend @${owner.user_name}?`}
						description={
							kind === 'delete'
								? 'It goes for everyone, at once and for good. To take it out of sight only, hide it.'
								: consequenceOf(duration)
						}
						action={actionOf(kind, what)}
						danger
						onConfirm={send}
						onClose={() => setAsking(false)}
					/>
				</Suspense>
			)}
		</div>
	);
}

const doneWords: Readonly<Record<DecisionKind, string>> = {
	dismiss: 'Dismissed',
	hide: 'Hidden for everyone',
	delete: 'Deleted',
	warn: 'The owner is warned',
	suspend: 'The account is suspended',
};

/** An account is warned or suspended, never hidden or deleted. What is gone is not hidden again, and deleted only while there is something of it. */
function possible({ target }: ReportCase): DecisionKind[] {
	return decisions.filter((kind) => {
		if (kind === 'hide') return target.kind !== 'account' && !target.gone;
		if (kind === 'delete') return target.kind !== 'account' && !(target.gone && target.text === '');
		return true;
	});
}

function decisionOf(kind: DecisionKind, reason: string, duration: DurationName): CaseDecision {
	return kind === 'suspend' ? { decision: kind, reason, days: daysOf(duration) } : { decision: kind, reason };
}

function actionOf(kind: DecisionKind, what: string): string {
	if (kind === 'dismiss') return what === 'account' ? 'Leave it be' : `Leave the ${what} as it is`;
	if (kind === 'warn') return 'Warn the owner';
	if (kind === 'suspend') return 'Suspend the account';
	return `${decisionWords[kind]} the ${what}`;
}

function readersOf(kind: DecisionKind, reports: number): string {
	if (reports === 0) return 'The owner reads this.';
	const reporters = reports === 1 ? 'whoever reported it' : 'everybody who reported it';
	return kind === 'dismiss' ? `Read by ${reporters}.` : `Read by the owner and by ${reporters}.`;
}

function consequenceOf(duration: DurationName): string {
	const days = daysOf(duration);
	if (days === null)
		return 'The account is closed for good: every session ends at once, and nothing of it is seen again.';
	const time = days === 1 ? 'a day' : `${days} days`;
	return `The account is closed for ${time}: every session ends at once, and nothing of it is seen meanwhile.`;
}
