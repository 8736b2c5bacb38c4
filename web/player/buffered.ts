/** Difference in seconds between the current time and a buffered range that begins with the first frame. */
const startTolerance = 0.25;

/** Returns the end of the buffered range at the current time in seconds; null if nothing is buffered there. */
export function getBufferedEnd({ buffered, currentTime }: Pick<HTMLMediaElement, 'buffered' | 'currentTime'>) {
	for (let index = 0; index < buffered.length; index++) {
		const isInside = buffered.start(index) <= currentTime + startTolerance && buffered.end(index) >= currentTime;
		if (isInside) return buffered.end(index);
	}
	return null;
}
