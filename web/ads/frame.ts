/** Width over height of the frame that all of an ad's pictures share: the first one's, between upright 4:5 and wide 4:3. */
export function frameOf(pictures: readonly { width: number; height: number }[]): number {
	const [first] = pictures;
	return first ? Math.min(4 / 3, Math.max(4 / 5, first.width / first.height)) : 4 / 5;
}
