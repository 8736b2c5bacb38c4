import { type ReactNode, useState } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import { Button } from './button.tsx';

/** Guards a form with unsaved input: the first try to leave asks for confirmation, the second leaves. */
export function useUnsavedChanges(dirty: boolean, leave: () => void) {
	const [isAsked, setAsked] = useState(false);
	const isConfirming = isAsked && dirty;
	return {
		isConfirming,
		close: () => (dirty && !isConfirming ? setAsked(true) : leave()),
		dismiss: () => setAsked(false),
	};
}

/** Asks before unsaved input is discarded. Renders nothing unless `isConfirming` is true. */
export function UnsavedChangesQuestion({ isConfirming, children }: { isConfirming: boolean; children: ReactNode }) {
	if (!isConfirming) return null;
	return (
		<p role="alert" className="text-14">
			{children}
		</p>
	);
}

interface CancelButtonProps {
	isConfirming: boolean;
	disabled?: boolean;
	onClick: () => void;
}

/** The cancel button of a form. After the question about unsaved input, it becomes a button that leaves. */
export function CancelButton({ isConfirming, disabled = false, onClick }: CancelButtonProps) {
	return (
		<Button variant={isConfirming ? 'danger' : 'quiet'} disabled={disabled} onClick={onClick}>
			{isConfirming ? controlsText.leave : commonText.cancel}
		</Button>
	);
}
