import sharp from 'sharp';
import { restrictImageFormats } from './loaders.ts';

/** Side of a logo in pixels. */
const side = 512;

/** Fits a trusted picture into a square PNG with transparent edges. */
export function drawLogo(picture: Uint8Array): Promise<Buffer> {
	restrictImageFormats();
	const background = { r: 0, g: 0, b: 0, alpha: 0 };
	return sharp(picture).resize(side, side, { fit: 'contain', background }).png({ palette: true }).toBuffer();
}

/** Scales a logo of `drawLogo` to another side in pixels. */
export function resizeLogo(png: Uint8Array, size: number): Promise<Buffer> {
	return size === side
		? Promise.resolve(Buffer.from(png))
		: sharp(png).resize(size, size).png({ palette: true }).toBuffer();
}
