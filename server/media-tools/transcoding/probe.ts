import * as limits from '../../../contract/core/limits.ts';
import { buildProbeArguments, readableAudioCodecs, readableVideoCodecs } from './arguments.ts';
import { type ContainerFormat, detectContainerFormat, readAviDuration } from './container.ts';
import { TranscodingError, VideoRejectedError } from './errors.ts';
import { type RunOptions, runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { createTrackMeter, getEnd, isComplete, type MeasuredTracks, type VideoTracks } from './tracks.ts';
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
	/** Matrix of the colours as ffprobe names it, such as `bt709`. Null if the file names none. */
	colourMatrix: string | null;
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
	/** Start time of the file in seconds, from which ffmpeg counts. */
	fileStart: number;
	/** Lengths of the two streams in milliseconds, as the file announces them. */
	announced: { video: number; audio: number };
};

/** Metadata of a video whose packets have been read. `durationMs` is the end of its last track. */
export type MeasuredVideo = VideoMetadata & { tracks: VideoTracks };

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
	start_time?: string;
	duration?: string;
	field_order?: string;
	color_transfer?: string;
	color_space?: string;
	disposition?: { attached_pic?: number };
	side_data_list?: { side_data_type?: string; rotation?: number }[];
};
type ProbeOutput = {
	format?: { start_time?: string; duration?: string; bit_rate?: string; size?: string };
	streams?: ProbeStream[];
};

const probedEntries = [
	'format=start_time,duration,bit_rate,size',
	'stream=index,codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,r_frame_rate,start_time,duration,field_order,color_transfer,color_space',
	'stream_disposition=attached_pic',
	'stream_side_data=side_data_type,rotation',
].join(':');

const packetEntries = 'packet=stream_index,pts_time,dts_time,duration_time,flags';
/** A packet in ffprobe's compact JSON. AVI has no presentation times. */
const packetPattern =
	/"stream_index": (\d+)(?:, "pts_time": "(.+?)")?(?:, "dts_time": "(.+?)")?(?:, "duration_time": "(.+?)")?, "flags": "(.*?)"/;

/** Tolerance in seconds. Cameras are imprecise: ten minutes may be 600.3 seconds. */
const durationTolerance = 1;
const probeSeconds = 30;
/** Seconds to read all packets of a file. */
const measureSeconds = 60;
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
		const metadata = await probeFile(tools, folder, inputFileName, container, signal);
		assertWithinLimits(metadata);
		return metadata;
	});
}

/**
 * Reads the metadata of a video and the times of its packets, which takes as long as reading the file. Throws `VideoRejectedError` also if the
 * file breaks off, and `TranscodingError`.
 */
export async function measureVideo(
	tools: VideoTools,
	path: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<MeasuredVideo> {
	signal?.throwIfAborted();
	const container = await detectContainerFormat(path);
	if (container === null) throw new VideoRejectedError('not_video');
	const aviMs = container === 'avi' ? await readAviDuration(path) : 0;
	return withWorkFolder(tools, path, async (folder) => {
		const { metadata, tracks } = await measureFile(tools, folder, inputFileName, container, signal);
		assertWithinLimits(metadata);
		const { announced } = metadata;
		if (tracks === null) throw new VideoRejectedError('broken');
		const { picture, sound } = tracks;
		const soundMs = sound ? sound.endMs - sound.startMs : 0;
		if (
			!isComplete(picture.endMs - picture.startMs, Math.max(announced.video, aviMs)) ||
			!isComplete(soundMs, announced.audio)
		)
			throw new VideoRejectedError('incomplete');
		// A sound track without packets is none.
		const silent = sound === null ? { audioCodec: null, audioStream: null } : {};
		return { ...metadata, ...silent, durationMs: getEnd(tracks), tracks };
	});
}

async function probeFile(
	tools: VideoTools,
	folder: string,
	name: string,
	container: ContainerFormat,
	signal: AbortSignal | undefined,
): Promise<VideoMetadata> {
	const args = [...buildProbeArguments(container), '-show_entries', probedEntries, '-of', 'json'];
	const options = { folder, seconds: probeSeconds, signal };
	return parseProbe(container, JSON.parse(await runProbe(tools, [...args, '-i', `file:${name}`], options)));
}

/**
 * Reads the metadata of a file and the times of its packets with one start of ffprobe, which takes longer than reading a short video. `tracks`
 * is null if there is no packet of the picture. Throws `VideoRejectedError` and `TranscodingError`.
 */
export async function measureFile(
	tools: VideoTools,
	folder: string,
	name: string,
	container: ContainerFormat,
	signal: AbortSignal | undefined,
): Promise<{ metadata: VideoMetadata; tracks: MeasuredTracks | null }> {
	const meters = new Map<number, ReturnType<typeof createTrackMeter>>();
	const lines: string[] = [];
	let isInPackets = false;
	const args = [...buildProbeArguments(container), '-show_entries', `${probedEntries}:${packetEntries}`];
	const options: ProbeOptions = {
		folder,
		seconds: measureSeconds,
		signal,
		onLine(line) {
			if (isInPackets) isInPackets = !/^ {4}\]/.test(line);
			if (!isInPackets) lines.push(line);
			isInPackets ||= line === '    "packets": [';
			const [, index, pts, dts, duration, flags = ''] = packetPattern.exec(line) ?? [];
			const start = Number.parseFloat(pts ?? dts ?? '');
			if (!isInPackets || !Number.isFinite(start)) return;
			const meter = meters.get(Number(index)) ?? createTrackMeter();
			meters.set(Number(index), meter);
			meter.add(start, Number.parseFloat(duration ?? '') || 0, flags);
		},
	};
	await runProbe(tools, [...args, '-of', 'json=compact=1', '-i', `file:${name}`], options, () => meters.size > 0);
	const metadata = parseProbe(container, JSON.parse(lines.join('\n')));
	const { videoStream, audioStream, fileStart } = metadata;
	const meter = meters.get(videoStream);
	const picture = meter?.read(fileStart);
	const sound = meters.get(audioStream ?? -1)?.read(fileStart) ?? null;
	return { metadata, tracks: meter && picture ? { picture, sound, ...meter.count() } : null };
}

type ProbeOptions = Pick<RunOptions, 'folder' | 'seconds' | 'signal' | 'onLine'>;

/** Runs ffprobe, and returns its output. Rejects a video that ffprobe cannot open; `wasOpened` returns true once it has read packets. */
async function runProbe(
	tools: VideoTools,
	args: string[],
	options: ProbeOptions,
	wasOpened = () => false,
): Promise<string> {
	const quiet = ['-hide_banner', '-loglevel', 'error', ...args];
	const limited = { ...options, outputBytes: 1 };
	const { code, stdout, stderr } = await runConfined(tools.confinement, tools.ffprobe, quiet, limited);
	// ffprobe stops at the first stream that it may not decode. Only its message names the reason.
	if (stderr.includes('exceeds specified max pixel count')) throw new VideoRejectedError('too_large_frame', stderr);
	if (code !== 0 && wasOpened()) throw new TranscodingError('failed', `ffprobe ended with ${code}: ${stderr}`);
	if (code !== 0)
		throw new VideoRejectedError(stderr.includes('not on whitelist') ? 'unsupported_codec' : 'broken', stderr);
	return stdout;
}

/** Converts the output of ffprobe to metadata. Throws `VideoRejectedError` if the file has nothing to show. */
function parseProbe(container: ContainerFormat, { format = {}, streams = [] }: ProbeOutput): VideoMetadata {
	const videos = streams.filter((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
	const audios = streams.filter((stream) => stream.codec_type === 'audio');
	if (videos.length + audios.length > limits.videoStreams) throw new VideoRejectedError('too_many_streams');
	if (videos.length === 0) throw new VideoRejectedError('no_video_stream');
	const readable = videos.filter((stream) => readableVideoCodecs.includes(stream.codec_name ?? ''));
	// A second track of still pictures may be cover art.
	const video = readable.find((stream) => stream.codec_name !== 'mjpeg') ?? readable[0];
	if (video === undefined) throw new VideoRejectedError('unsupported_codec');
	const { codec_name: videoCodec = '', width = 0, height = 0, pix_fmt: pixelFormat } = video;
	if (width * height > limits.videoFramePixels) throw new VideoRejectedError('too_large_frame');
	if (width < minSide || height < minSide || pixelFormat === undefined) throw new VideoRejectedError('broken');
	const audio = audios.find((stream) => readableAudioCodecs.includes(stream.codec_name ?? ''));
	const fileStart = Number(format.start_time) || 0;
	const ends = [video, ...(audio ? [audio] : [])].map(({ start_time, duration }) =>
		Number(duration) > 0 ? (Number(start_time) || 0) - fileStart + Number(duration) : 0,
	);
	// Only picture and sound count: another track may be longer.
	const seconds = Math.max(...ends) || Number(format.duration) || 0;
	if (seconds * 1000 < limits.shortestVideo) throw new VideoRejectedError('too_short');
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
		colourMatrix: video.color_space && video.color_space !== 'unknown' ? video.color_space : null,
		videoStream: video.index,
		audioStream: audio?.index ?? null,
		fileStart,
		announced: { video: (Number(video.duration) || 0) * 1000, audio: (Number(audio?.duration) || 0) * 1000 },
	};
}

function assertWithinLimits({ durationMs }: VideoMetadata): void {
	if (durationMs > (limits.videoSeconds + durationTolerance) * 1000) throw new VideoRejectedError('too_long');
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
