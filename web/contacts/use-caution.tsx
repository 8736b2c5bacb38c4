import { type ComponentType, type MouseEvent, useState } from 'react';
import * as contactText from '../../text/shared/contact.ts';
import { toast } from '../ui/toast.ts';
import type { CautionDialogProps } from './caution-dialog.tsx';

const fail = () => toast(contactText.noConnection, 'error');

/**
 * Puts a warning before the links to an account that is new, unverified and often reported or warned, as the server says (`caution`). Without
 * a network it says what the links need. `guard` returns the click handler of a link. It calls `onOpen` when the customer opens the link,
 * with or without a warning before. Render `dialog`.
 */
export function useCaution(caution = false) {
	const [pending, setPending] = useState<{
		Dialog: ComponentType<CautionDialogProps>;
		href: string;
		onOpen: () => void;
	} | null>(null);
	const guard = (href: string, onOpen: () => void) => (event: MouseEvent) => {
		if (navigator.onLine && !caution) return onOpen();
		event.preventDefault();
		if (!navigator.onLine) return void fail();
		import('./caution-dialog.tsx').then(({ CautionDialog: Dialog }) => setPending({ Dialog, href, onOpen }), fail);
	};
	const dialog = pending && (
		<pending.Dialog href={pending.href} onContinue={pending.onOpen} onClose={() => setPending(null)} />
	);
	return { guard, dialog };
}
