import {
	AudioSample,
	AudioSampleSource,
	BufferTarget,
	CanvasSource,
	Mp4OutputFormat,
	Output,
	Quality,
} from 'mediabunny';
import type { Video } from '../../contract/media/media.ts';

const width = 160;
const height = 90;
/** Frames per second. Every jump of whole seconds lands on a frame. */
const rate = 2;
const keyFrameInterval = 2;
const sampleRate = 48_000;

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

function recordVideo(seconds: number): Promise<Blob> {
	const frames = Array.from({ length: seconds * rate }, (_, frame) => [`hsl(${(frame * 20) % 360} 80% 50%)`]);
	return record({ width, height }, frames);
}

interface ClipOptions {
	/** Size in pixels before rotation. */
	width: number;
	height: number;
	/** Degrees by which players rotate the clip, clockwise. */
	rotation?: 0 | 90;
	hasSound?: boolean;
}

/** Makes a video file as a phone records it. `seconds` has the colours of each second, which stand side by side in the frame. */
export async function makeClip(seconds: readonly (readonly string[])[], options: ClipOptions): Promise<File> {
	const frames = seconds.flatMap((colours) => Array.from({ length: rate }, () => colours));
	return new File([await record(options, frames)], 'clip.mp4', { type: 'video/mp4' });
}

async function record(
	{ width, height, rotation = 0, hasSound = false }: ClipOptions,
	frames: readonly (readonly string[])[],
): Promise<Blob> {
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
	const sound = new AudioSampleSource({ codec: 'opus', quality: new Quality({ bitrate: 64_000 }) });
	output.addVideoTrack(source, { frameRate: rate, rotation });
	if (hasSound) output.addAudioTrack(sound);
	await output.start();
	for (const [frame, colours] of frames.entries()) {
		for (const [index, colour] of colours.entries()) {
			context.fillStyle = colour;
			context.fillRect((index * width) / colours.length, 0, width / colours.length, height);
		}
		await source.add(frame / rate, 1 / rate);
		if (!hasSound) continue;
		const tone = makeTone(frame / rate, 1 / rate);
		await sound.add(tone);
		tone.close();
	}
	await output.finalize();
	if (!target.buffer) throw new Error('The video was not encoded');
	return new Blob([target.buffer], { type: 'video/mp4' });
}

/** Makes a tone of 440 Hz. Times are in seconds. */
function makeTone(timestamp: number, duration: number): AudioSample {
	const data = Float32Array.from({ length: duration * sampleRate }, (_, index) =>
		Math.sin((2 * Math.PI * 440 * index) / sampleRate),
	);
	return new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate, timestamp });
}
