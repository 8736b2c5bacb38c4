import sharp from 'sharp';
import { restrictImageFormats } from './loaders.ts';

/** Width and height to which a picture is reduced, in pixels: two for each cell of the grid, because a cell is interpolated from two by two. */
const side = 64;
/** Width and height of the grid of grey levels that a vector describes. */
const gridSide = 32;
/** Number of the lowest frequencies per axis, in half waves from 0. */
const frequencies = 8;
/** Largest number of lines of a border that is ignored, and largest difference of grey levels, of 256, within one of its lines. */
const maxBorder = side / 4;
const borderNoise = 14;
/** Standard deviation of the grey levels, of 256, below which a part of a picture is too uniform to compare. */
const minDeviation = 8;
/** Number of strong frequencies (participation ratio) below which a part of a picture is too plain to compare. */
const minStrong = 4;
/** Similarity from which two vectors are of copies. Of copies of the sample pictures it is at least 0.961, of other pairs at most 0.949. */
const minSimilarity = 0.955;

/** Number of the first values of two vectors that are compared first. They tell most pairs apart. */
const firstValues = 12;

/** The lowest frequencies of a part of a picture, from -127 to 127, without the mean. */
export type PictureVector = Int8Array;

/** A vector with its length, and the length of the values after the first ones. */
export interface MeasuredVector {
	vector: PictureVector;
	length: number;
	rest: number;
}

/** A reduced picture in grey levels. `aspect` is its original width divided by its height. */
interface GreyPicture {
	pixels: Buffer;
	aspect: number;
}

/** Part of a picture: its centre and size as parts of the width and height, and its angle in degrees. */
interface Frame {
	x: number;
	y: number;
	width: number;
	height: number;
	angle: number;
}

const toFrame = (size: number, { x = 0.5, y = 0.5, angle = 0 } = {}): Frame => ({
	x,
	y,
	width: size,
	height: size,
	angle,
});

/** Parts of a picture that resemble copies of which up to 5 % are cut off at some sides. */
const storedFrames: readonly Frame[] = [1, 0.93, 0.86].flatMap((size) =>
	[0.48, 0.5, 0.52].flatMap((x) => [0.48, 0.5, 0.52].map((y) => toFrame(size, { x, y }))),
);

/** Parts of a copy that resemble its original, also if the copy was turned by about 3 degrees, on a larger canvas or not. */
const searchedFrames: readonly Frame[] = [
	toFrame(1),
	toFrame(0.93),
	...[-3, 3].flatMap((angle) => [1, 0.93, 0.86, 0.78].map((size) => toFrame(size, { angle }))),
];

// The sine makes the edges of a frame weigh less, because copies differ most there.
const waves = Array.from({ length: frequencies }, (_, frequency) =>
	Float64Array.from({ length: gridSide }, (_, place) => {
		const angle = (Math.PI * (place + 0.5)) / gridSide;
		return Math.cos(angle * frequency) * Math.sin(angle);
	}),
);

async function reduce(bytes: Buffer): Promise<GreyPicture> {
	restrictImageFormats();
	const { width, height } = await sharp(bytes).metadata();
	const picture = sharp(bytes, { failOn: 'error' }).flatten({ background: '#fff' }).toColourspace('b-w');
	const pixels = await picture.resize({ width: side, height: side, fit: 'fill' }).raw().toBuffer();
	return { pixels, aspect: width / height };
}

/** Returns the part of a picture within its borders of one colour each. */
function findInnerFrame({ pixels }: GreyPicture): Frame {
	let [top, left, bottom, right] = [0, 0, side, side];
	const isEven = (from: number, step: number, count: number) => {
		let [least, most] = [255, 0];
		for (let place = 0; place < count; place += 1) {
			const level = pixels[from + place * step] ?? 0;
			least = Math.min(least, level);
			most = Math.max(most, level);
		}
		return most - least <= borderNoise;
	};
	const isEvenRow = (row: number) => isEven(row * side + left, 1, right - left);
	const isEvenColumn = (column: number) => isEven(top * side + column, side, bottom - top);
	for (let size = 0; size !== bottom - top + right - left; ) {
		size = bottom - top + right - left;
		while (top < maxBorder && isEvenRow(top)) top += 1;
		while (side - bottom < maxBorder && isEvenRow(bottom - 1)) bottom -= 1;
		while (left < maxBorder && isEvenColumn(left)) left += 1;
		while (side - right < maxBorder && isEvenColumn(right - 1)) right -= 1;
	}
	const frame = { x: (left + right) / 2 / side, y: (top + bottom) / 2 / side };
	return { ...frame, width: (right - left) / side, height: (bottom - top) / side, angle: 0 };
}

/** Returns the grey level at a point in parts of the width and height. A point outside has the level of the nearest edge. */
function getLevel(pixels: Buffer, x: number, y: number): number {
	const column = Math.min(side - 1, Math.max(0, x * side - 0.5));
	const row = Math.min(side - 1, Math.max(0, y * side - 0.5));
	const left = Math.floor(column);
	const top = Math.floor(row) * side;
	const right = Math.min(side - 1, left + 1);
	const bottom = Math.min((side - 1) * side, top + side);
	const beside = column - left;
	const below = row - Math.floor(row);
	const upper = (pixels[top + left] ?? 0) * (1 - beside) + (pixels[top + right] ?? 0) * beside;
	const lower = (pixels[bottom + left] ?? 0) * (1 - beside) + (pixels[bottom + right] ?? 0) * beside;
	return upper * (1 - below) + lower * below;
}

function readLevels({ pixels, aspect }: GreyPicture, { x, y, width, height, angle }: Frame): Float64Array {
	const radians = (angle * Math.PI) / 180;
	const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
	const levels = new Float64Array(gridSide * gridSide);
	// A loop takes a third of the time of `Float64Array.from`.
	for (let cell = 0; cell < levels.length; cell += 1) {
		const across = (((cell % gridSide) + 0.5) / gridSide - 0.5) * width * aspect;
		const down = ((Math.floor(cell / gridSide) + 0.5) / gridSide - 0.5) * height;
		levels[cell] = getLevel(pixels, x + (across * cos - down * sin) / aspect, y + across * sin + down * cos);
	}
	const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
	return levels.map((level) => level - mean);
}

/**
 * Computes the vector of a part of a picture by a discrete cosine transform. Higher frequencies weigh more, because pictures have less of them. Returns
 * null for a part that is too plain: of nearly one level, or with few strong frequencies, like a slope.
 */
function toVector(picture: GreyPicture, frame: Frame): PictureVector | null {
	const levels = readLevels(picture, frame);
	if (multiply(levels, levels) / levels.length < minDeviation ** 2) return null;
	const rows = Array.from({ length: gridSide }, (_, row) => levels.subarray(row * gridSide, (row + 1) * gridSide));
	const columns = waves.map((wave) => Float64Array.from(rows, (row) => multiply(wave, row)));
	const found = Array.from({ length: frequencies ** 2 - 1 }, (_, index) => {
		const [across, down] = toFrequencies(index);
		return (across + down) * multiply(waves[down] ?? [], columns[across] ?? []);
	});
	const largest = Math.max(...found.map(Math.abs));
	const vector = Int8Array.from(found, (value) => Math.round((value / largest) * 127));
	const squares = Float64Array.from(vector, (value) => value ** 2);
	return multiply(vector, vector) ** 2 < minStrong * multiply(squares, squares) ? null : vector;
}

const toFrequencies = (index: number): [number, number] => [
	(index + 1) % frequencies,
	Math.floor((index + 1) / frequencies),
];

const mirror = (vector: PictureVector) =>
	vector.map((value, index) => (toFrequencies(index)[0] % 2 === 1 ? -value : value));
const negate = (vector: PictureVector) => vector.map((value) => -value);

async function computeVectors(bytes: Buffer, frames: readonly Frame[]): Promise<PictureVector[]> {
	const picture = await reduce(bytes);
	return [...frames, findInnerFrame(picture)].flatMap((frame) => toVector(picture, frame) ?? []);
}

/** Computes what to store of a picture to find copies of it. Returns nothing for a picture that is too plain. Throws if the bytes are no picture. */
export const computeStoredVectors = (bytes: Buffer): Promise<PictureVector[]> => computeVectors(bytes, storedFrames);

/**
 * Computes what to search of a picture. One of these vectors resembles a stored one of the original, also if the picture is a copy that was cut by 5 %,
 * turned by 3 degrees, mirrored, negated, framed or compressed, or two of these. Returns and throws like `computeStoredVectors`.
 */
export async function computeSearchedVectors(bytes: Buffer): Promise<PictureVector[]> {
	const vectors = (await computeVectors(bytes, searchedFrames)).flatMap((vector) => [vector, mirror(vector)]);
	return vectors.flatMap((vector) => [vector, negate(vector)]);
}

/** Returns the signs of a vector as 16 hex digits. The signs of copies differ in few bits. */
export function toPictureHash(vector: PictureVector): string {
	const bits = vector.reduce((hash, value, index) => (value > 0 ? hash | (1n << BigInt(index)) : hash), 0n);
	return bits.toString(16).padStart(16, '0');
}

/** Measures the vectors of a picture once for many calls of `isCopy`. */
export const measureVectors = (vectors: readonly PictureVector[]): MeasuredVector[] =>
	vectors.map((vector) => ({
		vector,
		length: Math.sqrt(multiply(vector, vector)),
		rest: Math.sqrt(multiply(vector, vector, firstValues)),
	}));

/** Returns whether one of the `searched` vectors of a picture is of a copy of a picture with these `stored` vectors. */
export function isCopy(stored: readonly MeasuredVector[], searched: readonly MeasuredVector[]): boolean {
	return searched.some((one) => stored.some((other) => isSimilar(one, other)));
}

function isSimilar(one: MeasuredVector, other: MeasuredVector): boolean {
	const least = minSimilarity * one.length * other.length;
	const first = multiply(one.vector, other.vector, 0, firstValues);
	// The product of the other values is at most that of their lengths.
	if (first + one.rest * other.rest < least) return false;
	return first + multiply(one.vector, other.vector, firstValues) >= least;
}

function multiply(one: ArrayLike<number>, other: ArrayLike<number>, start = 0, end = one.length): number {
	let sum = 0;
	for (let index = start; index < end; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
	return sum;
}
