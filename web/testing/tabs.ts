import { onTestFinished } from 'vitest';

/** Another document of the same site, as another tab has one. What it stores is told to the test's own document by the browser. */
export function openTab(): Window & { localStorage: Storage } {
	const frame = document.createElement('iframe');
	frame.title = 'Another tab';
	document.body.append(frame);
	onTestFinished(() => frame.remove());
	if (!frame.contentWindow) throw new Error('The tab has no window');
	return frame.contentWindow;
}
