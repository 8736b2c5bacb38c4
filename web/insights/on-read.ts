/** Milliseconds after which what is in sight counts as read. */
const patience = 1000;
/** The part that has to be in sight: of the thing, or where that is too high, of the screen. */
const part = 0.5;

interface Watched {
	tell: () => void;
	timer?: ReturnType<typeof setTimeout>;
}

const watched = new Map<Element, Watched>();
let observer: IntersectionObserver | undefined;

/** Tells once that something has been in sight for about a second. Returns how to stop watching. */
export function onRead(element: Element, tell: () => void): () => void {
	observer ??= observeAll();
	watched.set(element, { tell });
	observer.observe(element);
	return () => forget(element);
}

/** A single one for all that is watched. */
function observeAll(): IntersectionObserver {
	document.addEventListener('visibilitychange', lookAgain);
	return new IntersectionObserver((entries) => entries.forEach(look), { threshold: [0, 0.1, 0.2, 0.3, 0.4, part] });
}

/** What stood in sight all along in a tab behind is not told of again by itself. */
function lookAgain() {
	if (document.visibilityState === 'hidden') return;
	for (const element of watched.keys()) {
		observer?.unobserve(element);
		observer?.observe(element);
	}
}

function look({ target, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
	const one = watched.get(target);
	if (!one) return;
	const ofScreen = rootBounds ? intersectionRect.height / rootBounds.height : 0;
	if (intersectionRatio < part && ofScreen < part) {
		clearTimeout(one.timer);
		delete one.timer;
	} else {
		one.timer ??= setTimeout(() => {
			delete one.timer;
			// In a tab behind nobody reads.
			if (document.visibilityState === 'hidden') return;
			forget(target);
			one.tell();
		}, patience);
	}
}

function forget(element: Element) {
	clearTimeout(watched.get(element)?.timer);
	watched.delete(element);
	observer?.unobserve(element);
}
