import { type ReactNode, useRef, useState } from 'react';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { ReasonForm } from './reason-form.tsx';

/** Returns whether the error means that another administrator has already decided, or that what is to be decided is gone. */
export function isAlreadyDecided(error: unknown): boolean {
	return isApiError(error) && (error.status === 409 || error.status === 404);
}

interface DecisionChoiceProps<Decision extends string> {
	label: string;
	options: readonly Decision[];
	names: Readonly<Record<Decision, string>>;
	/** Mutation that sends the decision. */
	deciding: { isPending: boolean; error: Error | null; reset: () => void };
	describe: (decision: Decision) => { action: string; hint: string; danger?: boolean };
	onSubmit: (decision: Decision, reason: string) => void;
	buttonClass?: string;
	/** Renders further fields of a decision. */
	children?: (decision: Decision) => ReactNode;
}

/** Buttons of the decisions that an administrator can make, and the form that asks for the reason of the chosen one. */
export function DecisionChoice<Decision extends string>(props: DecisionChoiceProps<Decision>) {
	const { label, options, names, deciding, describe, onSubmit, buttonClass, children } = props;
	const [chosen, setChosen] = useState<Decision | null>(null);
	const [reason, setReason] = useState('');
	const buttons = useRef<HTMLFieldSetElement>(null);

	function close() {
		buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
		setChosen(null);
		deciding.reset();
	}

	return (
		<>
			<fieldset ref={buttons} aria-label={label} className="flex flex-wrap gap-2">
				{options.map((option) => (
					<Button
						key={option}
						variant={chosen === option ? 'primary' : 'quiet'}
						aria-expanded={chosen === option}
						disabled={deciding.isPending}
						onClick={() => {
							deciding.reset();
							setChosen(option);
						}}
						className={buttonClass}
					>
						{names[option]}
					</Button>
				))}
			</fieldset>
			{chosen && (
				<ReasonForm
					key={chosen}
					{...describe(chosen)}
					busy={deciding.isPending}
					problem={deciding.error && !isAlreadyDecided(deciding.error) ? getErrorMessage(deciding.error) : null}
					reason={reason}
					onReason={setReason}
					onSubmit={() => onSubmit(chosen, reason.trim())}
					onCancel={close}
				>
					{children?.(chosen)}
				</ReasonForm>
			)}
		</>
	);
}
