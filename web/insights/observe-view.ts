/** Milliseconds that an element must be in the viewport to count as viewed. */
const minViewTime = 1000;
/** Share of the element that must be visible. For an element too tall for that: share of the viewport that it must fill. */
const visibleShare = 0.5;

interface ObservedElement {
	onViewed: () => void;
	timer?: ReturnType<typeof setTimeout>;
}

const observedElements = new Map<Element, ObservedElement>();
let observer: IntersectionObserver | undefined;

/** Calls `onViewed` once the element has been visible for a second. Returns a function that stops observing. */
export function observeView(element: Element, onViewed: () => void): () => void {
	observer ??= createObserver();
	observedElements.set(element, { onViewed });
	observer.observe(element);
	return () => stopObserving(element);
}

function createObserver(): IntersectionObserver {
	document.addEventListener('visibilitychange', observeAgain);
	return new IntersectionObserver((entries) => entries.forEach(handleEntry), {
		threshold: [0, 0.1, 0.2, 0.3, 0.4, visibleShare],
	});
}

/** Observes every element again when a hidden tab becomes visible, because the observer reports an unchanged element only once. */
function observeAgain() {
	if (document.visibilityState === 'hidden') return;
	for (const element of observedElements.keys()) {
		observer?.unobserve(element);
		observer?.observe(element);
	}
}

function handleEntry({ target, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
	const observed = observedElements.get(target);
	if (!observed) return;
	const screenShare = rootBounds ? intersectionRect.height / rootBounds.height : 0;
	if (intersectionRatio < visibleShare && screenShare < visibleShare) {
		clearTimeout(observed.timer);
		delete observed.timer;
	} else {
		observed.timer ??= setTimeout(() => {
			delete observed.timer;
			// An element in a hidden tab is not being viewed.
			if (document.visibilityState === 'hidden') return;
			stopObserving(target);
			observed.onViewed();
		}, minViewTime);
	}
}

function stopObserving(element: Element) {
	clearTimeout(observedElements.get(element)?.timer);
	observedElements.delete(element);
	observer?.unobserve(element);
}
