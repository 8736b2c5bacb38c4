/** Limits how many calls of `work` run at once to `permits`. Further calls wait in order. An abort removes a waiting call. */
export function createSemaphore(permits: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
	let free = permits;
	const waiting = new Set<() => void>();

	function acquire(signal: AbortSignal | undefined): Promise<void> {
		signal?.throwIfAborted();
		if (free > 0) {
			free -= 1;
			return Promise.resolve();
		}
		return new Promise((resolve, reject) => {
			function admit(): void {
				signal?.removeEventListener('abort', leave);
				resolve();
			}
			function leave(): void {
				waiting.delete(admit);
				reject(signal?.reason);
			}
			waiting.add(admit);
			signal?.addEventListener('abort', leave, { once: true });
		});
	}

	function release(): void {
		const [next] = waiting;
		if (next === undefined) {
			free += 1;
			return;
		}
		waiting.delete(next);
		next();
	}

	return async (work, signal) => {
		await acquire(signal);
		try {
			return await work();
		} finally {
			release();
		}
	};
}
