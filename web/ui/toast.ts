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

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | null = null;
let ask: (() => void) | null = null;

/** Shows a notice at the top centre. One that comes before the toaster has loaded waits for it. */
export function toast(text: string, kind: Toast['kind'] = 'success', action?: ToastAction) {
	const notice: Toast = { kind, text, ...(action && { action }) };
	if (show) show(notice);
	else {
		waiting.push(notice);
		ask?.();
	}
}

/** Calls `need` whenever a notice waits for the toaster, until the function it gets back is called. */
export function onToastWaiting(need: () => void): () => void {
	ask = need;
	if (waiting.length > 0) need();
	return () => {
		ask = null;
	};
}

/** The toaster is there: it takes what waits and what comes, until the function it gets back is called. */
export function receiveToasts(receive: (toast: Toast) => void): () => void {
	show = receive;
	for (const toast of waiting.splice(0)) receive(toast);
	return () => {
		show = null;
	};
}
