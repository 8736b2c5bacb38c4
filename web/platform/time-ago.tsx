import { formatRelativeTime } from './relative-time.ts';

/** Shows the age of a time. The age in the server's HTML may be some seconds old and stays until the next rendering. */
export function TimeAgo({ time }: { time: string }) {
	return (
		<time dateTime={time} suppressHydrationWarning>
			{formatRelativeTime(time, Date.now())}
		</time>
	);
}
