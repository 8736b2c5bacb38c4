export interface Toast {
	kind: 'success' | 'error';
	text: string;
}

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | null = null;

/** Shows a notice at the top centre. One that comes before the toaster has loaded waits for it. */
export function toast(text: string, kind: Toast['kind'] = 'success') {
	if (show) show({ kind, text });
	else waiting.push({ kind, text });
}

/** The toaster is there: it takes what waits and what comes, until the function it gets back is called. */
export function receiveToasts(receive: (toast: Toast) => void): () => void {
	show = receive;
	for (const toast of waiting.splice(0)) receive(toast);
	return () => {
		show = null;
	};
}
