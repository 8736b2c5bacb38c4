import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let notify: (entries: object[]) => void;
let observerCount: number;
let observed: Set<object>;
let visibilityState: string;
let changeVisibility: () => void;
let onObserve: (element: object) => void;

beforeEach(() => {
	vi.resetModules();
	vi.useFakeTimers();
	onObserve = () => {};
	[observerCount, observed, visibilityState] = [0, new Set(), 'visible'];
	vi.stubGlobal('document', {
		get visibilityState() {
			return visibilityState;
		},
		addEventListener: (_: string, listener: () => void) => {
			changeVisibility = listener;
		},
	});
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			constructor(callback: typeof notify) {
				notify = callback;
				observerCount += 1;
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

/** Reports to the observer that `visible` of `height` pixels of an element are in a viewport 700 pixels high. */
function intersect(target: object, visible: number, height = 400) {
	const intersectionRect = { height: visible };
	notify([{ target, intersectionRatio: visible / height, intersectionRect, rootBounds: { height: 700 } }]);
}

async function observe(...elements: object[]) {
	const { observeView } = await import('./observe-view.ts');
	const viewed: object[] = [];
	const stops = elements.map((element) => observeView(element as Element, () => viewed.push(element)));
	return { viewed, stops };
}

test('counts a view once, after half of it was visible for a second', async () => {
	const [first, second] = [{}, {}];
	const { viewed } = await observe(first, second);
	intersect(first, 250);
	intersect(second, 100);
	vi.advanceTimersByTime(900);
	expect(viewed).toEqual([]);
	intersect(first, 300);
	vi.advanceTimersByTime(100);
	expect(viewed).toEqual([first]);
	expect(observed).toEqual(new Set([second]));
	vi.advanceTimersByTime(60_000);
	expect(viewed).toHaveLength(1);
	expect(observerCount).toBe(1);
});

test('ignores what is scrolled past and restarts the timer when it returns', async () => {
	const first = {};
	const { viewed } = await observe(first);
	intersect(first, 400);
	vi.advanceTimersByTime(600);
	intersect(first, 100);
	vi.advanceTimersByTime(600);
	intersect(first, 400);
	vi.advanceTimersByTime(600);
	expect(viewed).toEqual([]);
	vi.advanceTimersByTime(400);
	expect(viewed).toEqual([first]);
});

test('counts a tall element that fills half the viewport', async () => {
	const first = {};
	const { viewed } = await observe(first);
	intersect(first, 360, 2000);
	vi.advanceTimersByTime(1000);
	expect(viewed).toEqual([first]);
});

test('ignores hidden tabs and unobserved elements', async () => {
	const [first, removed] = [{}, {}];
	const { viewed, stops } = await observe(first, removed);
	intersect(first, 400);
	intersect(removed, 400);
	stops[1]?.();
	visibilityState = 'hidden';
	vi.advanceTimersByTime(1000);
	expect(viewed).toEqual([]);
	visibilityState = 'visible';
	intersect(first, 380);
	vi.advanceTimersByTime(1000);
	expect(viewed).toEqual([first]);
});

test('counts a visible element after the tab becomes visible again', async () => {
	const [first, viewedBefore, belowFold] = [{}, {}, {}];
	const { viewed } = await observe(first, viewedBefore, belowFold);
	intersect(viewedBefore, 400);
	vi.advanceTimersByTime(1000);
	intersect(first, 400);
	visibilityState = 'hidden';
	changeVisibility();
	vi.advanceTimersByTime(1000);
	expect(viewed).toEqual([viewedBefore]);
	visibilityState = 'visible';
	// Imitates IntersectionObserver: it reports an element when observation starts, then only when the element's intersection changes.
	onObserve = (element) => intersect(element, element === belowFold ? 0 : 400);
	changeVisibility();
	vi.advanceTimersByTime(1000);
	expect(viewed).toEqual([viewedBefore, first]);
	expect(observed).toEqual(new Set([belowFold]));
});
