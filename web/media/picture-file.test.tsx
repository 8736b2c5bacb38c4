import { describe, expect, test } from 'vitest';
import * as mediaLimits from '../../contract/media/limits.ts';
import { pictureRejections } from '../../text/shared/media-api.ts';
import { preparePicture } from './picture-file.ts';

/** Makes a BMP of one colour, which Chromium can read and the media host does not take. */
function makeBmp(side: number, [red, green, blue]: [number, number, number]): Blob {
	const pixels = new Uint8Array(4 * side * side).map((_, index) => [blue, green, red, 255][index % 4] ?? 0);
	const header = new DataView(new ArrayBuffer(54));
	for (const [offset, value] of [
		[2, 54 + pixels.length],
		[10, 54],
		[14, 40],
		[18, side],
		[22, side],
	] as const) {
		header.setUint32(offset, value, true);
	}
	header.setUint16(0, 0x424d);
	header.setUint16(26, 1, true);
	header.setUint16(28, 32, true);
	return new Blob([header, pixels]);
}

async function makePicture(side: number, type: string): Promise<Uint8Array<ArrayBuffer>> {
	const canvas = new OffscreenCanvas(side, side);
	canvas.getContext('2d')?.fillRect(0, 0, side / 2, side);
	return (await canvas.convertToBlob({ type })).bytes();
}

async function readColour(blob: Blob): Promise<number[]> {
	const bitmap = await createImageBitmap(blob);
	const context = new OffscreenCanvas(1, 1).getContext('2d');
	context?.drawImage(bitmap, 0, 0);
	return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
}

/** Makes a GIF of one pixel that is red, then blue in many frames. */
function makeAnimation(): Blob {
	const frame = (pixel: string) => `21f904040a0000002c0000000001000100000202${pixel}0100`;
	const header = '47494638396101000100800000ff00000000ff';
	return new Blob([Uint8Array.fromHex(`${header}${frame('44')}${frame('4c').repeat(99)}3b`)]);
}

describe('preparePicture', () => {
	test('converts what the browser can read and the media host does not take, even if it gets larger', async () => {
		const { blob, problem } = await preparePicture(makeBmp(2, [255, 0, 0]));
		expect([blob.type, problem]).toEqual(['image/webp', null]);
		const [red = 0, green, blue = 255] = await readColour(blob);
		expect(red).toBeGreaterThan(240);
		expect([green, blue].every((value) => Number(value) < 20)).toBe(true);
	});

	test('shrinks a picture without a type', async () => {
		const bytes = await makePicture(mediaLimits.pictureLongSide + 200, 'image/png');
		const { blob, problem } = await preparePicture(new Blob([bytes]));
		expect([blob.type, problem]).toEqual(['image/webp', null]);
		expect((await createImageBitmap(blob)).width).toBe(mediaLimits.pictureLongSide);
	});

	test('keeps the first frame of an animation', async () => {
		const { blob, problem } = await preparePicture(makeAnimation());
		expect([blob.type, problem]).toEqual(['image/webp', null]);
		expect((await readColour(blob))[0]).toBeGreaterThan(240);
	});

	test('explains before the upload what to do with a HEIC that the browser cannot read', async () => {
		const file = new Blob(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0'.repeat(99)], { type: 'image/jpeg' });
		expect(await preparePicture(file)).toEqual({ blob: file, problem: pictureRejections.heic });
	});

	test('rejects other files with the name of a photo before the upload', async () => {
		for (const [content, reason] of [
			['not a photo', 'unsupported'],
			['\0'.repeat(200), 'broken'],
		] as const) {
			const file = new File([content], 'photo.jpg');
			expect(await preparePicture(file)).toEqual({ blob: file, problem: pictureRejections[reason] });
		}
	});

	test('leaves a truncated photo, and one that does not get smaller, to the media host', async () => {
		const bytes = await makePicture(400, 'image/jpeg');
		for (const file of [new Blob([bytes.slice(0, bytes.length / 2)]), new Blob([await makePicture(2, 'image/webp')])]) {
			expect(await preparePicture(file)).toEqual({ blob: file, problem: null });
		}
	});
});
