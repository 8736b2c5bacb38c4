import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type FormatEnum, type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { limits } from '../../../contract/limits.ts';
import { makeGate } from './gate.ts';
import { allowFiveLoadersOnly } from './loaders.ts';
import { looksLikePicture } from './looks-like-picture.ts';
import { PictureRefused } from './refused.ts';

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

const narrower = [320, 640, 1080];
const widest = 1600;
/** A screenshot of a whole page may be this many times as high as it is wide; a longer one is made narrower. */
const longest = 4;
const placeholderSide = 16;
const placeholderLength = 400;
/** Seconds that libvips may work on one file. */
const decodeSeconds = 60;

const formats: readonly (keyof FormatEnum)[] = ['jpeg', 'png', 'webp', 'gif'];

/** Memory belongs to the process, so this gate does too: two decoded pictures of 40 million pixels are what it may hold. */
const decoding = makeGate(2);

/**
 * Turns an uploaded file into upright WebP pictures without metadata (no place, no camera) and a placeholder.
 * Widths are 320, 640, 1080 and 1600 pixels and never more than the original's; of an animation the first frame counts.
 * Takes JPEG, PNG, WebP, GIF and AVIF by content, up to `limits.picturePixels`; anything else throws `PictureRefused`.
 * The output folder must exist; after an error it holds nothing of this call.
 */
export function makePicture(
	inputPath: string,
	outputFolder: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<Picture> {
	return decoding(async () => {
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
	allowFiveLoadersOnly();
	await refuseUnlessPicture(inputPath);
	signal?.throwIfAborted();

	const largest = await decode(inputPath);
	const { width, height, channels } = largest.info;
	function again(): Sharp {
		return sharp(largest.data, { raw: { width, height, channels } });
	}

	const sizes: PictureSize[] = [];
	for (const target of ladder(width)) {
		signal?.throwIfAborted();
		const name = `w${target}.webp`;
		const path = join(outputFolder, name);
		written.push(path);
		const made = await again().resize({ width: target }).webp({ quality: 78, effort: 3 }).toFile(path);
		sizes.push({ name, path, width: made.width, height: made.height, bytes: made.size });
	}
	signal?.throwIfAborted();
	return { width, height, format: 'webp', placeholder: await makePlaceholder(again), sizes };
}

/** The narrower widths that are worth a file of their own, then the picture's own. */
export function ladder(width: number): number[] {
	return [...narrower.filter((step) => step <= width * 0.8), width];
}

async function refuseUnlessPicture(path: string): Promise<void> {
	if (!(await looksLikePicture(path))) throw new PictureRefused('unsupported');
	let facts: Metadata;
	try {
		// Only the header is read here, so the pixels are counted before any of them is decoded.
		facts = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata();
	} catch (error) {
		throw new PictureRefused('broken', error);
	}
	const isAvif = facts.format === 'heif' && facts.compression === 'av1';
	if (!isAvif && !formats.includes(facts.format)) throw new PictureRefused('unsupported');
	if (facts.width * facts.height > limits.picturePixels) throw new PictureRefused('too_many_pixels');
}

async function decode(path: string): Promise<{ data: Buffer; info: OutputInfo }> {
	try {
		return await sharp(path, { limitInputPixels: limits.picturePixels, failOn: 'error' })
			.autoOrient()
			.resize({
				width: widest,
				height: widest * longest,
				fit: 'inside',
				withoutEnlargement: true,
			})
			.toColourspace('srgb')
			.timeout({ seconds: decodeSeconds })
			.raw()
			.toBuffer({ resolveWithObject: true });
	} catch (error) {
		throw new PictureRefused('broken', error);
	}
}

async function makePlaceholder(again: () => Sharp): Promise<string> {
	let address = '';
	for (const quality of [40, 20, 1]) {
		const data = await again()
			.resize({ width: placeholderSide, height: placeholderSide, fit: 'inside', withoutEnlargement: true })
			.blur(1)
			.webp({ quality, alphaQuality: quality, effort: 6 })
			.toBuffer();
		address = `data:image/webp;base64,${data.toString('base64')}`;
		if (address.length < placeholderLength) break;
	}
	return address;
}
