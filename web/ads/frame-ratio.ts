interface Size {
	width: number;
	height: number;
}

/** Returns the aspect ratio (width / height) of the frame for all pictures of an ad: the first picture's ratio, limited to 4:5 to 4:3. */
export function getFrameRatio(pictures: readonly Size[]): number {
	const [first] = pictures;
	return first ? Math.min(4 / 3, Math.max(4 / 5, first.width / first.height)) : 4 / 5;
}

/** Returns whether a picture may fill the frame because cropping removes less than about 15 % of it. */
export function fitsFrame({ width, height }: Size, frame: number): boolean {
	return Math.abs(width / height / frame - 1) < 0.15;
}
