// A 64-bit picture hash is split into four parts of 16 bits. If two hashes differ in at most seven bits, at least one part differs in at
// most one bit. An index lookup of each part, unchanged and with each single bit flipped, therefore finds all such hashes.

/** Maximum number of different hash bits between copies of a picture. Copies may be recompressed, resized or brightened. */
export const maxHammingDistance = 6;

const parts = 4;
const partBits = 16;

/**
 * Returns the four index keys of a picture hash of 16 hex digits. A key takes bits from all over the picture, so plain corners don't match.
 */
export function toPictureHashKeys(hash: string): number[] {
	const bits = BigInt(`0x${hash}`);
	const keys = Array.from({ length: parts }, (_, part) => part << partBits);
	for (let bit = 0; bit < 64; bit += 1) {
		if (((bits >> BigInt(bit)) & 1n) === 0n) continue;
		const part = ((bit >> 3) + bit) % parts;
		keys[part] = (keys[part] ?? 0) | (1 << (bit >> 2));
	}
	return keys;
}

/** Returns the keys to look up. Every picture hash that differs in at most seven bits has at least one of these keys. */
export function toNearbyPictureHashKeys(hash: string): number[] {
	return toPictureHashKeys(hash).flatMap((key) => [
		key,
		...Array.from({ length: partBits }, (_, bit) => key ^ (1 << bit)),
	]);
}

export function hammingDistance(one: string, other: string): number {
	let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
	let bits = 0;
	for (; differing > 0n; differing &= differing - 1n) bits += 1;
	return bits;
}
