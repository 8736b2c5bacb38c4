import { useCallback, useSyncExternalStore } from 'react';
import { formatRelativeTime, parseUtcTime } from './relative-time.ts';

/** Milliseconds between two updates of the ages on a page: while one of them counts seconds, and otherwise. */
const intervals = { seconds: 1000, others: 30_000 };
const minute = 60_000;

/** Times of the ages on the page in milliseconds since 1970, by listener. One timer updates all. */
const ages = new Map<() => void, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

function schedule() {
	clearTimeout(timer);
	const now = Date.now();
	const countsSeconds = [...ages.values()].some((time) => now - time < minute);
	timer = ages.size > 0 ? setTimeout(update, countsSeconds ? intervals.seconds : intervals.others) : undefined;
}

function update() {
	for (const listener of ages.keys()) listener();
	schedule();
}

/** Calls `listener` when the age of a time may have changed. */
function subscribe(time: number, listener: () => void): () => void {
	ages.set(listener, time);
	if (timer === undefined || Date.now() - time < minute) schedule();
	return () => {
		ages.delete(listener);
		if (ages.size === 0) schedule();
	};
}

/** Shows the age of a time, and moves on while the page is open. */
export function TimeAgo({ time }: { time: string }) {
	const age = useSyncExternalStore(
		useCallback((listener) => subscribe(parseUtcTime(time), listener), [time]),
		() => formatRelativeTime(time, Date.now()),
		// Cached HTML is older than the page. Hydration with another text makes React write the age right after it.
		() => (typeof document === 'undefined' ? formatRelativeTime(time, Date.now()) : ''),
	);
	return (
		<time dateTime={time} suppressHydrationWarning>
			{age}
		</time>
	);
}
