import { type FocusEvent, useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { subscribeToToasts } from './toast.ts';

export interface ToasterProps {
	dark: boolean;
	/** Milliseconds that each notice stays. */
	duration: number;
	visible: number;
}

/** Factor for the duration of a notice with a button. */
const actionDurationFactor = 2;

/** Classes that restore the focus ring that sonner removes. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-leaf';

/**
 * Gives the focus to a dialog that takes it from a notice. Sonner has just moved it back to the element that had it before the notice, which
 * is outside of the dialog.
 */
function letDialogTakeFocus({ relatedTarget }: FocusEvent) {
	if (relatedTarget instanceof HTMLElement && relatedTarget.closest('[role=dialog], [role=alertdialog]'))
		relatedTarget.focus();
}

export function Toaster({ dark, duration, visible }: ToasterProps) {
	useEffect(
		() =>
			subscribeToToasts(({ kind, text, action }) => {
				// A notice with a button stays longer, so that people can reach the button.
				const options = action && {
					action: { label: action.label, onClick: action.run },
					duration: actionDurationFactor * duration,
				};
				sonner[kind](text, options);
			}),
		[duration],
	);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the element only corrects where the focus goes
		<div onBlur={letDialogTakeFocus}>
			<Sonner
				position="top-center"
				theme={dark ? 'dark' : 'light'}
				expand
				duration={duration}
				visibleToasts={visible}
				toastOptions={{
					classNames: {
						// On phones a button that does not fit beside the words has its own line.
						toast: `!flex-wrap !rounded-control !border-line !bg-card !font-sans !text-14 !text-ink !shadow-soft ${focusRing}`,
						content: '!basis-40',
						success: '[&_[data-icon]]:!text-leaf',
						error: '[&_[data-icon]]:!text-danger',
						actionButton: `!ml-auto !min-h-11 !rounded-control !bg-leaf-soft !px-4 !text-14 !font-semibold !text-leaf ${focusRing}`,
					},
				}}
			/>
		</div>
	);
}
