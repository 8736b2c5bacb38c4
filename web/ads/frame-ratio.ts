interface Size {
	width: number;
	height: number;
}

/** Width over height of the frame that an ad's pictures share: the first picture's, between 4:5 and 4:3. */
export function getFrameRatio(pictures: readonly Size[]): number {
	const [first] = pictures;
	return first ? Math.min(4 / 3, Math.max(4 / 5, first.width / first.height)) : 4 / 5;
}

/** Whether a picture may fill the frame: cropping removes less than about 15 % of it. */
export function fitsFrame({ width, height }: Size, frame: number): boolean {
	return Math.abs(width / height / frame - 1) < 0.15;
}
