import { Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Decision, ReportCase } from '../../../../contract/moderation.ts';
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

const outcomes = {
	lifted: { button: 'Take the decision back', done: 'The decision is taken back' },
	upheld: { button: 'Let it stand', done: 'The decision stands' },
} as const;

/** What the owner says against a decision, and the answer to it. */
export function Appeal({ item, appeal, onLeave }: AppealProps) {
	const [outcome, setOutcome] = useState<AppealAnswer['outcome'] | null>(null);
	const [reason, setReason] = useState('');
	const buttons = useRef<HTMLFieldSetElement>(null);
	const answering = useAnswerAppeal(item, {
		onDone: () => {
			if (outcome) toast(outcomes[outcome].done);
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
				Appeal
			</h3>
			<dl className="mt-2 grid gap-x-6 gap-y-3 text-14 wide:grid-cols-2">
				<div>
					<dt className="text-12 text-quiet">
						Decided on {momentOf(appeal.at)}: {stateOf(appeal)}
					</dt>
					<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
						{appeal.reason}
					</dd>
				</div>
				{appeal.appeal && (
					<div>
						<dt className="text-12 text-quiet">The owner, {momentOf(appeal.appeal.at)}</dt>
						<dd dir="auto" className="mt-0.5 whitespace-pre-line break-words">
							{appeal.appeal.text}
						</dd>
					</div>
				)}
			</dl>
			<fieldset ref={buttons} aria-label="Answer the appeal" className="mt-3 flex flex-wrap gap-2">
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
						{outcomes[one].button}
					</Button>
				))}
			</fieldset>
			{outcome && (
				<ReasonForm
					key={outcome}
					action={outcome === 'lifted' ? 'Take it back' : 'Answer the appeal'}
					hint="The owner reads this."
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

const words = { dismiss: 'dismissed', hide: 'hidden', delete: 'deleted', warn: 'warned' } as const;

function stateOf({ kind, until }: Decision): string {
	if (kind !== 'suspend') return words[kind];
	return until === null ? 'suspended for good' : `suspended until ${dayOf(until)}`;
}
