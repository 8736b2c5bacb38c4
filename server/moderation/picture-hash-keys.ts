// A 64-bit hash is split into four parts of 16 bits. If two hashes differ in at most seven bits, at least one part
// differs in at most one bit. An index lookup of all parts, each also with any one bit flipped, therefore finds every
// similar picture.

/** Bits that may differ between copies of a picture that were recompressed, resized or brightened. */
export const maxHammingDistance = 6;

const parts = 4;
const partBits = 16;

/**
 * The four keys of a hash (16 hex digits). Each takes bits from all over the picture, so plain corners match nothing.
 */
export function toHashKeys(hash: string): number[] {
	const bits = BigInt(`0x${hash}`);
	const keys = Array.from({ length: parts }, (_, part) => part << partBits);
	for (let bit = 0; bit < 64; bit += 1) {
		if (((bits >> BigInt(bit)) & 1n) === 0n) continue;
		const part = ((bit >> 3) + bit) % parts;
		keys[part] = (keys[part] ?? 0) | (1 << (bit >> 2));
	}
	return keys;
}

/** Every picture that differs in at most seven bits has at least one of these keys. */
export function toNearbyHashKeys(hash: string): number[] {
	return toHashKeys(hash).flatMap((key) => [key, ...Array.from({ length: partBits }, (_, bit) => key ^ (1 << bit))]);
}

export function hammingDistance(one: string, other: string): number {
	let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
	let bits = 0;
	for (; differing > 0n; differing &= differing - 1n) bits += 1;
	return bits;
}
