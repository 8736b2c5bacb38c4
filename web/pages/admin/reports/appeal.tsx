import { Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Decision, ReportCase } from '../../../../contract/moderation.ts';
import * as adminText from '../../../../contract/text/admin.ts';
import * as adminReportsText from '../../../../contract/text/admin-reports.ts';
import { type AppealAnswer, useAnswerAppeal, wasFirst } from '../../../moderation/decide.ts';
import { dayOf, momentOf } from '../../../platform/dates.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { ReasonForm } from '../reason-form.tsx';

interface AppealProps {
	item: ReportCase;
	appeal: Decision;
	onLeave: () => void;
}

/** What the owner says against a decision, and the answer to it. */
export function Appeal({ item, appeal, onLeave }: AppealProps) {
	const [outcome, setOutcome] = useState<AppealAnswer['outcome'] | null>(null);
	const [reason, setReason] = useState('');
	const buttons = useRef<HTMLFieldSetElement>(null);
	const answering = useAnswerAppeal(item, {
		onDone: () => {
			if (outcome) toast(outcome === 'lifted' ? adminText.takenBack : adminReportsText.upheld);
			onLeave();
		},
		onLate: (error) => {
			toast(reasonOf(error), 'error');
			onLeave();
		},
	});

	function close() {
		buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
		setOutcome(null);
		answering.reset();
	}

	return (
		<section className="mt-4 border-line border-t pt-3">
			<h3 className="flex items-center gap-2 text-14">
				<Scale aria-hidden className="size-4 text-leaf" />
				{adminReportsText.appeal}
			</h3>
			<dl className="mt-2 grid gap-x-6 gap-y-3 text-14 wide:grid-cols-2">
				<div>
					<dt className="text-12 text-quiet">{adminReportsText.decidedOn(momentOf(appeal.at), stateOf(appeal))}</dt>
					<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
						{appeal.reason}
					</dd>
				</div>
				{appeal.appeal && (
					<div>
						<dt className="text-12 text-quiet">{adminReportsText.ownerWrote(momentOf(appeal.appeal.at))}</dt>
						<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
							{appeal.appeal.text}
						</dd>
					</div>
				)}
			</dl>
			<fieldset ref={buttons} aria-label={adminReportsText.answerAppeal} className="mt-3 flex flex-wrap gap-2">
				{(['lifted', 'upheld'] as const).map((one) => (
					<Button
						key={one}
						look={outcome === one ? 'primary' : 'quiet'}
						aria-expanded={outcome === one}
						disabled={answering.isPending}
						onClick={() => {
							answering.reset();
							setOutcome(one);
						}}
						className="px-3! text-14!"
					>
						{adminReportsText.outcomes[one]}
					</Button>
				))}
			</fieldset>
			{outcome && (
				<ReasonForm
					key={outcome}
					action={outcome === 'lifted' ? adminText.takeItBack : adminReportsText.answerAppeal}
					hint={adminText.readByOwner}
					busy={answering.isPending}
					problem={answering.isError && !wasFirst(answering.error) ? reasonOf(answering.error) : null}
					reason={reason}
					onReason={setReason}
					onSubmit={() => answering.mutate({ outcome, reason: reason.trim() })}
					onCancel={close}
				/>
			)}
		</section>
	);
}

function stateOf({ kind, until }: Decision): string {
	if (kind !== 'suspend') return adminReportsText.decided[kind];
	return until === null ? adminReportsText.suspendedForGood : adminReportsText.suspendedUntil(dayOf(until));
}
