import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
	// Chromium's own protocol.
	interface CDPSession {
		send(method: string, params: object): Promise<unknown>;
	}
}

/** The system prefers this theme from now on. Without it Chromium prefers the light one. */
export async function preferTheme(theme: 'light' | 'dark'): Promise<void> {
	// The list replaces the one before, in which tests ask for reduced motion.
	const features = [
		{ name: 'prefers-color-scheme', value: theme },
		{ name: 'prefers-reduced-motion', value: 'reduce' },
	];
	await cdp().send('Emulation.setEmulatedMedia', { features });
}

/** A finger taps twice at a place of the window, in CSS pixels: 100 ms apart by the events' own times, however late they come. */
export async function doubleTap(place: { x: number; y: number }): Promise<void> {
	const devtools = cdp();
	const from = Date.now() / 1000;
	for (const at of [from, from + 0.1]) {
		const start = { type: 'touchStart', touchPoints: [place], timestamp: at };
		await devtools.send('Input.dispatchTouchEvent', start);
		await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at + 0.05 });
	}
}
