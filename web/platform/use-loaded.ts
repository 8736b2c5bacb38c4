import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds until a part is asked for again, at most. One that a release has taken away never comes. */
const longestPause = 300_000;

/** A part of the app that works in silence, once it has come. Asked for until it has: without a network it does not. */
export function useLoaded<Props>(
	load: () => Promise<ComponentType<Props>>,
	wanted: boolean,
): ComponentType<Props> | null {
	const [loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
	useEffect(() => {
		if (!wanted || loaded) return;
		let left = false;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		function ask() {
			clearTimeout(timer);
			load().then(
				(part) => setLoaded(() => part),
				() => {
					clearTimeout(timer);
					// In a tab that nobody sees only the network's return brings a new try.
					if (left || document.hidden) return;
					timer = setTimeout(ask, Math.min(1000 * 2 ** failures++, longestPause));
				},
			);
		}
		function askSoon() {
			failures = 0;
			ask();
		}
		ask();
		window.addEventListener('online', askSoon);
		document.addEventListener('visibilitychange', askSoon);
		return () => {
			left = true;
			clearTimeout(timer);
			window.removeEventListener('online', askSoon);
			document.removeEventListener('visibilitychange', askSoon);
		};
	}, [load, wanted, loaded]);
	return loaded;
}
