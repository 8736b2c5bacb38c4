import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as limits from '../../../contract/core/limits.ts';
import { makePicture, PictureRejectedError, type PictureRejectionReason } from './index.ts';
import { listTargetWidths, planPictureSizes } from './make-picture.ts';
import { createSemaphore } from './semaphore.ts';

let folder: string;
let folders = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makeEmptyFolder(): Promise<string> {
	folders += 1;
	const path = join(folder, `out-${folders}`);
	await mkdir(path);
	return path;
}

/** Creates a picture whose left half is red and whose right half is blue. */
function createHalves(width: number, height: number): Sharp {
	const blue = { create: { width: width >> 1, height, channels: 3 as const, background: '#0000ff' } };
	return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
		{ input: blue, left: width - (width >> 1), top: 0 },
	]);
}

async function colourAt(path: string, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
	const { data } = await sharp(path)
		.removeAlpha()
		.extract({ left: x, top: y, width: 1, height: 1 })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const [red = 0, , blue = 0] = data;
	if (red > 200 && blue < 60) return 'red';
	return blue > 200 && red < 60 ? 'blue' : 'other';
}

async function expectRejected(path: string, reason: PictureRejectionReason): Promise<void> {
	const output = await makeEmptyFolder();
	const error = await makePicture(path, output).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(PictureRejectedError);
	expect(error).toMatchObject({ reason });
	expect(await readdir(output)).toEqual([]);
}

describe('accepted pictures', () => {
	test('rotates a JPEG upright and strips its location', async () => {
		const input = join(folder, 'turned.jpg');
		await createHalves(1000, 800)
			.jpeg({ quality: 95 })
			.withExif({
				IFD0: { Orientation: '6', Make: 'SecretCamera' },
				IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 31/1 0/1' },
			})
			.withMetadata({ orientation: 6 })
			.toFile(input);
		expect((await readFile(input)).includes('SecretCamera')).toBe(true);

		const picture = await makePicture(input, await makeEmptyFolder());
		expect(picture).toMatchObject({ width: 800, height: 1000, format: 'webp' });
		expect(picture.sizes.map(({ name, width, height }) => ({ name, width, height }))).toEqual([
			{ name: 'w320.webp', width: 320, height: 400 },
			{ name: 'w640.webp', width: 640, height: 800 },
			{ name: 'w800.webp', width: 800, height: 1000 },
		]);
		for (const size of picture.sizes) {
			// EXIF orientation 6 rotates clockwise: the left half of the file becomes the upper half of the picture.
			expect(await colourAt(size.path, size.width >> 1, 20)).toBe('red');
			expect(await colourAt(size.path, size.width >> 1, size.height - 20)).toBe('blue');
			const metadata = await sharp(size.path).metadata();
			expect(metadata).toMatchObject({ format: 'webp', width: size.width, height: size.height });
			expect(metadata).not.toHaveProperty('exif');
			expect(metadata).not.toHaveProperty('xmp');
			expect(metadata.orientation).toBeUndefined();
			const bytes = await readFile(size.path);
			expect(bytes.length).toBe(size.bytes);
			expect(bytes.includes('SecretCamera')).toBe(false);
		}
		expect(picture.placeholder).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
		expect(picture.placeholder.length).toBeLessThan(400);
	});

	test.each(['png', 'gif', 'avif', 'webp'] as const)('converts %s', async (format) => {
		const input = join(folder, `plain.${format}`);
		await createHalves(500, 100).toFormat(format).toFile(input);
		const picture = await makePicture(input, await makeEmptyFolder());
		expect(picture.sizes.map((size) => size.width)).toEqual([320, 500]);
		expect(await colourAt(picture.sizes[0]?.path ?? '', 20, 20)).toBe('red');
		expect(await colourAt(picture.sizes[0]?.path ?? '', 300, 20)).toBe('blue');
	});

	test.each([
		['gif', []],
		['webp', ['-c:v', 'libwebp_anim']],
		['apng', []],
		['avif', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p']],
	])('uses the first frame of an animated %s', async (format, encoder) => {
		const input = join(folder, `animated.${format}`);
		const halves = ['red', 'blue'].flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=64x48:r=10:d=0.2`]);
		const concat = ['-filter_complex', '[0][1]concat=n=2'];
		await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...halves, ...concat, ...encoder, '-f', format, input]);
		const picture = await makePicture(input, await makeEmptyFolder());
		expect(picture).toMatchObject({ width: 64, height: 48 });
		expect(await colourAt(picture.sizes[0]?.path ?? '', 20, 20)).toBe('red');
		if (format !== 'avif') return;
		const track = join(folder, 'track.avif');
		await promisify(execFile)('ffmpeg', [
			'-v',
			'error',
			'-i',
			input,
			'-c',
			'copy',
			'-f',
			'mp4',
			'-brand',
			'avis',
			track,
		]);
		await expectRejected(track, 'unsupported');
	});

	test('recognizes an AVIF whose first brand is a general one', async () => {
		const input = join(folder, 'general.avif');
		const bytes = await createHalves(64, 48).avif({ effort: 0 }).toBuffer();
		bytes.write('mif1', 8);
		await writeFile(input, bytes);
		expect(await makePicture(input, await makeEmptyFolder())).toMatchObject({ width: 64, height: 48 });
	});

	test('spends little more on a noisy alpha channel than on an opaque picture, and keeps clear and opaque pixels', async () => {
		const [width, height] = [1024, 768];
		const data = randomBytes(width * height * 4);
		for (let offset = 3; offset < width * 4 * 20; offset += 4)
			data[offset] = offset % (width * 4) < width * 2 ? 0 : 255;
		async function measure(name: string, picture: Sharp) {
			const input = join(folder, name);
			await picture.png().toFile(input);
			const before = process.cpuUsage();
			const made = await makePicture(input, await makeEmptyFolder());
			const { user, system } = process.cpuUsage(before);
			return { made, microseconds: user + system };
		}
		const open = () => sharp(data, { raw: { width, height, channels: 4 } });
		const opaque = await measure('noisy-opaque.png', open().removeAlpha());
		const noisy = await measure('noisy-alpha.png', open());
		// The ratio was 2.2, and 30 with full alpha quality.
		expect(noisy.microseconds / opaque.microseconds).toBeLessThan(8);
		const largest = await sharp(noisy.made.sizes.at(-1)?.path).extractChannel('alpha').raw().toBuffer();
		expect([largest[10], largest[width - 10]]).toEqual([0, 255]);
	});

	test('preserves transparency', async () => {
		const input = join(folder, 'clear.png');
		await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
			.png()
			.toFile(input);
		const picture = await makePicture(input, await makeEmptyFolder());
		expect((await sharp(picture.sizes[0]?.path).stats()).isOpaque).toBe(false);
	});

	test('accepts a single pixel', async () => {
		const input = join(folder, 'one.png');
		await sharp({ create: { width: 1, height: 1, channels: 3, background: '#ff0000' } })
			.png()
			.toFile(input);
		const picture = await makePicture(input, await makeEmptyFolder());
		expect(picture.sizes).toHaveLength(1);
		expect(picture.sizes[0]).toMatchObject({ name: 'w1.webp', width: 1, height: 1 });
	});

	test('limits the placeholder of a noisy picture', async () => {
		const input = join(folder, 'noise.png');
		await sharp({
			create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 120 } },
		})
			.png()
			.toFile(input);
		expect((await makePicture(input, await makeEmptyFolder())).placeholder.length).toBeLessThan(400);
	});

	test('narrows a picture of 1,000 × 20,000 pixels, because WebP allows 16,383 lines', async () => {
		const input = join(folder, 'page.png');
		await createHalves(1000, 20_000).png().toFile(input);
		expect(await makePicture(input, await makeEmptyFolder())).toMatchObject({ width: 320, height: 6400 });
	});
});

describe('rejected files', () => {
	test('rejects an SVG with any file name', async () => {
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
		const input = join(folder, 'drawing.png');
		await writeFile(input, svg);
		await expectRejected(input, 'unsupported');
	});

	test('rejects text, an empty file and a TIFF', async () => {
		const input = join(folder, 'text.jpg');
		await writeFile(input, 'not a picture\n'.repeat(100));
		await expectRejected(input, 'unsupported');
		await writeFile(input, '');
		await expectRejected(input, 'unsupported');
		await createHalves(20, 20).tiff().toFile(input);
		await expectRejected(input, 'unsupported');
	});

	test('rejects an AVIF with too many pixels', async () => {
		const input = join(folder, 'large.avif');
		const [width, height] = [4000, limits.avifPixels / 4000 + 1];
		await sharp({ create: { width, height, channels: 3, background: '#000' } })
			.avif({ effort: 0 })
			.toFile(input);
		await expectRejected(input, 'too_many_pixels');
	});

	test('rejects a decompression bomb from its header', async () => {
		const input = join(folder, 'bomb.png');
		await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' }, limitInputPixels: false })
			.png({ compressionLevel: 1 })
			.toFile(input);
		// The CPU time of this process does not depend on the load of the machine.
		const before = process.cpuUsage();
		await expectRejected(input, 'too_many_pixels');
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(500);
	});

	const createNoise = () =>
		sharp({
			create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
		});

	test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('rejects a truncated %s', async (format) => {
		const input = join(folder, `cut.${format}`);
		const { size } = await createNoise().toFormat(format).toFile(input);
		await truncate(input, size >> 1);
		await expectRejected(input, 'broken');
		await truncate(input, 20);
		await expectRejected(input, 'broken');
	});

	test.each([
		['jpeg', 'the marker behind its start', 2, '00'],
		['jpeg', 'its header', 2, '00'.repeat(60)],
		['jpeg', 'its scan', 20_000, 'ffd9'],
		['png', 'its signature, as a transfer of text does', 4, '0a'],
		['png', 'its pixels', 20_000, 'ff'.repeat(20)],
		['gif', 'its version', 4, '00'],
	] as const)('rejects a %s with changed bytes in %s', async (format, _, from, changed) => {
		const input = join(folder, `damaged.${format}`);
		const bytes = await createNoise().toFormat(format).toBuffer();
		bytes.write(changed, from, 'hex');
		await writeFile(input, bytes);
		await expectRejected(input, 'broken');
	});

	test('rejects a file of zeros, as failed copies are', async () => {
		const input = join(folder, 'zeros.jpg');
		await writeFile(input, Buffer.alloc(4000));
		await expectRejected(input, 'broken');
	});

	test('accepts a JPEG with extra bytes between its parts, before its end and behind it', async () => {
		const input = join(folder, 'extra.jpg');
		const bytes = await createHalves(300, 300).jpeg().toBuffer();
		const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
		for (const length of [frame, bytes.length - 2, bytes.length]) {
			await writeFile(input, Buffer.concat([bytes.subarray(0, length), Buffer.alloc(9, 7), bytes.subarray(length)]));
			expect(await makePicture(input, await makeEmptyFolder())).toMatchObject({ width: 300 });
		}
	});

	test('says of a HEIC that it is one, whatever its first brand', async () => {
		const input = join(folder, 'phone.heic');
		for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0mif1heix']) {
			await writeFile(input, `\0\0\0\x18ftyp${brands}${'\0'.repeat(200)}`, 'latin1');
			await expectRejected(input, 'heic');
		}
	});
});

test('converts pictures concurrently', async () => {
	const input = join(folder, 'many.jpg');
	await createHalves(64, 48).jpeg().toFile(input);
	const pictures = await Promise.all(
		Array.from({ length: 30 }, async () => makePicture(input, await makeEmptyFolder())),
	);
	expect(pictures).toHaveLength(30);
});

test('leaves no file after an abort', async () => {
	const input = join(folder, 'left.jpg');
	await createHalves(2000, 2000).jpeg().toFile(input);
	const output = await makeEmptyFolder();
	await expect(makePicture(input, output, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
	const controller = new AbortController();
	const picture = makePicture(input, output, { signal: controller.signal });
	setImmediate(() => controller.abort());
	await expect(picture).rejects.toThrow('aborted');
	expect(await readdir(output)).toEqual([]);
});

test('listTargetWidths returns widths that are ascending and end with the original width', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1600 }), (width) => {
			const widths = listTargetWidths(width);
			expect(widths).toEqual([...widths].sort((a, b) => a - b));
			expect(widths.at(-1)).toBe(width);
			expect(new Set(widths).size).toBe(widths.length);
		}),
	);
});

test('planPictureSizes limits the pixels read and the effort of large sizes, and lowers the quality of cards', () => {
	const side = fc.integer({ min: 1, max: 1600 });
	fc.assert(
		fc.property(side, fc.integer({ min: 100, max: 6400 }), (width, height) => {
			const steps = planPictureSizes(width, height);
			const read = steps.slice(0, -1).reduce((sum, step) => sum + step.width * step.height, 0);
			expect(read).toBeLessThanOrEqual(2 * width * height);
			for (const step of steps) {
				const isCard = step.width === 320 && width > 320;
				expect(step.quality).toBe(isCard ? 38 : 78);
				expect(step.effort).toBe(step.width * step.height > 1_500_000 ? 1 : isCard ? 6 : 3);
			}
			expect(steps[0]).toMatchObject({ width, height });
		}),
	);
});

test('createSemaphore limits concurrency and aborts waiting work', async () => {
	const semaphore = createSemaphore(2);
	const finish: (() => void)[] = [];
	const hold = () => new Promise<void>((resolve) => finish.push(resolve));
	const first = semaphore(hold);
	const second = semaphore(hold);
	const controller = new AbortController();
	const third = semaphore(hold, controller.signal);
	const fourth = semaphore(async () => 'fourth');
	await Promise.resolve();
	expect(finish).toHaveLength(2);
	controller.abort();
	await expect(third).rejects.toThrow('aborted');
	finish[0]?.();
	await expect(fourth).resolves.toBe('fourth');
	finish[1]?.();
	await Promise.all([first, second]);
	expect(finish).toHaveLength(2);
});
