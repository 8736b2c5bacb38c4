import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import * as limits from '../../contract/core/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as adminText from '../../text/web/admin.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';

interface ReasonFormProps {
	action: string;
	danger?: boolean;
	hint: string;
	busy: boolean;
	problem: string | null;
	/** Reason as typed. The parent holds it, so that it survives a change of the decision. */
	reason: string;
	onReason: (reason: string) => void;
	onSubmit: () => void;
	onCancel: () => void;
	children?: ReactNode;
}

/** Form that asks an administrator for a reason. It takes the focus when it opens, and Escape closes it. */
export function ReasonForm(props: ReasonFormProps) {
	const { action, danger = false, hint, busy, problem, reason, onReason, onSubmit, onCancel, children } = props;
	const form = useRef<HTMLFormElement>(null);
	const [missing, setMissing] = useState(false);
	const { length } = reason.trim();
	const tooLong = length > limits.decisionReason.max;
	// The text area takes the focus on mount and after a server error, because the busy submit button loses the focus.
	useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
	useEffect(() => {
		if (problem !== null) form.current?.querySelector('textarea')?.focus();
	}, [problem]);

	function submit(event: FormEvent) {
		event.preventDefault();
		setMissing(length === 0);
		if (length === 0 || tooLong) form.current?.querySelector('textarea')?.focus();
		else onSubmit();
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={submit}
			onKeyDown={(event) => {
				if (event.key !== 'Escape' || busy || event.defaultPrevented) return;
				event.stopPropagation();
				onCancel();
			}}
			className="mt-3 flex flex-col gap-3"
		>
			{children}
			<TextArea
				label={adminText.why}
				hint={hint}
				rows={3}
				limit={limits.decisionReason.max}
				length={length}
				value={reason}
				error={getError(missing, tooLong)}
				onChange={({ target }) => {
					onReason(target.value);
					setMissing(false);
				}}
			/>
			<FormError>{problem}</FormError>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant={danger ? 'danger' : 'primary'} loading={busy}>
					{action}
				</Button>
				<Button variant="plain" disabled={busy} onClick={onCancel}>
					{commonText.cancel}
				</Button>
			</div>
		</form>
	);
}

function getError(missing: boolean, tooLong: boolean): string | undefined {
	if (missing) return adminText.reasonMissing;
	return tooLong ? validationText.atMostCharacters(limits.decisionReason.max) : undefined;
}
