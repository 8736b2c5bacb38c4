export interface Toast {
	kind: 'success' | 'error';
	text: string;
	/** A button on it, such as one that takes back what was done. */
	action?: ToastAction;
}

export interface ToastAction {
	label: string;
	run: () => void;
}

const queue: Toast[] = [];
let showToast: ((toast: Toast) => void) | null = null;
let requestToaster: (() => void) | null = null;

/** Shows a notice at the top centre. One that comes before the toaster has loaded waits for it. */
export function toast(text: string, kind: Toast['kind'] = 'success', action?: ToastAction) {
	const notice: Toast = { kind, text, ...(action && { action }) };
	if (showToast) showToast(notice);
	else {
		queue.push(notice);
		requestToaster?.();
	}
}

/** Calls `need` whenever a notice waits for the toaster, until the function it gets back is called. */
export function onToastQueued(need: () => void): () => void {
	requestToaster = need;
	if (queue.length > 0) need();
	return () => {
		requestToaster = null;
	};
}

/** The toaster is there: it takes what waits and what comes, until the function it gets back is called. */
export function subscribeToToasts(receive: (toast: Toast) => void): () => void {
	showToast = receive;
	for (const toast of queue.splice(0)) receive(toast);
	return () => {
		showToast = null;
	};
}
