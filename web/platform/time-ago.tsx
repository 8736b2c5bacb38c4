import { relativeTime } from './relative-time.ts';

/** How long ago a time was. The server's words may be some seconds older than the browser's: they stand until the next rendering. */
export function TimeAgo({ time }: { time: string }) {
	return (
		<time dateTime={time} suppressHydrationWarning>
			{relativeTime(time, Date.now())}
		</time>
	);
}
