import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds until a part is asked for again, at most. One that a release has taken away never comes. */
const maxRetryDelay = 300_000;

/** A part of the app that works in silence, once it has come. Asked for until it has: without a network it does not. */
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
				(part) => setLoaded(() => part),
				() => {
					clearTimeout(timer);
					// In a tab that nobody sees only the network's return brings a new try.
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
