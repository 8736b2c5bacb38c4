import sharp, { type Sharp } from 'sharp';
import { createSemaphore } from '../../media-tools/images/index.ts';

/** Colours of a card with a picture. The price, and everything on a card without a picture, has the main colour of the market. */
export const lightBackground = '#faf8f4';
export const lightColours = { headline: '#17201b', quiet: '#56605a' };

const qualities = [86, 78, 68, 55, 40];

/** Limits the cards that are drawn at the same time. */
export const cardSemaphore = createSemaphore(2);

/** Crops a picture to a size and fills transparent parts with the background of a card. */
export function cropPicture(picture: Uint8Array, width: number, height: number): Promise<Buffer> {
	return sharp(picture)
		.resize({ width, height, fit: 'cover' })
		.flatten({ background: lightBackground })
		.toColourspace('srgb')
		.png({ compressionLevel: 0 })
		.toBuffer();
}

/** Encodes a JPEG with the highest quality that fits into `maxBytes`. */
export async function encodeCard(picture: Sharp, maxBytes: number): Promise<Buffer> {
	const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
	let jpeg = Buffer.alloc(0);
	for (const quality of qualities) {
		jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
			.jpeg({ quality, chromaSubsampling: quality > 70 ? '4:4:4' : '4:2:0' })
			.toBuffer();
		if (jpeg.length <= maxBytes) break;
	}
	return jpeg;
}
