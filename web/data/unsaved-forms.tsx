import { createContext, type ReactNode, useContext, useEffect, useReducer } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as commonText from '../../text/shared/common.ts';
import { Button } from '../ui/button.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { useLeaveWarning } from '../ui/use-leave-warning.tsx';
import type { ApiFormState } from './api-form.tsx';

/** Changes the number of forms with unsaved text. */
const CountContext = createContext<(change: 1 | -1) => void>(() => {});

/** Asks before the user leaves the page while a form inside has unsaved text. */
export function UnsavedForms({ children }: { children: ReactNode }) {
	const [count, change] = useReducer((before: number, by: 1 | -1) => before + by, 0);
	const leaveWarning = useLeaveWarning(count > 0, commonText.leaveWithoutSaving);
	return (
		<CountContext value={change}>
			{children}
			{leaveWarning}
		</CountContext>
	);
}

interface UnsavedFormButtonsProps {
	form: Pick<ApiFormState<FieldValues>, 'button' | 'formState' | 'isSending'>;
	/** Label of the submit button. */
	label: string;
	onCancel: () => void;
}

/** Buttons that submit and cancel a form inside `UnsavedForms`. The form asks before it discards text. */
export function UnsavedFormButtons({ form, label, onCancel }: UnsavedFormButtonsProps) {
	const { isDirty } = form.formState;
	const changeCount = useContext(CountContext);
	const { isConfirming, close } = useUnsavedChanges(isDirty, onCancel);
	useEffect(() => {
		if (!isDirty) return;
		changeCount(1);
		return () => changeCount(-1);
	}, [isDirty, changeCount]);
	return (
		<>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex flex-wrap gap-2">
				<Button {...form.button}>{label}</Button>
				<CancelButton isConfirming={isConfirming} disabled={form.isSending} onClick={close} />
			</div>
		</>
	);
}
