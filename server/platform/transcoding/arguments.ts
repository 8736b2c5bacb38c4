import { limits } from '../../../contract/limits.ts';
import type { Container } from './container.ts';

/** Threads for each of decoding, filtering and encoding. */
const threads = '2';

/**
 * What phones, cameras and Windows put into MP4, MOV and AVI. Decoders run on bytes of strangers, so this list is
 * short: among those it shuts out is magicyuv, which writes out of bounds in Debian's 5.1.9 (CVE-2026-8461).
 */
const videoDecoders = 'h264,hevc,mpeg4,msmpeg4,msmpeg4v2,h263,mjpeg,vp9,libdav1d'.split(',');
const audioDecoders = (
	'aac,mp3float,ac3,eac3,alac,opus,amrnb,amrwb,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,' +
	'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_alaw,pcm_mulaw'
).split(',');

/** Subtitles of MP4: not used, but ffprobe reads no file that has a stream off the list. */
const otherDecoders = ['mov_text'];

/** The codecs that those decoders read, as ffprobe names them: a few differ from the decoder's name. */
const codecNames: Record<string, string> = {
	libdav1d: 'av1',
	mp3float: 'mp3',
	amrnb: 'amr_nb',
	amrwb: 'amr_wb',
	msmpeg4: 'msmpeg4v3',
};
export const readableVideoCodecs: readonly string[] = videoDecoders.map((name) => codecNames[name] ?? name);
export const readableAudioCodecs: readonly string[] = audioDecoders.map((name) => codecNames[name] ?? name);

/** What stands before every `-i`, of ffprobe and ffmpeg alike. */
export function inputArguments(container: Container): string[] {
	return [
		...['-protocol_whitelist', 'file'],
		...['-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2,avi'],
		...['-codec_whitelist', [...videoDecoders, ...audioDecoders, ...otherDecoders].join(',')],
		...['-max_pixels', `${limits.videoFramePixels}`],
		...['-threads', threads],
		...['-f', container],
	];
}

/** What stands before everything else of an ffmpeg run. */
export function globalArguments(): string[] {
	return ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-filter_threads', threads, '-y'];
}

/** Streams to take and everything else to leave behind: other streams, chapters, and metadata such as the place. */
export function selectArguments({ video, audio }: { video: number; audio: number | null }): string[] {
	return [
		...['-map', `0:${video}`],
		...(audio === null ? ['-an'] : ['-map', `0:${audio}`]),
		...['-sn', '-dn', '-map_chapters', '-1'],
		...['-map_metadata', '-1', '-map_metadata:s:v', '-1'],
		...(audio === null ? [] : ['-map_metadata:s:a', '-1']),
	];
}

/** Of an MP4 that plays while it loads. */
export const outputArguments: readonly string[] = ['-movflags', '+faststart', '-f', 'mp4'];

/** An encode as numbers. */
export type EncodeStep = {
	/** Of the upright output, pixels; both even. */
	width: number;
	height: number;
	/** Frames a second of the output, for the distance of key frames. */
	frameRate: number;
	/** Whether frames must be left out to come down to `frameRate`. */
	dropFrames: boolean;
	/** Bits a second: the picture's most, and the sound's. */
	maxRate: number;
	audioRate: number;
	/** Whether there is sound. */
	sound: boolean;
	interlaced: boolean;
	/** The source's HDR transfer when it is to be turned into standard colours. */
	hdr: 'smpte2084' | 'arib-std-b67' | null;
};

/**
 * What stands between the chosen streams and the output of an encode: H.264 in 8 bits 4:2:0 with a key frame every two
 * seconds, AAC in stereo. Pure, so that bare ffmpeg can be measured with the very same settings.
 */
export function encodeArguments(step: EncodeStep): string[] {
	const sound = ['-c:a', 'aac', '-b:a', `${step.audioRate}`, '-ac', '2', '-ar', '48000'];
	return [
		...['-vf', encodeFilters(step)],
		...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'],
		...['-maxrate', `${step.maxRate}`, '-bufsize', `${step.maxRate * 2}`],
		...['-threads', threads, '-flags', '+cgop'],
		...['-g', `${Math.max(1, Math.round(step.frameRate * 2))}`],
		...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
		...(step.sound ? sound : []),
	];
}

function encodeFilters({ width, height, interlaced, dropFrames, frameRate, hdr }: EncodeStep): string {
	return [
		...(interlaced ? ['yadif=deint=interlaced'] : []),
		...(dropFrames ? [`fps=${frameRate}`] : []),
		...scaleFilters({ width, height, hdr }),
		'setsar=1',
		'format=yuv420p',
	].join(',');
}

/**
 * To a size in pixels, with HDR turned into standard colours. The input's colours are then named outright, for zscale
 * ends with an error where a file leaves one of them out.
 */
export function scaleFilters({ width, height, hdr }: Pick<EncodeStep, 'width' | 'height' | 'hdr'>): string[] {
	if (hdr === null) return [`scale=${width}:${height}:out_range=tv`];
	return [
		`zscale=w=${width}:h=${height}:tin=${hdr}:min=bt2020nc:pin=bt2020:rin=tv:t=linear:npl=203`,
		'format=gbrpf32le',
		'zscale=p=bt709',
		'tonemap=hable:desat=0',
		'zscale=t=bt709:m=bt709:r=tv',
		'format=yuv420p',
	];
}
