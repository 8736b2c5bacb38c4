import sharp from 'sharp';
import { restrictLoaders } from './loaders.ts';

const side = 8;
/** Steps of grey, of 256: what differs less is noise of the coder. */
const noise = 3;
/** So few bits set, or not set, are no picture to tell from another: a plain wall, a sheet of paper. */
const minBits = 6;

/**
 * What a picture looks like, as 16 hex digits: where it gets darker from left to right, on a grid of eight by eight. Copies of one picture
 * differ in few of the 64 bits, whatever their size. Null where there is too little to see. Throws where it is no picture.
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
	let set = 0;
	for (let row = 0; row < side; row += 1) {
		for (let column = 0; column < side; column += 1) {
			const at = row * (side + 1) + column;
			if ((grey[at] ?? 0) - (grey[at + 1] ?? 0) <= noise) continue;
			hash |= 1n << BigInt(row * side + column);
			set += 1;
		}
	}
	return set < minBits || set > side * side - minBits ? null : hash.toString(16).padStart(16, '0');
}
