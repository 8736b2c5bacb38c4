import sharp from 'sharp';
import { restrictLoaders } from './loaders.ts';

const side = 8;
/** Gray levels of 256; smaller differences are compression noise. */
const noise = 3;
/** With fewer bits set or unset the picture is too uniform to compare. */
const minBits = 6;

/**
 * Perceptual hash (dHash) as 16 hex digits: where an 8 × 8 grid gets darker from left to right. Copies of a picture differ in few of the 64
 * bits, regardless of size. Null if the picture is too uniform. Throws if the bytes are no picture.
 */
export async function differenceHash(bytes: Buffer): Promise<string | null> {
	restrictLoaders();
	const grey = await sharp(bytes, { failOn: 'error' })
		.flatten({ background: '#fff' })
		.toColourspace('b-w')
		.resize({ width: side + 1, height: side, fit: 'fill' })
		.raw()
		.toBuffer();
	let hash = 0n;
	let setBits = 0;
	for (let row = 0; row < side; row += 1) {
		for (let column = 0; column < side; column += 1) {
			const index = row * (side + 1) + column;
			if ((grey[index] ?? 0) - (grey[index + 1] ?? 0) <= noise) continue;
			hash |= 1n << BigInt(row * side + column);
			setBits += 1;
		}
	}
	return setBits < minBits || setBits > side * side - minBits ? null : hash.toString(16).padStart(16, '0');
}
