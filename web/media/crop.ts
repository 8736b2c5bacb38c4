/** Where the square stands in a picture, apart from the picture's size: each value is a slider's. */
export interface Crop {
	/** How much larger than the whole picture it is seen, 1 to `maxZoom`. */
	zoom: number;
	/** Place across and down: 0 at the left or top edge, 1 at the right or bottom edge. */
	x: number;
	y: number;
}

/** Pixels. */
export interface Size {
	width: number;
	height: number;
}

export const maxZoom = 4;

export const centeredCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square of a picture that a crop means, in the picture's pixels; always inside of it. */
export function getCropSquare(
	{ width, height }: Size,
	{ zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
	const side = Math.min(width, height) / zoom;
	return { left: (width - side) * x, top: (height - side) * y, side };
}

/** Comes closer or steps back and keeps the middle of the square where it was, as far as the edges let it. */
export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
	const before = getCropSquare(size, crop);
	const next = { ...crop, zoom: clamp(1, maxZoom, zoom) };
	const { side } = getCropSquare(size, next);
	const place = (edge: number, length: number, was: number) =>
		length > side ? clamp(0, 1, (edge + (before.side - side) / 2) / (length - side)) : was;
	return {
		...next,
		x: place(before.left, size.width, crop.x),
		y: place(before.top, size.height, crop.y),
	};
}

/** The picture dragged by a share of the square's side to the right and down. */
export function dragCrop(size: Size, crop: Crop, right: number, down: number): Crop {
	const { side } = getCropSquare(size, crop);
	const place = (at: number, length: number, by: number) =>
		length > side ? clamp(0, 1, at - (by * side) / (length - side)) : at;
	return { ...crop, x: place(crop.x, size.width, right), y: place(crop.y, size.height, down) };
}

function clamp(least: number, most: number, value: number): number {
	return Math.min(most, Math.max(least, value));
}
