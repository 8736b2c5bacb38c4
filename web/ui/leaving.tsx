import { type ReactNode, useState } from 'react';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import { Button } from './button.tsx';

/** Closes what is typed into: where something typed would be lost, the first try asks and the second one leaves. */
export function useLeaving(dirty: boolean, leave: () => void) {
	const [asked, setAsked] = useState(false);
	const asking = asked && dirty;
	return {
		asking,
		close: () => (dirty && !asking ? setAsked(true) : leave()),
		stay: () => setAsked(false),
	};
}

/** What is asked before something typed is thrown away; nothing while nothing is. */
export function LeavingQuestion({ asking, children }: { asking: boolean; children: ReactNode }) {
	if (!asking) return null;
	return (
		<p role="alert" className="text-14">
			{children}
		</p>
	);
}

interface LeavingButtonProps {
	asking: boolean;
	disabled?: boolean;
	onClick: () => void;
}

/** The way out of a form, and the answer to the question. */
export function LeavingButton({ asking, disabled = false, onClick }: LeavingButtonProps) {
	return (
		<Button look={asking ? 'danger' : 'quiet'} disabled={disabled} onClick={onClick}>
			{asking ? controlsText.leave : commonText.cancel}
		</Button>
	);
}
