export interface Toast {
	kind: 'success' | 'error';
	text: string;
	/** A button on the notice, such as 'Undo'. */
	action?: ToastAction;
}

export interface ToastAction {
	label: string;
	run: () => void;
}

const queue: Toast[] = [];
let showToast: ((toast: Toast) => void) | null = null;
let requestToaster: (() => void) | null = null;

/** Shows a notice at the top centre. A notice sent before the toaster has loaded is queued. */
export function toast(text: string, kind: Toast['kind'] = 'success', action?: ToastAction) {
	const notice: Toast = { kind, text, ...(action && { action }) };
	if (showToast) showToast(notice);
	else {
		queue.push(notice);
		requestToaster?.();
	}
}

/** Calls `onQueued` for each new toast while the toaster is not loaded, and at once if toasts wait. Returns a function to unsubscribe. */
export function onToastQueued(onQueued: () => void): () => void {
	requestToaster = onQueued;
	if (queue.length > 0) onQueued();
	return () => {
		requestToaster = null;
	};
}

/** Passes queued and new notices to the toaster. Returns a function that unsubscribes. */
export function subscribeToToasts(receive: (toast: Toast) => void): () => void {
	showToast = receive;
	for (const toast of queue.splice(0)) receive(toast);
	return () => {
		showToast = null;
	};
}
