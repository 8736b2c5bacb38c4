import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import * as commonText from '../../text/shared/common.ts';
import { classes } from './classes.ts';

interface DialogProps {
	open: boolean;
	onClose: () => void;
	title: string;
	description?: ReactNode;
	children?: ReactNode;
	/** Content that covers the dialog and the page, such as a spinner or a `ConfirmDialog`. */
	overlay?: ReactNode;
	/** Whether the first field gets the focus on opening. Ignored on touch screens, where the focus would open the keyboard. */
	focusFirstField?: boolean;
	/** True for a dialog that fills a phone's screen and is wider on larger screens. */
	large?: boolean;
}

const sizes = {
	normal: 'max-h-[90dvh] rounded-t-card md:max-w-md',
	large: 'h-dvh md:h-auto md:max-h-[90dvh] md:max-w-3xl',
};

/**
 * Callback ref that takes the focus from a notice while a dialog opens. The notice gives it back to the element that had it before, which is
 * where the dialog returns it on closing. The notice itself may be gone then.
 */
function blurNotice(element: HTMLElement | null) {
	const focused = document.activeElement;
	if (element && focused instanceof HTMLElement && focused.closest('[data-sonner-toaster]')) focused.blur();
}

/** A bottom sheet on phones, a centred dialog on larger screens. Its code is large and should load only when the dialog is opened. */
export function Dialog({
	open,
	onClose,
	title,
	description,
	children,
	overlay,
	focusFirstField = false,
	large = false,
}: DialogProps) {
	const popup = useRef<HTMLDivElement>(null);
	return (
		<Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Base.Portal className="relative z-50">
				{/* The backdrop of a dialog that is opened inside another one covers that one. */}
				<Base.Backdrop forceRender className="fixed inset-0 animate-appear bg-shade" />
				<Base.Popup
					ref={popup}
					initialFocus={() => {
						const typing = focusFirstField && matchMedia('(pointer: fine)').matches;
						return (typing && popup.current?.querySelector<HTMLElement>('input')) || true;
					}}
					className={classes(
						'fixed inset-x-0 bottom-0 animate-rise overflow-y-auto bg-card p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-soft outline-none md:inset-auto md:top-1/2 md:left-1/2 md:w-full md:-translate-1/2 md:rounded-card md:p-6',
						sizes[large ? 'large' : 'normal'],
					)}
				>
					<div ref={blurNotice} className="flex items-start justify-between gap-3">
						<Base.Title className="pt-1.5 text-18">{title}</Base.Title>
						<Base.Close
							aria-label={commonText.close}
							className="-mt-1 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
						>
							<X aria-hidden className="size-5" />
						</Base.Close>
					</div>
					{description != null && <Base.Description className="mt-1 text-quiet">{description}</Base.Description>}
					<div className="mt-4">{children}</div>
				</Base.Popup>
				{overlay}
			</Base.Portal>
		</Base.Root>
	);
}
