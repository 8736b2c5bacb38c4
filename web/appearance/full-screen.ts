import { useSyncExternalStore } from 'react';
import { limits } from '../../contract/limits.ts';

function subscribe(listener: () => void) {
	window.addEventListener('resize', listener);
	return () => window.removeEventListener('resize', listener);
}

/**
 * Whether the window is wider than `limits.fullScreenWidth`. False on the server, so layout itself belongs in CSS
 * (`wide:`).
 */
export function useFullScreen(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => window.innerWidth > limits.fullScreenWidth,
		() => false,
	);
}
