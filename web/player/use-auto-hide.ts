import { useCallback, useEffect, useRef, useState } from 'react';

/** Stays visible after `show` until `delay` milliseconds have passed without another call. */
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
