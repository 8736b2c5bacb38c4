import { join } from 'node:path';
import sharp from 'sharp';
import { drawBox, restrictImageFormats } from '../media-tools/images/index.ts';

/** Side of a logo in pixels. */
const side = 512;

/** The built-in logo without its ground, as `scripts/make-icons.ts` draws it. */
const shapes = join(import.meta.dirname, 'logo-shapes.png');
/** Corner radius of the built-in logo, as a share of its side. */
const radius = 9 / 32;

/** Fits a trusted picture into a square PNG with transparent edges. */
export function drawLogo(picture: Uint8Array): Promise<Buffer> {
	restrictImageFormats();
	const background = { r: 0, g: 0, b: 0, alpha: 0 };
	return sharp(picture).resize(side, side, { fit: 'contain', background }).png({ palette: true }).toBuffer();
}

/** Draws the built-in logo on a ground of the given colour, as a square PNG. */
export async function drawBuiltInLogo(colour: string): Promise<Buffer> {
	restrictImageFormats();
	const ground = await drawBox({ width: side, height: side }, side * radius, colour);
	return sharp(ground)
		.composite([{ input: shapes }])
		.png({ palette: true })
		.toBuffer();
}

/** Puts a logo on white, for documents on paper. PDFs store a PNG without transparency as it is. */
export function flattenLogo(png: Uint8Array): Promise<Buffer> {
	return sharp(png).resize(256, 256).flatten({ background: '#ffffff' }).toColourspace('srgb').png().toBuffer();
}

/** Scales a square logo to another side in pixels. */
export function resizeLogo(png: Uint8Array, size: number): Promise<Buffer> {
	return size === side
		? Promise.resolve(Buffer.from(png))
		: sharp(png).resize(size, size).png({ palette: true }).toBuffer();
}
