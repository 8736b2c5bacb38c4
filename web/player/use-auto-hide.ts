import { useCallback, useEffect, useRef, useState } from 'react';

/** Awake from a sign of life until `after` milliseconds have passed without another. */
export function useAutoHide(delay: number) {
	const [isVisible, setAwake] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const hide = useCallback(() => {
		clearTimeout(timer.current);
		setAwake(false);
	}, []);
	const show = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setAwake(false), delay);
		setAwake(true);
	}, [delay]);

	useEffect(() => () => clearTimeout(timer.current), []);
	return { awake: isVisible, wake: show, sleep: hide };
}
