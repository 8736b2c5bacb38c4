import { useCallback, useEffect, useRef, useState } from 'react';

/** Tracks whether an element is visible. `show` shows the element for `delay` milliseconds after the last call. */
export function useAutoHide(delay: number) {
	const [isVisible, setVisible] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const hide = useCallback(() => {
		clearTimeout(timer.current);
		setVisible(false);
	}, []);
	const show = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setVisible(false), delay);
		setVisible(true);
	}, [delay]);

	useEffect(() => () => clearTimeout(timer.current), []);
	return { isVisible, show, hide };
}
