import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
	// Session of the Chrome DevTools Protocol.
	interface CDPSession {
		send(method: string, params: object): Promise<unknown>;
	}
}

/** Emulates the system's theme preference. Chromium prefers the light theme by default. */
export async function preferTheme(theme: 'light' | 'dark'): Promise<void> {
	// This command replaces all emulated features, so it repeats the reduced motion of the test configuration.
	const features = [
		{ name: 'prefers-color-scheme', value: theme },
		{ name: 'prefers-reduced-motion', value: 'reduce' },
	];
	await cdp().send('Emulation.setEmulatedMedia', { features });
}

/** Dispatches a double tap at a position in CSS pixels. The event timestamps are 100 ms apart, whenever the events arrive. */
export async function doubleTap(position: { x: number; y: number }): Promise<void> {
	const devtools = cdp();
	const from = Date.now() / 1000;
	for (const at of [from, from + 0.1]) {
		const start = { type: 'touchStart', touchPoints: [position], timestamp: at };
		await devtools.send('Input.dispatchTouchEvent', start);
		await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at + 0.05 });
	}
}

export interface MemoryUse {
	/** Bytes of the JavaScript heap. */
	heap: number;
	/** Number of nodes of the document, and of those that scripts still hold. */
	nodes: number;
	listeners: number;
}

/** Collects garbage and reads what the page still uses. */
export async function readMemoryUse(): Promise<MemoryUse> {
	const devtools = cdp();
	await devtools.send('HeapProfiler.collectGarbage', {});
	const { usedSize } = (await devtools.send('Runtime.getHeapUsage', {})) as { usedSize: number };
	const counters = (await devtools.send('Memory.getDOMCounters', {})) as { nodes: number; jsEventListeners: number };
	return { heap: usedSize, nodes: counters.nodes, listeners: counters.jsEventListeners };
}
