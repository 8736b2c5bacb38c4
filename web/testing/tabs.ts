import { onTestFinished } from 'vitest';

/** Opens another document of the same site, like another tab. The test's document receives its storage events. */
export function openTab(): Window & { localStorage: Storage } {
	const frame = document.createElement('iframe');
	frame.title = 'Another tab';
	document.body.append(frame);
	onTestFinished(() => frame.remove());
	if (!frame.contentWindow) throw new Error('The tab has no window');
	return frame.contentWindow;
}
