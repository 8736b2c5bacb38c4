import { foldLookAlikes } from '../core/fold-look-alikes.ts';
import { joinDoubles } from '../core/word-patterns.ts';

/** Letters of the pieces into which a text is cut. */
const pieceLength = 5;
/** Number of different pieces below which a text is too short to compare: about a tweet's half. */
const minPieces = 60;
/** Bands of a signature and values of a band. Of texts that share 65 % of their pieces, 99.9 % share a band; of those that share 20 %, 17 %. */
const bands = 24;
const bandSize = 3;
/** Part of equal values from which two signatures are of nearly the same text. */
const minSimilarity = 0.65;

const size = bands * bandSize;

/** Mixes the bits of a 32-bit number (the finalizer of MurmurHash3). */
function mix(value: number): number {
	let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Computes the MinHash signature of a text as 576 hex digits. Signatures of texts that read nearly the same have many equal values, however they are
 * spelled or spaced. `seed` is a 32-bit number. Returns null for a text that is too short to compare.
 */
export function computeTextSignature(text: string, seed: number): string | null {
	const letters = joinDoubles(foldLookAlikes(text).replace(/[^\p{L}\p{N}]/gu, '')).letters;
	const pieces = new Set<number>();
	for (let start = 0; start + pieceLength <= letters.length; start += 1) {
		let hash = seed;
		for (let index = start; index < start + pieceLength; index += 1) hash = mix(hash ^ letters.charCodeAt(index));
		pieces.add(hash);
	}
	if (pieces.size < minPieces) return null;
	const smallest = Array.from({ length: size }, (_, index) => {
		let least = 0xffffffff;
		for (const piece of pieces) least = Math.min(least, mix(piece ^ mix(seed + index)));
		return least;
	});
	return smallest.map((value) => value.toString(16).padStart(8, '0')).join('');
}

/** Returns the bands of a signature. Signatures of nearly the same text have at least one band in common. */
export function toTextBands(signature: string): string[] {
	const length = bandSize * 8;
	return Array.from({ length: bands }, (_, band) => `${band} ${signature.slice(band * length, (band + 1) * length)}`);
}

export function isNearlySameText(one: string, other: string): boolean {
	let equal = 0;
	for (let start = 0; start < size * 8; start += 8)
		if (one.slice(start, start + 8) === other.slice(start, start + 8)) equal += 1;
	return equal / size >= minSimilarity;
}
