import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type FormatEnum, type Metadata, type OutputInfo, type Sharp } from 'sharp';
import * as limits from '../../../contract/core/limits.ts';
import { getFormatRejection, pictureHeadBytes } from '../../../contract/media/picture-format.ts';
import { isDiskFull } from '../../core/disk-full-error.ts';
import { restrictImageFormats } from './loaders.ts';
import { PictureRejectedError } from './picture-rejected-error.ts';
import { createSemaphore } from './semaphore.ts';

export type PictureSize = {
	/** File name in the output folder, such as `w320.webp`. The number is the actual width. */
	name: string;
	path: string;
	/** Width in pixels. */
	width: number;
	height: number;
	bytes: number;
};

export type Picture = {
	/** Width of the largest file in pixels. */
	width: number;
	height: number;
	format: 'webp';
	/** Blurred picture of at most 16 × 16 pixels, as a data URL of less than 400 characters. */
	placeholder: string;
	/** Files of the picture, narrowest first; at least one. */
	sizes: PictureSize[];
};

const smallerWidths = [320, 640, 1080];
const maxWidth = 1600;
/** Cards show the narrowest size, at two of its pixels or more for each of the screen, which hides the losses of a lower quality. */
const cardWidth = 320;
const quality = { card: 38, other: 78 };
/** Enough for a screenshot of a whole page. A taller picture is scaled down as a whole. */
const maxHeight = 4 * maxWidth;
const placeholderSide = 16;
const placeholderLength = 400;
/** Time limit of libvips per file, in seconds. */
const decodeSeconds = 60;
/** Number of pixels up to which the Lanczos filter is used. With more pixels, it takes as long as all other steps. */
const maxLanczosPixels = 16_000_000;
/** Number of pixels up to which libwebp uses effort 3 or 6. With more, effort 3 takes three times as long as effort 1 and saves few bytes. */
const maxHighEffortPixels = 1_500_000;
/** At 100, libwebp with effort 6 takes 6 s for a noisy alpha channel of 320 × 240 pixels. At 99 it keeps 248 of 256 levels and takes 0.1 s. */
const alphaQuality = 99;

/** What libjpeg says about damaged pixels. Its other warnings, such as those about extra bytes, concern no pixels. */
const damagedPixels = /premature end of data segment|bad Huffman code|instead of RST/;

const formats: readonly (keyof FormatEnum)[] = ['jpeg', 'png', 'webp', 'gif'];

/** Each process decodes at most two pictures at once, of up to 40 million pixels each, to limit memory. */
const decodeSemaphore = createSemaphore(2);

/**
 * Converts an uploaded file to upright WebP pictures without metadata (location, camera), and a placeholder. Widths are 320, 640, 1080 and
 * 1600 pixels, at most that of the original. An animation, also of AVIF, is reduced to its first frame. Accepts JPEG, PNG, WebP, GIF and AVIF by content,
 * up to `limits.picturePixels` (AVIF: `limits.avifPixels`). Throws `PictureRejectedError` for anything else. The output folder must exist.
 * A failed conversion removes the files that it has written.
 */
export function makePicture(
	inputPath: string,
	outputFolder: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<Picture> {
	return decodeSemaphore(async () => {
		const written: string[] = [];
		try {
			return await writeSizes(inputPath, outputFolder, written, signal);
		} catch (error) {
			await Promise.all(written.map((path) => rm(path, { force: true })));
			throw error;
		}
	}, signal);
}

async function writeSizes(
	inputPath: string,
	outputFolder: string,
	written: string[],
	signal: AbortSignal | undefined,
): Promise<Picture> {
	restrictImageFormats();
	const input = await openPicture(inputPath);
	const pixelsInFile = await countPixels(input);
	signal?.throwIfAborted();

	// Each size is scaled from the next larger one, so that the original is read once.
	let pixels = await decode(input, pixelsInFile > maxLanczosPixels ? 'linear' : 'lanczos3');
	const { width, height } = pixels.info;
	const sizes: PictureSize[] = [];
	for (const step of planPictureSizes(width, height)) {
		signal?.throwIfAborted();
		if (step.width < pixels.info.width) pixels = await shrink(pixels, step);
		const name = `w${step.width}.webp`;
		const path = join(outputFolder, name);
		written.push(path);
		const output = await fromPixels(pixels)
			.webp({ quality: step.quality, alphaQuality, effort: step.effort, preset: 'photo' })
			.toFile(path);
		sizes.unshift({ name, path, width: output.width, height: output.height, bytes: output.size });
	}
	signal?.throwIfAborted();
	return { width, height, format: 'webp', placeholder: await makePlaceholder(pixels), sizes };
}

interface SizeStep {
	/** Width in pixels. */
	width: number;
	height: number;
	/** Quality of libwebp, 1 to 100. */
	quality: number;
	/** Effort of libwebp, 0 to 6. More effort takes longer and saves bytes. */
	effort: number;
}

/** Plans the sizes of a picture, widest first. Each size is scaled from the previous one. */
export function planPictureSizes(width: number, height: number): SizeStep[] {
	return listTargetWidths(width)
		.reverse()
		.map((target) => {
			const targetHeight = Math.max(1, Math.round((height * target) / width));
			const isCard = target === cardWidth && target < width;
			const highEffort = isCard ? 6 : 3;
			return {
				width: target,
				height: targetHeight,
				quality: isCard ? quality.card : quality.other,
				effort: target * targetHeight > maxHighEffortPixels ? 1 : highEffort,
			};
		});
}

/** Returns the standard widths that are clearly below the picture's own width, then the own width. */
export function listTargetWidths(width: number): number[] {
	return [...smallerWidths.filter((step) => step <= width * 0.8), width];
}

/**
 * Checks the first bytes of a file, so that libvips does not have to guess. Returns the path, or the bytes of an AVIF that libvips would not
 * recognize. Throws `PictureRejectedError` for an unsupported format.
 */
async function openPicture(path: string): Promise<string | Buffer> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(pictureHeadBytes), 0, pictureHeadBytes, 0);
		const rejection = getFormatRejection(buffer.subarray(0, bytesRead));
		if (rejection) throw new PictureRejectedError(rejection);
		const [box, brand] = [buffer.toString('latin1', 4, 8), buffer.toString('latin1', 8, 12)];
		if (box !== 'ftyp' || brand === 'avif') return path;
	} finally {
		await file.close();
	}
	// libvips 8.18 knows AVIF only by its first brand. With it, libheif reads the first frame of an animation (`avis`).
	const bytes = await readFile(path);
	bytes.write('avif', 8, 'latin1');
	return bytes;
}

/** Reads the number of pixels from a file's header. Throws `PictureRejectedError` for an unsupported format or too many pixels. */
async function countPixels(input: string | Buffer): Promise<number> {
	let metadata: Metadata;
	try {
		// sharp's `metadata` reads only the header and decodes no pixels.
		metadata = await sharp(input, { limitInputPixels: false, failOn: 'error' }).metadata();
	} catch (error) {
		if (isDiskFull(error)) throw error;
		// An animated AVIF may be only a video track, which libheif does not read.
		const isTrack = String(error).includes('No or invalid primary item');
		throw new PictureRejectedError(isTrack ? 'unsupported' : 'broken', error);
	}
	const isAvif = metadata.format === 'heif' && metadata.compression === 'av1';
	if (!isAvif && !formats.includes(metadata.format)) throw new PictureRejectedError('unsupported');
	const pixels = metadata.width * metadata.height;
	if (pixels > (isAvif ? limits.avifPixels : limits.picturePixels)) throw new PictureRejectedError('too_many_pixels');
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

/** Decodes a picture, and decodes it again without warnings if a warning is not about its pixels. */
async function decode(
	input: string | Buffer,
	kernel: 'linear' | 'lanczos3',
	failOn: 'warning' | 'error' = 'warning',
): Promise<Pixels> {
	try {
		return await sharp(input, { limitInputPixels: limits.picturePixels, failOn })
			.autoOrient()
			.resize({
				width: maxWidth,
				height: maxHeight,
				fit: 'inside',
				withoutEnlargement: true,
				kernel,
			})
			.toColourspace('srgb')
			.timeout({ seconds: decodeSeconds })
			.raw()
			.toBuffer({ resolveWithObject: true });
	} catch (error) {
		if (failOn === 'error' || damagedPixels.test(String(error))) throw new PictureRejectedError('broken', error);
		return decode(input, kernel, 'error');
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
