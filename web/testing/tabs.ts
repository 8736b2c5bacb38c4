import { onTestFinished } from 'vitest';

/** Opens a frame of the same site, which acts like another tab: if it changes its storage, the test's document receives storage events. */
export function openTab(): Window & { localStorage: Storage } {
	const frame = document.createElement('iframe');
	frame.title = 'Another tab';
	document.body.append(frame);
	onTestFinished(() => frame.remove());
	if (!frame.contentWindow) throw new Error('The tab has no window');
	return frame.contentWindow;
}
