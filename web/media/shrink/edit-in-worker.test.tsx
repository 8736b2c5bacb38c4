import { BlobSource, EncodedPacketSink, Input, MP4, VideoSampleSink } from 'mediabunny';
import { expect, test, vi } from 'vitest';
import { overlayStyle } from '../../../contract/media/overlay-style.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import { makeClip } from '../../testing/make-video.ts';
import { shrinkVideo } from './shrink-video.ts';

const size = { width: 320, height: 180 };
const [red, green, blue] = [['#f00'], ['#0f0'], ['#00f']];

/** Edits a file in the real worker. */
function edit(file: File, edit: VideoEdit): Promise<File | null> {
	return shrinkVideo(file, { edit, signal: new AbortController().signal, onStart: vi.fn(), onProgress: vi.fn() });
}

/** Reads a file that the worker has made. */
async function open(file: File | null) {
	if (!file) throw new Error('The worker made no file');
	const input = new Input({ source: new BlobSource(file), formats: [MP4] });
	const video = await input.getPrimaryVideoTrack();
	if (!video) throw new Error('No video track');
	const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
	const sink = new VideoSampleSink(video);

	/** Returns red, green and blue, 0 to 255, of a pixel at a time in seconds. `x` and `y` are shares of the width and height. */
	async function readPixel(seconds: number, x = 0.5, y = 0.5): Promise<number[]> {
		const sample = await sink.getSample(seconds);
		const context = new OffscreenCanvas(width, height).getContext('2d');
		if (!sample || !context) throw new Error('No frame');
		sample.draw(context, 0, 0);
		sample.close();
		return [...context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data.subarray(0, 3)];
	}

	return {
		width,
		height,
		duration: await input.computeDuration(),
		hasSound: (await input.getPrimaryAudioTrack()) !== null,
		readPixel,
		/** Returns which of red, green and blue dominates a frame. */
		readColour: async (seconds: number, x?: number, y?: number) => {
			const pixel = await readPixel(seconds, x, y);
			return ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))];
		},
	};
}

test('trims a small video to the kept part and keeps its sound', async () => {
	const clip = await makeClip([red, red, green, green, blue, blue], { ...size, hasSound: true });
	const video = await open(await edit(clip, { start_ms: 1500, end_ms: 4500 }));
	expect(video).toMatchObject({ ...size, hasSound: true });
	expect(video.duration).toBeGreaterThan(2.8);
	expect(video.duration).toBeLessThan(3.2);
	expect([await video.readColour(0.1), await video.readColour(1.5), await video.readColour(2.8)]).toEqual([
		...['red', 'green', 'blue'],
	]);
});

test('removes the sound and copies the frames of a video that is small already', async () => {
	const clip = await makeClip([red, green], { ...size, hasSound: true, rotation: 90 });
	const muted = await edit(clip, { muted: true, poster_ms: 500 });
	const video = await open(muted);
	expect(video).toMatchObject({ width: size.height, height: size.width, hasSound: false });
	expect([await video.readColour(0.2), await video.readColour(1.7)]).toEqual(['red', 'green']);
	expect(video.duration).toBeGreaterThan(1.8);
	const packets = await readPackets(clip);
	expect(packets.length).toBeGreaterThan(3);
	expect(await readPackets(muted)).toEqual(packets);
});

/** Reads the encoded frames of a file. */
async function readPackets(file: File | null): Promise<number[][]> {
	const video = file && (await new Input({ source: new BlobSource(file), formats: [MP4] }).getPrimaryVideoTrack());
	if (!video) throw new Error('No video track');
	const packets: number[][] = [];
	for await (const { data } of new EncodedPacketSink(video).packets()) packets.push([...data]);
	return packets;
}

test('draws text into an upright frame of a rotated and trimmed video', async () => {
	const clip = await makeClip(
		[
			['#000', '#000'],
			['#00f', '#f00'],
			['#00f', '#f00'],
		],
		{ ...size, rotation: 90 },
	);
	const video = await open(await edit(clip, { start_ms: 1000, overlay: 'Only today: NGN 5,000' }));
	expect(video).toMatchObject({ width: size.height, height: size.width, hasSound: false });
	// The left half of the recorded frame is the upper half.
	expect([await video.readColour(0.5, 0.5, 0.1), await video.readColour(0.5, 0.5, 0.9)]).toEqual(['blue', 'red']);
	// The box behind the text darkens the blue. The edges of the frame stay as they are.
	const boxLeft = 0.5 - overlayStyle.width / 4;
	const row = Array.from({ length: 60 }, (_, index) => boxLeft + (index / 60) * (overlayStyle.width / 2));
	const pixels = await Promise.all(row.map((x) => video.readPixel(0.5, x, overlayStyle.centre)));
	expect(Math.max(...pixels.map(([red = 0]) => red))).toBeGreaterThan(150);
	expect(Math.min(...pixels.map(([, , blue = 255]) => blue))).toBeLessThan(170);
	const [, , blueAtEdge = 0] = await video.readPixel(0.5, 0.01, overlayStyle.centre);
	expect(blueAtEdge).toBeGreaterThan(200);
});

test('leaves a file that the browser cannot read to the server', async () => {
	const avi = new File(['RIFF....AVI LIST'], 'old.avi', { type: 'video/x-msvideo' });
	expect(await edit(avi, { muted: true })).toBeNull();
});
