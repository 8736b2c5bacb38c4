import * as limits from '../../../contract/core/limits.ts';
import type { ContainerFormat } from './container.ts';
import { overlayFileName } from './work-folder.ts';

/** Number of threads for each of decoding, filtering and encoding. */
const threads = '2';

/**
 * ffmpeg decoders for the formats that phones, cameras and Windows record in MP4, MOV and AVI. Decoders process untrusted input, so the
 * list is short. It excludes magicyuv, which writes out of bounds in Debian's 5.1.9 (CVE-2026-8461).
 */
const videoDecoders = 'h264,hevc,mpeg4,msmpeg4,msmpeg4v2,h263,mjpeg,vp9,libdav1d'.split(',');
const audioDecoders = (
	'aac,mp3float,ac3,eac3,alac,opus,amrnb,amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,' +
	'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_alaw,pcm_mulaw'
).split(',');

/** ffmpeg's option with a list of decoders that may run. */
const decoderList = [...videoDecoders, ...audioDecoders].join(',');
/**
 * Decoders of cover art and subtitles, which a video loses. They never run. But ffprobe creates a decoder for every stream, and rejects the
 * file if its list lacks one.
 */
const ignoredDecoders = {
	v: 'png,bmp,gif,tiff,webp,jpeg2000',
	s: 'mov_text,cc_dec,webvtt,ass,ssa,srt,subrip,text,dvdsub,dvbsub',
};

/** Codec names that ffprobe reports for decoders with another name. */
const codecNames: Record<string, string> = {
	libdav1d: 'av1',
	mp3float: 'mp3',
	amrnb: 'amr_nb',
	amrwb: 'amr_wb',
	msmpeg4: 'msmpeg4v3',
};
export const readableVideoCodecs: readonly string[] = videoDecoders.map((name) => codecNames[name] ?? name);
export const readableAudioCodecs: readonly string[] = audioDecoders.map((name) => codecNames[name] ?? name);

/** Builds the options before `-i`, for ffprobe and ffmpeg. */
export function buildInputArguments(container: ContainerFormat): string[] {
	return [
		...['-protocol_whitelist', 'file'],
		...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,avi'],
		...['-codec_whitelist', decoderList],
		...['-max_pixels', `${limits.videoFramePixels}`],
		...['-threads', threads],
		...['-f', container],
	];
}

/** Builds the options before `-i` of ffprobe, which may also find streams that a video loses. */
export function buildProbeArguments(container: ContainerFormat): string[] {
	const lists = Object.entries(ignoredDecoders).flatMap(([type, decoders]) => [
		`-codec_whitelist:${type}`,
		`${decoderList},${decoders}`,
	]);
	return [...buildInputArguments(container), ...lists];
}

/**
 * Builds the options before `-i` that begin at a time in milliseconds, which becomes time 0. Reading begins at the key frame before. The
 * frames between have negative times, because the last of them may still be shown at time 0: `fps` with `start_time=0` begins with it.
 */
export function buildSeekArguments(ms: number): string[] {
	return ['-noaccurate_seek', '-ss', `${ms / 1000}`];
}

/** Builds the options at the start of an ffmpeg command. */
export function buildGlobalArguments(): string[] {
	return ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-filter_threads', threads, '-y'];
}

/**
 * Builds the options that select a video and an audio stream. They drop all other streams, chapters and metadata such as the location.
 * `video` is null if `-filter_complex` makes the video stream.
 */
export function buildStreamSelectArguments({ video, audio }: { video: number | null; audio: number | null }): string[] {
	return [
		...(video === null ? [] : ['-map', `0:${video}`]),
		...(audio === null ? ['-an'] : ['-map', `0:${audio}`]),
		...['-sn', '-dn', '-map_chapters', '-1'],
		...['-map_metadata', '-1', '-map_metadata:s:v', '-1'],
		...(audio === null ? [] : ['-map_metadata:s:a', '-1']),
	];
}

/**
 * Builds the options of the second input, an overlay: one frame of raw RGBA pixels that the server itself has drawn. Its lists of formats and
 * decoders do not apply to the first input.
 */
export function buildOverlayInputArguments({ width, height }: { width: number; height: number }): string[] {
	return [
		...['-protocol_whitelist', 'file', '-format_whitelist', 'rawvideo', '-codec_whitelist', 'rawvideo'],
		...['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', `${width}x${height}`],
		...['-i', `file:${overlayFileName}`],
	];
}

/** Filters of a video stream. An overlay is drawn over the frames between `before`, which scales them to its size, and `after`. */
export type FrameFilters = { before: string[]; after: string[] };

/** Builds the option that filters the frames of the selected video stream. */
export function buildFilterArguments({ before, after }: FrameFilters): string[] {
	return ['-vf', [...before, ...after].join(',')];
}

/** Builds the option that filters the frames of a video stream of the first input and draws the second input over each of them. */
export function buildOverlayFilterArguments(video: number, { before, after }: FrameFilters): string[] {
	const filters = `[0:${video}]${before.join(',')}[frame];[frame][1:0]${['overlay', ...after].join(',')}`;
	return ['-filter_complex_threads', threads, '-filter_complex', filters];
}

/** ffmpeg options of a streamable MP4. */
export const outputArguments: readonly string[] = ['-movflags', '+faststart', '-f', 'mp4'];

export type EncodeStep = {
	/** Width of the upright output in pixels. Width and height are even. */
	width: number;
	height: number;
	/** Frames per second of the output. The interval of key frames depends on it. */
	frameRate: number;
	/** Whether frames must be dropped or repeated to reach `frameRate`. */
	changesFrameRate: boolean;
	/** Whether the picture starts after the file. Its first frame is then shown from the start. */
	startsLate: boolean;
	/** Milliseconds for which the last frame stays longer than the others, until the end. */
	heldMs: number;
	/** Duration of the output in milliseconds. */
	durationMs: number;
	/** Whether only a part of the source is encoded, which `buildSeekArguments` begins. */
	cut: boolean;
	/** Maximum bit rate of the video, in bits per second. */
	maxRate: number;
	audioRate: number;
	sound: boolean;
	interlaced: boolean;
	/** HDR transfer function of the source; null if the source needs no tone mapping. */
	hdr: 'smpte2084' | 'arib-std-b67' | null;
	/** Colours of a source that names none, as players assume them by its size. The output names them, because it may be smaller. */
	assumedColours: 'bt709' | 'smpte170m' | null;
};

/**
 * Builds the options between the selected streams and the output of an encode: 8-bit 4:2:0 H.264 with a key frame every two seconds, and
 * stereo AAC. Benchmarks run plain ffmpeg with the same options.
 */
export function buildEncodeArguments(step: EncodeStep): string[] {
	return [...buildFilterArguments(buildEncodeFilters(step)), ...buildEncoderArguments(step)];
}

export function buildEncoderArguments(step: EncodeStep): string[] {
	// Silence fills the time before a late start, gaps, and the time after the last sound.
	const filters = ['atrim=start=0', 'aresample=async=1:first_pts=0', `apad=whole_dur=${step.durationMs / 1000}`];
	const sound = ['-af', filters.join(','), '-c:a', 'aac', '-b:a', `${step.audioRate}`, '-ac', '2', '-ar', '48000'];
	return [
		...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'],
		...['-maxrate', `${step.maxRate}`, '-bufsize', `${step.maxRate * 2}`],
		...['-threads', threads, '-flags', '+cgop'],
		...['-g', `${Math.max(1, Math.round(step.frameRate * 2))}`],
		...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
		...(step.sound ? sound : []),
	];
}

export function buildEncodeFilters(step: EncodeStep): FrameFilters {
	const { heldMs } = step;
	const rate = step.changesFrameRate ? `${step.frameRate}` : `min(source_fps\\,${limits.videoFrameRate})`;
	const startsElsewhere = step.cut || step.startsLate;
	return {
		before: [
			...(step.interlaced ? ['yadif=deint=interlaced'] : []),
			...(heldMs > 0 ? [`tpad=stop_mode=clone:stop_duration=${heldMs / 1000}`] : []),
			...(step.changesFrameRate || startsElsewhere ? [`fps=fps=${rate}${startsElsewhere ? ':start_time=0' : ''}`] : []),
			...buildScaleFilters(step),
		],
		after: ['setsar=1', 'format=yuv420p'],
	};
}

/** Builds filters that scale to a size in pixels and map HDR to SDR. Input colors are explicit, as zscale fails if a file omits them. */
export function buildScaleFilters({
	width,
	height,
	hdr,
	assumedColours: colours,
}: Pick<EncodeStep, 'width' | 'height' | 'hdr' | 'assumedColours'>): string[] {
	if (hdr === null) {
		return [
			...(colours ? [`setparams=colorspace=${colours}:color_primaries=${colours}:color_trc=${colours}`] : []),
			`scale=${width}:${height}:out_range=tv`,
		];
	}
	return [
		`zscale=w=${width}:h=${height}:tin=${hdr}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:npl=203`,
		'format=gbrpf32le',
		'zscale=p=bt709',
		'tonemap=hable:desat=0',
		'zscale=t=bt709:m=bt709:r=tv',
		'format=yuv420p',
	];
}
