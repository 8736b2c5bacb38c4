import { useEffect, useState } from 'react';

/** Milliseconds after the page's load event during which nothing competes with the page. */
const settleDelay = 1_000;

/** Returns whether the page and its resources have loaded, and `settleDelay` has passed. */
export function useIsSettled(): boolean {
	const [isSettled, setSettled] = useState(false);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const wait = () => {
			timer = setTimeout(setSettled, settleDelay, true);
		};
		if (document.readyState === 'complete') wait();
		else window.addEventListener('load', wait, { once: true });
		return () => {
			clearTimeout(timer);
			window.removeEventListener('load', wait);
		};
	}, []);
	return isSettled;
}
