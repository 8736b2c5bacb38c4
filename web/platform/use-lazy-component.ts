import { type ComponentType, useEffect, useState } from 'react';

/** Maximum milliseconds between two tries to load a component. A file that a release has removed never loads. */
const maxRetryDelay = 300_000;

/** Loads a component that is not needed at once; null until it is loaded. Retries until it loads. */
export function useLazyComponent<Props>(
	load: () => Promise<ComponentType<Props>>,
	enabled: boolean,
): ComponentType<Props> | null {
	const [loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
	useEffect(() => {
		if (!enabled || loaded) return;
		let isCancelled = false;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		function attempt() {
			clearTimeout(timer);
			load().then(
				(component) => setLoaded(() => component),
				() => {
					clearTimeout(timer);
					// A hidden tab retries only on `online` and `visibilitychange`.
					if (isCancelled || document.hidden) return;
					timer = setTimeout(attempt, Math.min(1000 * 2 ** failures++, maxRetryDelay));
				},
			);
		}
		function retryNow() {
			failures = 0;
			attempt();
		}
		attempt();
		window.addEventListener('online', retryNow);
		document.addEventListener('visibilitychange', retryNow);
		return () => {
			isCancelled = true;
			clearTimeout(timer);
			window.removeEventListener('online', retryNow);
			document.removeEventListener('visibilitychange', retryNow);
		};
	}, [load, enabled, loaded]);
	return loaded;
}
