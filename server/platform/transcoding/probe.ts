import { limits } from '../../../contract/limits.ts';
import { buildInputArguments, readableAudioCodecs, readableVideoCodecs } from './arguments.ts';
import { type ContainerFormat, detectContainerFormat } from './container.ts';
import { VideoRejectedError } from './errors.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { inputFileName, withWorkFolder } from './work-folder.ts';

export type VideoMetadata = {
	container: ContainerFormat;
	durationMs: number;
	/** Displayed width in pixels: upright and with square pixels. */
	width: number;
	height: number;
	/** Clockwise rotation in degrees that players apply. `upright` is also false for a mirrored video. */
	rotation: 0 | 90 | 180 | 270;
	upright: boolean;
	squarePixels: boolean;
	interlaced: boolean;
	/** Average frames per second. */
	frameRate: number;
	/** Bit rate of the whole file in bits per second. */
	bitRate: number;
	/** ffprobe's name of the codec, such as `h264`. */
	videoCodec: string;
	pixelFormat: string;
	hdr: 'smpte2084' | 'arib-std-b67' | null;
	/** Codec of the first readable audio stream; null if there is none. */
	audioCodec: string | null;
	/** Index of the video stream in the file. */
	videoStream: number;
	audioStream: number | null;
	streams: number;
};

type ProbeStream = {
	index: number;
	codec_type?: string;
	codec_name?: string;
	width?: number;
	height?: number;
	pix_fmt?: string;
	sample_aspect_ratio?: string;
	avg_frame_rate?: string;
	r_frame_rate?: string;
	duration?: string;
	field_order?: string;
	color_transfer?: string;
	disposition?: { attached_pic?: number };
	side_data_list?: { side_data_type?: string; rotation?: number }[];
};
type ProbeOutput = {
	format?: { duration?: string; bit_rate?: string; nb_streams?: number; size?: string };
	streams?: ProbeStream[];
};

const probedEntries = [
	'format=duration,bit_rate,nb_streams,size',
	'stream=index,codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate,duration,field_order,color_transfer',
	'stream_disposition=attached_pic',
	'stream_side_data=side_data_type,rotation',
].join(':');

/** Tolerances in frames per second and in seconds. Cameras are imprecise: 60 may be 60.1 frames per second, ten minutes 600.3 seconds. */
const frameRateTolerance = 1;
const durationTolerance = 1;
const probeSeconds = 30;
/** Smallest side of a video in pixels. */
const minSide = 16;

/** Reads the metadata of a video. Throws `VideoRejectedError` if the file is no video or exceeds `limits`, otherwise `TranscodingError`. */
export async function probeVideo(
	tools: VideoTools,
	path: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<VideoMetadata> {
	signal?.throwIfAborted();
	const container = await detectContainerFormat(path);
	if (container === null) throw new VideoRejectedError('not_video');
	return withWorkFolder(tools, path, async (folder) => {
		const metadata = parseProbe(container, await probeFile(tools, folder, inputFileName, container, signal));
		assertWithinLimits(metadata);
		return metadata;
	});
}

export async function probeFile(
	tools: VideoTools,
	folder: string,
	name: string,
	container: ContainerFormat,
	signal: AbortSignal | undefined,
): Promise<ProbeOutput> {
	const args = ['-hide_banner', '-loglevel', 'error', ...buildInputArguments(container)];
	args.push('-show_entries', probedEntries, '-of', 'json', '-i', `file:${name}`);
	const options = { folder, seconds: probeSeconds, outputBytes: 1, signal };
	const { code, stdout, stderr } = await runConfined(tools.confinement, tools.ffprobe, args, options);
	// ffprobe stops at the first stream that it may not decode. Only its message names the reason.
	if (stderr.includes('exceeds specified max pixel count')) throw new VideoRejectedError('too_large_frame', stderr);
	if (code !== 0)
		throw new VideoRejectedError(stderr.includes('not on whitelist') ? 'unsupported_codec' : 'broken', stderr);
	return JSON.parse(stdout) as ProbeOutput;
}

/** Converts the output of ffprobe to metadata. Throws `VideoRejectedError` if the file has nothing to show. */
export function parseProbe(container: ContainerFormat, { format = {}, streams = [] }: ProbeOutput): VideoMetadata {
	const count = format.nb_streams ?? streams.length;
	if (count > limits.videoStreams) throw new VideoRejectedError('too_many_streams');
	const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
	if (video === undefined) throw new VideoRejectedError('no_video_stream');
	const { codec_name: videoCodec = '', width = 0, height = 0, pix_fmt: pixelFormat } = video;
	if (!readableVideoCodecs.includes(videoCodec)) throw new VideoRejectedError('unsupported_codec');
	if (width * height > limits.videoFramePixels) throw new VideoRejectedError('too_large_frame');
	const seconds = Number(format.duration ?? video.duration);
	if (width < minSide || height < minSide || pixelFormat === undefined || !(seconds > 0))
		throw new VideoRejectedError('broken');

	const audio = streams.find(
		(stream) => stream.codec_type === 'audio' && readableAudioCodecs.includes(stream.codec_name ?? ''),
	);
	const matrix = video.side_data_list?.find((data) => data.side_data_type === 'Display Matrix');
	const rotation = toRotation(matrix?.rotation ?? 0);
	const stretch = parsePixelRatio(video.sample_aspect_ratio);
	const displayed = { width: Math.max(1, Math.round(width * stretch)), height };
	const isSideways = rotation === 90 || rotation === 270;
	const frameRate = parseFraction(video.avg_frame_rate) || parseFraction(video.r_frame_rate);
	if (!(frameRate > 0)) throw new VideoRejectedError('broken');

	return {
		container,
		durationMs: Math.round(seconds * 1000),
		width: isSideways ? displayed.height : displayed.width,
		height: isSideways ? displayed.width : displayed.height,
		rotation,
		upright: matrix === undefined,
		squarePixels: stretch === 1,
		interlaced: ['tt', 'bb', 'tb', 'bt'].includes(video.field_order ?? ''),
		frameRate,
		bitRate: Number(format.bit_rate) || Math.round((Number(format.size) * 8) / seconds),
		videoCodec,
		pixelFormat,
		hdr: video.color_transfer === 'smpte2084' || video.color_transfer === 'arib-std-b67' ? video.color_transfer : null,
		audioCodec: audio?.codec_name ?? null,
		videoStream: video.index,
		audioStream: audio?.index ?? null,
		streams: count,
	};
}

function assertWithinLimits({ durationMs, frameRate }: VideoMetadata): void {
	if (durationMs > (limits.videoSeconds + durationTolerance) * 1000) throw new VideoRejectedError('too_long');
	if (frameRate > limits.videoFrameRate + frameRateTolerance) throw new VideoRejectedError('frame_rate');
}

/** Converts ffprobe's rotation (any number of degrees, counter-clockwise) to quarter turns clockwise. */
function toRotation(counterClockwise: number): VideoMetadata['rotation'] {
	const turns = ((Math.round(-counterClockwise / 90) % 4) + 4) % 4;
	return ([0, 90, 180, 270] as const)[turns] ?? 0;
}

/** Parses the aspect ratio of a pixel, width to height. Returns 1 if the ratio is missing or implausible. */
function parsePixelRatio(ratio: string | undefined): number {
	const stretch = parseFraction(ratio?.replace(':', '/'));
	return stretch > 0.25 && stretch < 4 ? stretch : 1;
}

/** Parses a fraction such as `30000/1001`. Returns 0 if the text is missing or divides by zero. */
function parseFraction(text: string | undefined): number {
	const [above = 0, below = 0] = (text ?? '').split('/').map(Number);
	const value = above / below;
	return Number.isFinite(value) ? value : 0;
}
