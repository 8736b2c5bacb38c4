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
	WEBM,
} from 'mediabunny';
import { planShrinking } from './plan.ts';
import type { ShrinkMessage } from './shrink-video.ts';

/** Global scope of the worker. TypeScript knows only the types of the window. */
declare const self: {
	postMessage: (message: ShrinkMessage, transfer?: Transferable[]) => void;
	addEventListener: (type: 'message', listener: (event: MessageEvent<File>) => void) => void;
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

async function shrink(file: File): Promise<ArrayBuffer | null> {
	const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] });
	if (!(await input.canRead())) return null;
	const video = await input.getPrimaryVideoTrack();
	const sound = await input.getPrimaryAudioTrack();
	if (!video || !(await video.canDecode())) return null;
	const plan = planShrinking({
		bytes: file.size,
		duration: await input.computeDuration(),
		width: await video.getDisplayWidth(),
		height: await video.getDisplayHeight(),
		hasSound: sound !== null,
	});
	if (!plan) return null;
	const { width, height } = plan;
	const soundCodec = sound && (await getFirstEncodableAudioCodec(['aac', 'opus']));
	const { averagePacketRate } = await video.computePacketStats(60);
	const target = new BufferTarget();
	const conversion = await Conversion.init({
		input,
		output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
		tracks: 'primary',
		video: {
			codec: 'avc',
			width,
			height,
			fit: 'fill',
			quality: new Quality({ bitrate: plan.videoRate, bitrateMode: 'variable' }),
			keyFrameInterval: 2,
			allowTransformationMetadata: false,
			forceTranscode: true,
			...(averagePacketRate > maxFrameRate * 1.1 && { frameRate: maxFrameRate }),
		},
		audio: {
			...(soundCodec && { codec: soundCodec }),
			quality: new Quality({ bitrate: plan.soundRate }),
			sampleRate: audioSampleRate,
			numberOfChannels: 2,
			forceTranscode: true,
		},
		// Empty tags remove metadata such as the location of the recording.
		tags: {},
	});
	// If a track, such as the sound, would be lost, the original is sent.
	if (!conversion.isValid || conversion.discardedTracks.some(({ track }) => track === video || track === sound))
		return null;
	self.postMessage({ type: 'willShrink' });
	conversion.onProgress = (share) => self.postMessage({ type: 'progressed', share });
	await conversion.execute();
	return target.buffer && target.buffer.byteLength < file.size ? target.buffer : null;
}
