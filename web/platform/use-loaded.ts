import { type ComponentType, useEffect, useState } from 'react';
import { retryDelay } from './queries.ts';

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
					if (!left) timer = setTimeout(ask, retryDelay(failures++));
				},
			);
		}
		function askSoon() {
			failures = 0;
			ask();
		}
		ask();
		window.addEventListener('online', askSoon);
		return () => {
			left = true;
			clearTimeout(timer);
			window.removeEventListener('online', askSoon);
		};
	}, [load, wanted, loaded]);
	return loaded;
}
