/** Position of the square crop, independent of the picture's size. */
export interface Crop {
	/** Magnification of the picture, from 1 to `maxZoom`. At 1 the crop is the largest possible square. */
	zoom: number;
	/** Position of the square, across (`x`) and down (`y`). 0 is the left or top edge of the picture, 1 the right or bottom edge. */
	x: number;
	y: number;
}

/** Size in pixels. */
export interface Size {
	width: number;
	height: number;
}

export const maxZoom = 4;

export const centeredCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the cropped square in the picture's pixels. The square is always inside the picture. */
export function getCropSquare(
	{ width, height }: Size,
	{ zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
	const side = Math.min(width, height) / zoom;
	return { left: (width - side) * x, top: (height - side) * y, side };
}

/** Zooms and keeps the centre of the cropped square, as far as the edges allow. */
export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
	const before = getCropSquare(size, crop);
	const next = { ...crop, zoom: clamp(1, maxZoom, zoom) };
	const { side } = getCropSquare(size, next);
	const position = (edge: number, length: number, previous: number) =>
		length > side ? clamp(0, 1, (edge + (before.side - side) / 2) / (length - side)) : previous;
	return {
		...next,
		x: position(before.left, size.width, crop.x),
		y: position(before.top, size.height, crop.y),
	};
}

/** Moves the picture under the square, to the right and down by the given shares of the square's side. */
export function dragCrop(size: Size, crop: Crop, right: number, down: number): Crop {
	const { side } = getCropSquare(size, crop);
	const position = (share: number, length: number, by: number) =>
		length > side ? clamp(0, 1, share - (by * side) / (length - side)) : share;
	return { ...crop, x: position(crop.x, size.width, right), y: position(crop.y, size.height, down) };
}

function clamp(min: number, max: number, value: number): number {
	return Math.min(max, Math.max(min, value));
}
