// A hash of 64 bits is cut into four parts of 16. Two hashes that differ in at most seven bits have a part that differs in at most
// one: asking for the four parts of a picture, and for each with one bit turned, finds every such picture by an index.

/** Bits that may differ between two copies of one picture: saved again, smaller, or a little brighter. */
export const maxDistance = 6;

const parts = 4;
const partBits = 16;

/** The four keys of a hash (16 hex digits). A part takes its bits from all over the picture, so that a plain corner is not a key. */
export function toPictureKeys(hash: string): number[] {
	const bits = BigInt(`0x${hash}`);
	const keys = Array.from({ length: parts }, (_, part) => part << partBits);
	for (let bit = 0; bit < 64; bit += 1) {
		if (((bits >> BigInt(bit)) & 1n) === 0n) continue;
		const part = ((bit >> 3) + bit) % parts;
		keys[part] = (keys[part] ?? 0) | (1 << (bit >> 2));
	}
	return keys;
}

/** The keys that every picture has at least one of that differs from this one in at most seven bits. */
export function toNearbyKeys(hash: string): number[] {
	return toPictureKeys(hash).flatMap((key) => [key, ...Array.from({ length: partBits }, (_, bit) => key ^ (1 << bit))]);
}

/** Bits in which two hashes differ. */
export function hammingDistance(one: string, other: string): number {
	let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
	let bits = 0;
	for (; differing > 0n; differing &= differing - 1n) bits += 1;
	return bits;
}
