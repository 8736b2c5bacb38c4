/** Maximum milliseconds between two tries. A file that a release has removed never loads. */
const maxRetryDelay = 300_000;

/** Retries `load` until it succeeds or the signal aborts. After that the promise can stay pending. On the server, it tries once. */
export function loadWithRetries<Loaded>(load: () => Promise<Loaded>, signal?: AbortSignal): Promise<Loaded> {
	if (typeof window === 'undefined') return load();
	return new Promise((resolve) => {
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		function attempt() {
			clearTimeout(timer);
			load().then(
				(loaded) => {
					stop();
					resolve(loaded);
				},
				() => {
					clearTimeout(timer);
					// A hidden tab retries only on `online` and `visibilitychange`.
					if (signal?.aborted || document.hidden) return;
					timer = setTimeout(attempt, Math.min(1000 * 2 ** failures++, maxRetryDelay));
				},
			);
		}
		function retryNow() {
			failures = 0;
			attempt();
		}
		function stop() {
			clearTimeout(timer);
			window.removeEventListener('online', retryNow);
			document.removeEventListener('visibilitychange', retryNow);
		}
		window.addEventListener('online', retryNow);
		document.addEventListener('visibilitychange', retryNow);
		signal?.addEventListener('abort', stop, { once: true });
		attempt();
	});
}
