import { useSyncExternalStore } from 'react';
import * as limits from '../../contract/core/limits.ts';

function subscribe(listener: () => void) {
	window.addEventListener('resize', listener);
	return () => window.removeEventListener('resize', listener);
}

/** Returns whether the window is wider than `limits.fullScreenWidth` pixels; false on the server, so layout belongs in CSS. */
export function useIsWideScreen(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.innerWidth > limits.fullScreenWidth,
		() => false,
	);
}
