import { relativeTime } from './relative-time.ts';

/** The age of a time. The server's text may be some seconds older; it stays until the next rendering. */
export function TimeAgo({ time }: { time: string }) {
	return (
		<time dateTime={time} suppressHydrationWarning>
			{relativeTime(time, Date.now())}
		</time>
	);
}
