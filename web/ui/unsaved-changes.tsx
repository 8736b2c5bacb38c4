import { type ReactNode, useState } from 'react';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import { Button } from './button.tsx';

/** Closes what is typed into: where something typed would be lost, the first try asks and the second one leaves. */
export function useUnsavedChanges(dirty: boolean, leave: () => void) {
	const [isAsked, setAsked] = useState(false);
	const isConfirming = isAsked && dirty;
	return {
		asking: isConfirming,
		close: () => (dirty && !isConfirming ? setAsked(true) : leave()),
		dismiss: () => setAsked(false),
	};
}

/** What is asked before something typed is thrown away; nothing while nothing is. */
export function UnsavedChangesQuestion({ asking: isConfirming, children }: { asking: boolean; children: ReactNode }) {
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

/** The way out of a form, and the answer to the question. */
export function CancelButton({ isConfirming, disabled = false, onClick }: CancelButtonProps) {
	return (
		<Button variant={isConfirming ? 'danger' : 'quiet'} disabled={disabled} onClick={onClick}>
			{isConfirming ? controlsText.leave : commonText.cancel}
		</Button>
	);
}
