/** Milliseconds after which what is in sight counts as read. */
const minViewTime = 1000;
/** The part that has to be in sight: of the thing, or where that is too high, of the screen. */
const visibleShare = 0.5;

interface ObservedElement {
	onViewed: () => void;
	timer?: ReturnType<typeof setTimeout>;
}

const observedElements = new Map<Element, ObservedElement>();
let observer: IntersectionObserver | undefined;

/** Tells once that something has been in sight for about a second. Returns how to stop watching. */
export function observeView(element: Element, onViewed: () => void): () => void {
	observer ??= createObserver();
	observedElements.set(element, { onViewed });
	observer.observe(element);
	return () => stopObserving(element);
}

/** A single one for all that is watched. */
function createObserver(): IntersectionObserver {
	document.addEventListener('visibilitychange', observeAgain);
	return new IntersectionObserver((entries) => entries.forEach(handleEntry), {
		threshold: [0, 0.1, 0.2, 0.3, 0.4, visibleShare],
	});
}

/** What stood in sight all along in a tab behind is not told of again by itself. */
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
			// In a tab behind nobody reads.
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
