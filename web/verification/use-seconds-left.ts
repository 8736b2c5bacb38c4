import { useEffect, useState } from 'react';

/** Returns the whole seconds until `end` (milliseconds since 1970), counted down every second; 0 afterwards. */
export function useSecondsLeft(end: number): number {
	const [now, setNow] = useState(() => Date.now());
	const isOver = now >= end;
	useEffect(() => {
		if (isOver) return;
		const timer = setInterval(() => setNow(Date.now()), 1000);
		return () => clearInterval(timer);
	}, [isOver]);
	return Math.max(0, Math.ceil((end - now) / 1000));
}
