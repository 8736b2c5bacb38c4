/** Milliseconds between two invalidations of tags whose changes may be shown late. */
const interval = 250;

export interface DelayedInvalidation {
	/** Adds tags that are invalidated at once, or at the end of the interval that the last invalidation began. */
	add(tags: Iterable<string>): void;
	/** Invalidates the waiting tags at once. */
	flush(): void;
	/** Invalidates the waiting tags and stops. */
	close(): void;
}

/** Limits how often tags are invalidated, so that frequent changes of one item do not rebuild its cached responses each time. */
export function createDelayedInvalidation(invalidate: (tags: readonly string[]) => void): DelayedInvalidation {
	const waiting = new Set<string>();
	let timer: NodeJS.Timeout | undefined;

	function flush(): void {
		if (waiting.size === 0) return;
		const tags = [...waiting];
		waiting.clear();
		invalidate(tags);
	}

	function flushAndWait(): void {
		timer = undefined;
		if (waiting.size === 0) return;
		flush();
		timer = setTimeout(flushAndWait, interval);
		timer.unref();
	}

	return {
		add(tags) {
			for (const tag of tags) waiting.add(tag);
			if (!timer) flushAndWait();
		},
		flush,
		close() {
			clearTimeout(timer);
			flush();
		},
	};
}
