/** Milliseconds between two looks at the time. */
const interval = 1000;

interface FreezeOptions {
	/** Returns whether the element has to wait for the network. */
	isLoading: () => boolean;
	/** Seconds without progress after which the element counts as frozen. */
	after: number;
	onFrozen: () => void;
}

/**
 * Calls `onFrozen` once if the time of an element that should play stands still, which not every browser reports as an error. Counts looks,
 * not time, because a busy device looks late. Returns a function that stops watching.
 */
export function watchFreeze(element: HTMLVideoElement, { isLoading, after, onFrozen }: FreezeOptions): () => void {
	let time = element.currentTime;
	let still = 0;
	const timer = setInterval(() => {
		const { currentTime, paused, ended } = element;
		const shouldMove = !paused && !ended && document.visibilityState === 'visible' && !isLoading();
		still = shouldMove && currentTime === time ? still + 1 : 0;
		time = currentTime;
		if (still * interval < after * 1000) return;
		clearInterval(timer);
		onFrozen();
	}, interval);
	return () => clearInterval(timer);
}
