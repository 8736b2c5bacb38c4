import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let look: (entries: object[]) => void;
let made: number;
let observed: Set<object>;
let visibilityState: string;
let turn: () => void;
let onObserve: (element: object) => void;

beforeEach(() => {
	vi.resetModules();
	vi.useFakeTimers();
	onObserve = () => {};
	[made, observed, visibilityState] = [0, new Set(), 'visible'];
	vi.stubGlobal('document', {
		get visibilityState() {
			return visibilityState;
		},
		addEventListener: (_: string, listener: () => void) => {
			turn = listener;
		},
	});
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			constructor(callback: typeof look) {
				look = callback;
				made += 1;
			}
			observe = (element: object) => {
				observed.add(element);
				onObserve(element);
			};
			unobserve = (element: object) => void observed.delete(element);
		},
	);
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** An element of this height, of which so much is in sight on a screen of 700 pixels. */
function show(target: object, visible: number, height = 400) {
	const intersectionRect = { height: visible };
	look([{ target, intersectionRatio: visible / height, intersectionRect, rootBounds: { height: 700 } }]);
}

async function watch(...elements: object[]) {
	const { observeView } = await import('./observe-view.ts');
	const read: object[] = [];
	const stops = elements.map((element) => observeView(element as Element, () => read.push(element)));
	return { read, stops };
}

test('what stays half in sight for a second is read, once', async () => {
	const [one, other] = [{}, {}];
	const { read } = await watch(one, other);
	show(one, 250);
	show(other, 100);
	vi.advanceTimersByTime(900);
	expect(read).toEqual([]);
	show(one, 300);
	vi.advanceTimersByTime(100);
	expect(read).toEqual([one]);
	expect(observed).toEqual(new Set([other]));
	vi.advanceTimersByTime(60_000);
	expect(read).toHaveLength(1);
	expect(made).toBe(1);
});

test('what is scrolled past is not, and what comes back is waited for anew', async () => {
	const one = {};
	const { read } = await watch(one);
	show(one, 400);
	vi.advanceTimersByTime(600);
	show(one, 100);
	vi.advanceTimersByTime(600);
	show(one, 400);
	vi.advanceTimersByTime(600);
	expect(read).toEqual([]);
	vi.advanceTimersByTime(400);
	expect(read).toEqual([one]);
});

test('what is higher than two screens is read where it fills half of one', async () => {
	const one = {};
	const { read } = await watch(one);
	show(one, 360, 2000);
	vi.advanceTimersByTime(1000);
	expect(read).toEqual([one]);
});

test('nothing is read in a tab behind, nor what is gone from the page', async () => {
	const [one, gone] = [{}, {}];
	const { read, stops } = await watch(one, gone);
	show(one, 400);
	show(gone, 400);
	stops[1]?.();
	visibilityState = 'hidden';
	vi.advanceTimersByTime(1000);
	expect(read).toEqual([]);
	visibilityState = 'visible';
	show(one, 380);
	vi.advanceTimersByTime(1000);
	expect(read).toEqual([one]);
});

test('what stood in sight all along in a tab behind is read once the tab is back', async () => {
	const [one, before, beneath] = [{}, {}, {}];
	const { read } = await watch(one, before, beneath);
	show(before, 400);
	vi.advanceTimersByTime(1000);
	show(one, 400);
	visibilityState = 'hidden';
	turn();
	vi.advanceTimersByTime(1000);
	expect(read).toEqual([before]);
	visibilityState = 'visible';
	// A browser tells of an element once it is observed, and then only when it has moved.
	onObserve = (element) => show(element, element === beneath ? 0 : 400);
	turn();
	vi.advanceTimersByTime(1000);
	expect(read).toEqual([before, one]);
	expect(observed).toEqual(new Set([beneath]));
});
