import {
	BlobSource,
	BufferTarget,
	Conversion,
	getFirstEncodableAudioCodec,
	Input,
	MATROSKA,
	MP4,
	Mp4OutputFormat,
	Output,
	QTFF,
	Quality,
	type VideoSample,
	WEBM,
} from 'mediabunny';
import * as mediaLimits from '../../../contract/media/limits.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import type { Size } from '../crop.ts';
import { drawOverlay } from '../draw-overlay.ts';
import { isOnlyMuted, needsEncoding } from '../video-edit.ts';
import { planEditing, planShrinking } from './plan.ts';
import type { ShrinkMessage, ShrinkRequest } from './shrink-video.ts';

/** Global scope of the worker. TypeScript knows only the types of the window. */
declare const self: {
	postMessage: (message: ShrinkMessage, transfer?: Transferable[]) => void;
	addEventListener: (type: 'message', listener: (event: MessageEvent<ShrinkRequest>) => void) => void;
};

/** Maximum frames per second. On a phone, a higher rate makes no visible difference. */
const maxFrameRate = 30;
const audioSampleRate = 48_000;

self.addEventListener('message', ({ data }) => {
	shrink(data).then(
		(bytes) => (bytes ? self.postMessage({ type: 'shrunk', bytes }, [bytes]) : self.postMessage({ type: 'unchanged' })),
		// If the browser cannot decode or encode the video, the original is sent and the server transcodes it.
		() => self.postMessage({ type: 'unchanged' }),
	);
});

self.postMessage({ type: 'loaded' });

async function shrink({ file, edit }: ShrinkRequest): Promise<ArrayBuffer | null> {
	const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
	if (!(await input.canRead())) return null;
	const video = await input.getPrimaryVideoTrack();
	const sound = edit.muted ? null : await input.getPrimaryAudioTrack();
	if (!video || !(await video.canDecode())) return null;
	const info = {
		bytes: file.size,
		duration: await input.computeDuration(),
		width: await video.getDisplayWidth(),
		height: await video.getDisplayHeight(),
		hasSound: sound !== null,
	};
	const isEdited = needsEncoding(edit);
	const plan = isEdited ? planEditing(info, getKeptSeconds(edit, info.duration)) : planShrinking(info);
	if (!plan) return null;
	// Copied frames keep their quality and take no time to encode.
	const copiesFrames = isOnlyMuted(edit) && planShrinking(info) === null;
	const { width, height } = plan;
	const soundCodec = sound && (await getFirstEncodableAudioCodec(['aac', 'opus']));
	const { averagePacketRate } = await video.computePacketStats(60);
	const target = new BufferTarget();
	const conversion = await Conversion.init({
		input,
		output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
		tracks: 'primary',
		video: copiesFrames
			? {}
			: {
					codec: 'avc',
					width,
					height,
					fit: 'fill',
					quality: new Quality({ bitrate: plan.videoRate, bitrateMode: 'variable' }),
					keyFrameInterval: 2,
					allowTransformationMetadata: false,
					forceTranscode: true,
					...(averagePacketRate > maxFrameRate * 1.1 && { frameRate: maxFrameRate }),
					...(edit.overlay !== undefined && { process: createOverlayProcess(edit.overlay, plan) }),
				},
		audio: {
			discard: edit.muted === true,
			...(soundCodec && { codec: soundCodec }),
			quality: new Quality({ bitrate: plan.soundRate }),
			sampleRate: audioSampleRate,
			numberOfChannels: 2,
			forceTranscode: true,
		},
		trim: {
			...(edit.start_ms !== undefined && { start: edit.start_ms / 1000 }),
			...(edit.end_ms !== undefined && { end: edit.end_ms / 1000 }),
		},
		// Empty tags remove metadata such as the location of the recording.
		tags: {},
	});
	// If a track, such as the sound, would be lost, the original is sent. Removed sound is null here.
	if (!conversion.isValid || conversion.discardedTracks.some(({ track }) => track === video || track === sound))
		return null;
	self.postMessage({ type: 'willShrink' });
	conversion.onProgress = (share) => self.postMessage({ type: 'progressed', share });
	await conversion.execute();
	// An edited video may be larger than the original, because it must not be sent without its edit.
	const maxBytes = isEdited ? mediaLimits.videoBytes : file.size - 1;
	return target.buffer && target.buffer.byteLength <= maxBytes ? target.buffer : null;
}

function getKeptSeconds({ start_ms = 0, end_ms = Number.POSITIVE_INFINITY }: VideoEdit, duration: number): number {
	return Math.min(end_ms / 1000, duration) - start_ms / 1000;
}

/** Creates a function that draws text into frames of this size. */
function createOverlayProcess(text: string, { width, height }: Size): (sample: VideoSample) => OffscreenCanvas {
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext('2d');
	if (!context) throw new Error('No canvas');
	return (sample) => {
		sample.draw(context, 0, 0, width, height);
		drawOverlay(context, text, { width, height });
		return canvas;
	};
}
