import { useCallback, useEffect, useRef, useState } from 'react';

/** Awake from a sign of life until `after` milliseconds have passed without another. */
export function useHiding(after: number) {
	const [awake, setAwake] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const sleep = useCallback(() => {
		clearTimeout(timer.current);
		setAwake(false);
	}, []);
	const wake = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setAwake(false), after);
		setAwake(true);
	}, [after]);

	useEffect(() => () => clearTimeout(timer.current), []);
	return { awake, wake, sleep };
}
