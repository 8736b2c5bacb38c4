import { limits } from '../../../contract/limits.ts';
import type { EncodeStep } from './arguments.ts';
import type { ContainerFormat } from './container.ts';
import type { VideoMetadata } from './probe.ts';

/** Part of a video, in milliseconds from the start of the file. */
export type VideoCut = { startMs: number; endMs: number };

export type RenditionPlan = {
	/** Shorter side of the rendition in pixels. It identifies a rendition of a video. */
	lines: number;
	/** Width of the upright output in pixels. */
	width: number;
	height: number;
	/** Part of the source that the rendition contains. Null for the whole source. */
	cut: VideoCut | null;
	/** Duration of the rendition in milliseconds. */
	durationMs: number;
	/** Bit rate of the source in bits per second. */
	bitRate: number;
	container: ContainerFormat;
	videoStream: number;
	audioStream: number | null;
	/** Wall-clock time limit in seconds. */
	seconds: number;
} & ({ kind: 'remux' } | { kind: 'encode'; encode: EncodeStep });

/** Numbers of lines of the smaller renditions. Each is made only if it has at most `maxLinesShare` of the first rendition's lines. */
const smallerLines = [480, 240];
const maxLinesShare = 0.84;
/** Maximum longer side as a multiple of the maximum number of lines, enough for cinema (2.39). A longer strip is scaled down as a whole. */
const maxLongerSideRatio = 2.4;
/** Frames per second of the smaller renditions. */
const smallerFrameRate = 30;
const maxSeconds = 7200;

/**
 * Plans the renditions of a video, in order. The first plays in all browsers: a video that browsers can play is remuxed to a clean MP4; any
 * other is encoded with at most `limits.videoLines`. `copy` is false after a failed remux and for an overlay, and forces an encode. So does
 * `cut`, because copied streams can only start at a key frame. The further renditions are smaller. No rendition is larger than the source.
 */
export function planRenditions(
	metadata: VideoMetadata,
	{ copy = true, cut = null }: { copy?: boolean; cut?: VideoCut | null } = {},
): RenditionPlan[] {
	const firstPlan =
		copy && cut === null && isBrowserPlayable(metadata)
			? planRemux(metadata)
			: planEncode(metadata, cut, limits.videoLines, metadata.frameRate);
	const further = smallerLines
		.filter((lines) => lines <= firstPlan.lines * maxLinesShare)
		.map((lines) => planEncode(metadata, cut, lines, smallerFrameRate));
	return [firstPlan, ...further];
}

function isBrowserPlayable(metadata: VideoMetadata): boolean {
	return (
		metadata.container === 'mov' &&
		metadata.videoCodec === 'h264' &&
		(metadata.pixelFormat === 'yuv420p' || metadata.pixelFormat === 'yuvj420p') &&
		(metadata.audioCodec === null || metadata.audioCodec === 'aac') &&
		metadata.hdr === null &&
		metadata.upright &&
		metadata.squarePixels &&
		!metadata.interlaced &&
		Math.min(metadata.width, metadata.height) <= limits.videoLines &&
		Math.max(metadata.width, metadata.height) <= limits.videoLines * maxLongerSideRatio &&
		metadata.bitRate <= limits.videoRemuxBitRate
	);
}

function planRemux(metadata: VideoMetadata): RenditionPlan {
	const { width, height } = metadata;
	return {
		...commonFields(metadata, null),
		kind: 'remux',
		lines: Math.min(width, height),
		width,
		height,
		seconds: 120,
	};
}

function planEncode(
	metadata: VideoMetadata,
	cut: VideoCut | null,
	maxLines: number,
	maxFrameRate: number,
): RenditionPlan {
	const { width, height } = fitWithinSize(metadata, maxLines);
	const lines = Math.min(width, height);
	const dropFrames = metadata.frameRate > maxFrameRate * 1.02;
	const encode: EncodeStep = {
		width,
		height,
		frameRate: dropFrames ? maxFrameRate : metadata.frameRate,
		dropFrames,
		...chooseBitRates(lines),
		sound: metadata.audioStream !== null,
		cut: cut !== null,
		interlaced: metadata.interlaced,
		hdr: metadata.hdr,
	};
	const seconds = encodeSeconds(metadata);
	return { ...commonFields(metadata, cut), kind: 'encode', lines, width, height, encode, seconds };
}

function commonFields(metadata: VideoMetadata, cut: VideoCut | null) {
	const { bitRate, container, videoStream, audioStream } = metadata;
	const durationMs = cut === null ? metadata.durationMs : cut.endMs - cut.startMs;
	return { cut, durationMs, bitRate, container, videoStream, audioStream };
}

/** Scales a size down to at most `lines` pixels on the shorter side, and rounds to even sides. A long strip gets fewer lines. */
export function fitWithinSize(
	source: { width: number; height: number },
	lines: number,
): { width: number; height: number } {
	const shorterSide = Math.min(source.width, source.height);
	const longerSide = Math.max(source.width, source.height);
	const scale = Math.min(1, lines / shorterSide, (lines * maxLongerSideRatio) / longerSide);
	function toEven(side: number): number {
		return Math.max(2, Math.min(Math.round((side * scale) / 2) * 2, Math.floor(side / 2) * 2));
	}
	return { width: toEven(source.width), height: toEven(source.height) };
}

/** Chooses the bit rates of an encode, in bits per second. */
function chooseBitRates(lines: number): { maxRate: number; audioRate: number } {
	if (lines > 540) return { maxRate: 3_000_000, audioRate: 128_000 };
	if (lines > 360) return { maxRate: 1_500_000, audioRate: 128_000 };
	if (lines > 240) return { maxRate: 900_000, audioRate: 96_000 };
	return { maxRate: 500_000, audioRate: 96_000 };
}

/** Time limit of an encode in seconds. Two cores need 0.3 seconds per second of 1080p; a busy, slow machine may take 25 times that. */
function encodeSeconds({ width, height, frameRate, durationMs }: VideoMetadata): number {
	const relativeTo1080p = (width * height * frameRate) / (1920 * 1080 * 30);
	return Math.min(maxSeconds, Math.ceil(60 + (durationMs / 1000) * (3 + 5 * relativeTo1080p)));
}
