import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { makePicture, PictureRejected, type PictureRejection } from './index.ts';
import { planSizes, targetWidths } from './make-picture.ts';
import { createSemaphore } from './semaphore.ts';

let folder: string;
let folders = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function emptyFolder(): Promise<string> {
	folders += 1;
	const path = join(folder, `out-${folders}`);
	await mkdir(path);
	return path;
}

/** Left half red, right half blue. */
function halves(width: number, height: number): Sharp {
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

async function expectRefused(path: string, reason: PictureRejection): Promise<void> {
	const output = await emptyFolder();
	const error = await makePicture(path, output).catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(PictureRejected);
	expect(error).toMatchObject({ reason });
	expect(await readdir(output)).toEqual([]);
}

describe('pictures that are taken', () => {
	test('a turned JPEG with a place comes out upright and knows nothing of the place', async () => {
		const input = join(folder, 'turned.jpg');
		await halves(1000, 800)
			.jpeg({ quality: 95 })
			.withExif({
				IFD0: { Orientation: '6', Make: 'SecretCamera' },
				IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 31/1 0/1' },
			})
			.withMetadata({ orientation: 6 })
			.toFile(input);
		expect((await readFile(input)).includes('SecretCamera')).toBe(true);

		const picture = await makePicture(input, await emptyFolder());
		expect(picture).toMatchObject({ width: 800, height: 1000, format: 'webp' });
		expect(picture.sizes.map(({ name, width, height }) => ({ name, width, height }))).toEqual([
			{ name: 'w320.webp', width: 320, height: 400 },
			{ name: 'w640.webp', width: 640, height: 800 },
			{ name: 'w800.webp', width: 800, height: 1000 },
		]);
		for (const size of picture.sizes) {
			// Orientation 6 turns clockwise: the left half of the file is the upper half of the picture.
			expect(await colourAt(size.path, size.width >> 1, 20)).toBe('red');
			expect(await colourAt(size.path, size.width >> 1, size.height - 20)).toBe('blue');
			const facts = await sharp(size.path).metadata();
			expect(facts).toMatchObject({ format: 'webp', width: size.width, height: size.height });
			expect(facts).not.toHaveProperty('exif');
			expect(facts).not.toHaveProperty('xmp');
			expect(facts.orientation).toBeUndefined();
			const bytes = await readFile(size.path);
			expect(bytes.length).toBe(size.bytes);
			expect(bytes.includes('SecretCamera')).toBe(false);
		}
		expect(picture.placeholder).toMatch(/^data:image\/webp;base64,[\w+/]+=*$/);
		expect(picture.placeholder.length).toBeLessThan(400);
	});

	test.each(['png', 'gif', 'avif', 'webp'] as const)('%s', async (format) => {
		const input = join(folder, `plain.${format}`);
		await halves(500, 100).toFormat(format).toFile(input);
		const picture = await makePicture(input, await emptyFolder());
		expect(picture.sizes.map((size) => size.width)).toEqual([320, 500]);
		expect(await colourAt(picture.sizes[0]?.path ?? '', 20, 20)).toBe('red');
		expect(await colourAt(picture.sizes[0]?.path ?? '', 300, 20)).toBe('blue');
	});

	test('of an animation the first frame', async () => {
		const input = join(folder, 'animated.gif');
		const frames = await Promise.all(
			['#ff0000', '#0000ff'].map((background) =>
				sharp({ create: { width: 40, height: 40, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		);
		await sharp(frames, { join: { animated: true } })
			.gif()
			.toFile(input);
		expect((await sharp(input).metadata()).pages).toBe(2);
		const picture = await makePicture(input, await emptyFolder());
		expect(picture).toMatchObject({ width: 40, height: 40 });
		expect(await colourAt(picture.sizes[0]?.path ?? '', 20, 20)).toBe('red');
	});

	test('transparency stays', async () => {
		const input = join(folder, 'clear.png');
		await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
			.png()
			.toFile(input);
		const picture = await makePicture(input, await emptyFolder());
		expect((await sharp(picture.sizes[0]?.path).stats()).isOpaque).toBe(false);
	});

	test('one pixel', async () => {
		const input = join(folder, 'one.png');
		await sharp({ create: { width: 1, height: 1, channels: 3, background: '#ff0000' } })
			.png()
			.toFile(input);
		const picture = await makePicture(input, await emptyFolder());
		expect(picture.sizes).toHaveLength(1);
		expect(picture.sizes[0]).toMatchObject({ name: 'w1.webp', width: 1, height: 1 });
	});

	test('a noisy picture still has a short placeholder', async () => {
		const input = join(folder, 'noise.png');
		await sharp({
			create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 120 } },
		})
			.png()
			.toFile(input);
		expect((await makePicture(input, await emptyFolder())).placeholder.length).toBeLessThan(400);
	});

	test('a page of 1,000 by 20,000 pixels is made narrower, for WebP holds no more than 16,383 lines', async () => {
		const input = join(folder, 'page.png');
		await halves(1000, 20_000).png().toFile(input);
		expect(await makePicture(input, await emptyFolder())).toMatchObject({ width: 320, height: 6400 });
	});
});

describe('files that are refused', () => {
	test('an SVG, whatever its name', async () => {
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
		const input = join(folder, 'drawing.png');
		await writeFile(input, svg);
		await expectRefused(input, 'unsupported');
	});

	test('text, nothing, a TIFF', async () => {
		const input = join(folder, 'text.jpg');
		await writeFile(input, 'not a picture\n'.repeat(100));
		await expectRefused(input, 'unsupported');
		await writeFile(input, '');
		await expectRefused(input, 'unsupported');
		await halves(20, 20).tiff().toFile(input);
		await expectRefused(input, 'unsupported');
	});

	test('an AVIF of more pixels than can be decoded in a moment', async () => {
		const input = join(folder, 'large.avif');
		const [width, height] = [4000, limits.avifPixels / 4000 + 1];
		await sharp({ create: { width, height, channels: 3, background: '#000' } })
			.avif({ effort: 0 })
			.toFile(input);
		await expectRefused(input, 'too_many_pixels');
	});

	test('a small file that holds more pixels than memory does, at once', async () => {
		const input = join(folder, 'bomb.png');
		await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' }, limitInputPixels: false })
			.png({ compressionLevel: 1 })
			.toFile(input);
		// Of all threads of this process: how busy the machine is does not count.
		const before = process.cpuUsage();
		await expectRefused(input, 'too_many_pixels');
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(500);
	});

	test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a %s that was cut off', async (format) => {
		const input = join(folder, `cut.${format}`);
		const { size } = await sharp({
			create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } },
		})
			.toFormat(format)
			.toFile(input);
		await truncate(input, size >> 1);
		await expectRefused(input, 'broken');
		await truncate(input, 20);
		await expectRefused(input, 'broken');
	});
});

test('pictures made at the same time do not disturb each other', async () => {
	const input = join(folder, 'many.jpg');
	await halves(64, 48).jpeg().toFile(input);
	const made = await Promise.all(Array.from({ length: 30 }, async () => makePicture(input, await emptyFolder())));
	expect(made).toHaveLength(30);
});

test('leaving early leaves no file behind', async () => {
	const input = join(folder, 'left.jpg');
	await halves(2000, 2000).jpeg().toFile(input);
	const output = await emptyFolder();
	await expect(makePicture(input, output, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
	const leaving = new AbortController();
	const made = makePicture(input, output, { signal: leaving.signal });
	setImmediate(() => leaving.abort());
	await expect(made).rejects.toThrow('aborted');
	expect(await readdir(output)).toEqual([]);
});

test('widths rise, are never more than the original and end with it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1600 }), (width) => {
			const widths = targetWidths(width);
			expect(widths).toEqual([...widths].sort((a, b) => a - b));
			expect(widths.at(-1)).toBe(width);
			expect(new Set(widths).size).toBe(widths.length);
		}),
	);
});

test('however high a picture is, its sizes read its pixels little more than once, and large ones are made with little effort', () => {
	const side = fc.integer({ min: 1, max: 1600 });
	fc.assert(
		fc.property(side, fc.integer({ min: 100, max: 6400 }), (width, height) => {
			const steps = planSizes(width, height);
			const read = steps.slice(0, -1).reduce((sum, step) => sum + step.width * step.height, 0);
			expect(read).toBeLessThanOrEqual(2 * width * height);
			for (const step of steps) expect(step.effort).toBe(step.width * step.height > 1_500_000 ? 1 : 3);
			expect(steps[0]).toMatchObject({ width, height });
		}),
	);
});

test('the gate admits two at a time, and a waiting one can leave', async () => {
	const gate = createSemaphore(2);
	const finish: (() => void)[] = [];
	const hold = () => new Promise<void>((resolve) => finish.push(resolve));
	const first = gate(hold);
	const second = gate(hold);
	const leaving = new AbortController();
	const third = gate(hold, leaving.signal);
	const fourth = gate(async () => 'fourth');
	await Promise.resolve();
	expect(finish).toHaveLength(2);
	leaving.abort();
	await expect(third).rejects.toThrow('aborted');
	finish[0]?.();
	await expect(fourth).resolves.toBe('fourth');
	finish[1]?.();
	await Promise.all([first, second]);
	expect(finish).toHaveLength(2);
});
