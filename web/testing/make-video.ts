import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, Quality } from 'mediabunny';
import type { Video } from '../../contract/media.ts';

const width = 160;
const height = 90;
/** Frames per second. Every jump of whole seconds lands on a frame. */
const rate = 2;
const keyFrameInterval = 2;

const recordings = new Map<number, Promise<Blob>>();

/** Makes a silent video of `seconds` seconds. Each video is encoded once and cached in memory. */
export async function makeVideo(seconds: number): Promise<Video> {
	const recording = recordings.get(seconds) ?? recordVideo(seconds);
	recordings.set(seconds, recording);
	const file = await recording;
	const rendition = { url: URL.createObjectURL(file), width, height, bytes: file.size, fragmented: null };
	return { duration_ms: seconds * 1000, poster: null, renditions: [rendition], hls: null };
}

/** Makes the URL of a caption file with one caption, which is shown from 1 s to 60 s. */
export function makeCaptions(text: string): string {
	const file = `WEBVTT\n\n00:01.000 --> 01:00.000\n${text}\n`;
	return URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
}

async function recordVideo(seconds: number): Promise<Blob> {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d');
	if (!context) throw new Error('No canvas');
	const target = new BufferTarget();
	const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
	const source = new CanvasSource(canvas, {
		codec: 'avc',
		quality: new Quality({ bitrate: 50_000 }),
		keyFrameInterval,
	});
	output.addVideoTrack(source, { frameRate: rate });
	await output.start();
	for (let frame = 0; frame < seconds * rate; frame++) {
		context.fillStyle = `hsl(${(frame * 20) % 360} 80% 50%)`;
		context.fillRect(0, 0, width, height);
		await source.add(frame / rate, 1 / rate);
	}
	await output.finalize();
	if (!target.buffer) throw new Error('The video was not encoded');
	return new Blob([target.buffer], { type: 'video/mp4' });
}
