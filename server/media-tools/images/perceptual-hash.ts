import sharp from 'sharp';
import { restrictImageFormats } from './loaders.ts';

const side = 8;
/** Difference between two gray levels, of 256, up to which it counts as compression noise. */
const noise = 3;
/** Minimum number of set and of unset bits in a hash. Below it, the picture is too uniform to compare. */
const minBits = 6;

/**
 * Computes a perceptual hash (dHash) as 16 hex digits. Each of the 64 bits tells whether a cell of a grid is clearly lighter than its right
 * neighbor. Copies of a picture differ in few bits, whatever their size. Returns null if the picture is too uniform. Throws if the bytes
 * are no picture.
 */
export async function computePerceptualHash(bytes: Buffer): Promise<string | null> {
	restrictImageFormats();
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
