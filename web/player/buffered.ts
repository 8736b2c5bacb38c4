/**
 * Returns the end of the buffered range at the current time in seconds; null if nothing is buffered there. A range that begins at most
 * `tolerance` seconds later counts.
 */
export function getBufferedEnd(
	{ buffered, currentTime }: Pick<HTMLMediaElement, 'buffered' | 'currentTime'>,
	tolerance: number,
): number | null {
	for (let index = 0; index < buffered.length; index++) {
		const isInside = buffered.start(index) <= currentTime + tolerance && buffered.end(index) >= currentTime;
		if (isInside) return buffered.end(index);
	}
	return null;
}
