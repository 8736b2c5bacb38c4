import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type FormatEnum, type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { limits } from '../../../contract/limits.ts';
import { restrictLoaders } from './loaders.ts';
import { looksLikePicture } from './looks-like-picture.ts';
import { PictureRejected } from './picture-rejected.ts';
import { createSemaphore } from './semaphore.ts';

export type PictureSize = {
	/** The file's name in the output folder, for instance `w320.webp`; the number is the true width. */
	name: string;
	path: string;
	/** Pixels. */
	width: number;
	height: number;
	bytes: number;
};

export type Picture = {
	/** Of the largest size, pixels. */
	width: number;
	height: number;
	format: 'webp';
	/** A blurred picture of about 16 pixels as a data address, under 400 characters. */
	placeholder: string;
	/** Narrowest first; at least one. */
	sizes: PictureSize[];
};

const smallerWidths = [320, 640, 1080];
const maxWidth = 1600;
/** A screenshot of a whole page may be this many times as high as it is wide; a longer one is made narrower. */
const maxAspectRatio = 4;
const placeholderSide = 16;
const placeholderLength = 400;
/** Seconds that libvips may work on one file. */
const decodeSeconds = 60;
/** Pixels. The best filter on more of them, 16 bits each, takes as long as everything else together. */
const maxLanczosPixels = 16_000_000;
/** Pixels. Libwebp's effort 3 takes three times as long as effort 1 for a few bytes less: a high screenshot has ten million. */
const maxHighEffortPixels = 1_500_000;

const formats: readonly (keyof FormatEnum)[] = ['jpeg', 'png', 'webp', 'gif'];

/** Memory belongs to the process, so this gate does too: two decoded pictures of 40 million pixels are what it may hold. */
const decodeSemaphore = createSemaphore(2);

/**
 * Turns an uploaded file into upright WebP pictures without metadata (no place, no camera) and a placeholder.
 * Widths are 320, 640, 1080 and 1600 pixels and never more than the original's; of an animation the first frame counts.
 * Takes JPEG, PNG, WebP, GIF and AVIF by content, up to `limits.picturePixels` (AVIF: `limits.avifPixels`); anything else throws `PictureRejected`.
 * The output folder must exist; after an error it holds nothing of this call.
 */
export function makePicture(
	inputPath: string,
	outputFolder: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<Picture> {
	return decodeSemaphore(async () => {
		const written: string[] = [];
		try {
			return await make(inputPath, outputFolder, written, signal);
		} catch (error) {
			await Promise.all(written.map((path) => rm(path, { force: true })));
			throw error;
		}
	}, signal);
}

async function make(
	inputPath: string,
	outputFolder: string,
	written: string[],
	signal: AbortSignal | undefined,
): Promise<Picture> {
	restrictLoaders();
	const pixelsInFile = await countPixels(inputPath);
	signal?.throwIfAborted();

	// Each size is made of the next larger one, so that the millions of pixels are read once.
	let pixels = await decode(inputPath, pixelsInFile > maxLanczosPixels ? 'linear' : 'lanczos3');
	const { width, height } = pixels.info;
	const sizes: PictureSize[] = [];
	for (const step of planSizes(width, height)) {
		signal?.throwIfAborted();
		if (step.width < pixels.info.width) pixels = await shrink(pixels, step);
		const name = `w${step.width}.webp`;
		const path = join(outputFolder, name);
		written.push(path);
		const made = await fromPixels(pixels).webp({ quality: 78, effort: step.effort }).toFile(path);
		sizes.unshift({ name, path, width: made.width, height: made.height, bytes: made.size });
	}
	signal?.throwIfAborted();
	return { width, height, format: 'webp', placeholder: await makePlaceholder(pixels), sizes };
}

interface SizeStep {
	/** Pixels. */
	width: number;
	height: number;
	/** Of libwebp, 0 to 6. */
	effort: number;
}

/** The sizes of a picture, widest first: each is made of the one before it. */
export function planSizes(width: number, height: number): SizeStep[] {
	return targetWidths(width)
		.reverse()
		.map((target) => {
			const targetHeight = Math.max(1, Math.round((height * target) / width));
			return { width: target, height: targetHeight, effort: target * targetHeight > maxHighEffortPixels ? 1 : 3 };
		});
}

/** The narrower widths that are worth a file of their own, then the picture's own. */
export function targetWidths(width: number): number[] {
	return [...smallerWidths.filter((step) => step <= width * 0.8), width];
}

/** The pixels that a file decodes to; refuses what is no picture of ours, or has too many. */
async function countPixels(path: string): Promise<number> {
	if (!(await looksLikePicture(path))) throw new PictureRejected('unsupported');
	let metadata: Metadata;
	try {
		// Only the header is read here, so the pixels are counted before any of them is decoded.
		metadata = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata();
	} catch (error) {
		throw new PictureRejected('broken', error);
	}
	const isAvif = metadata.format === 'heif' && metadata.compression === 'av1';
	if (!isAvif && !formats.includes(metadata.format)) throw new PictureRejected('unsupported');
	const pixels = metadata.width * metadata.height;
	if (pixels > (isAvif ? limits.avifPixels : limits.picturePixels)) throw new PictureRejected('too_many_pixels');
	return pixels;
}

interface Pixels {
	data: Buffer;
	info: OutputInfo;
}

function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
	return sharp(data, { raw: { width, height, channels } });
}

function shrink(pixels: Pixels, { width, height }: { width: number; height: number }): Promise<Pixels> {
	return fromPixels(pixels).resize({ width, height, fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
}

async function decode(path: string, kernel: 'linear' | 'lanczos3'): Promise<Pixels> {
	try {
		return await sharp(path, { limitInputPixels: limits.picturePixels, failOn: 'error' })
			.autoOrient()
			.resize({
				width: maxWidth,
				height: maxWidth * maxAspectRatio,
				fit: 'inside',
				withoutEnlargement: true,
				kernel,
			})
			.toColourspace('srgb')
			.timeout({ seconds: decodeSeconds })
			.raw()
			.toBuffer({ resolveWithObject: true });
	} catch (error) {
		throw new PictureRejected('broken', error);
	}
}

async function makePlaceholder(pixels: Pixels): Promise<string> {
	let address = '';
	for (const quality of [40, 20, 1]) {
		const data = await fromPixels(pixels)
			.resize({ width: placeholderSide, height: placeholderSide, fit: 'inside', withoutEnlargement: true })
			.blur(1)
			.webp({ quality, alphaQuality: quality, effort: 6 })
			.toBuffer();
		address = `data:image/webp;base64,${data.toString('base64')}`;
		if (address.length < placeholderLength) break;
	}
	return address;
}
