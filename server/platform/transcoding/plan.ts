import { limits } from '../../../contract/limits.ts';
import type { EncodeStep } from './arguments.ts';
import type { Container } from './container.ts';
import type { VideoMetadata } from './probe.ts';

export type RenditionPlan = {
	/** Shorter side, pixels; identifies a rendition of a video. */
	lines: number;
	/** Size of the upright output, pixels. */
	width: number;
	height: number;
	durationMs: number;
	/** Bit rate of the source, bits per second. */
	bitRate: number;
	container: Container;
	videoStream: number;
	audioStream: number | null;
	/** Wall-clock time limit, seconds. */
	seconds: number;
} & ({ kind: 'remux' } | { kind: 'encode'; encode: EncodeStep });

/** Lines of further renditions, made if they are at most this share of the first one's. */
const smallerLines = [480, 240];
const maxLinesShare = 0.84;
/** Largest ratio of the longer side to the lines (cinema has 2.39); a longer strip is scaled down. */
const maxAspectRatio = 2.4;
/** Frames per second of further renditions. */
const smallerFrameRate = 30;
const maxSeconds = 7200;

/**
 * Plans the renditions of a video, in order. The first plays everywhere: a video that browsers can play is remuxed to a clean MP4 (unless
 * `copy` is false, after a failed remux), any other is encoded with at most `limits.videoLines`. The others are smaller; none is enlarged.
 */
export function planRenditions(metadata: VideoMetadata, { copy = true }: { copy?: boolean } = {}): RenditionPlan[] {
	const firstPlan =
		copy && isBrowserPlayable(metadata)
			? planRemux(metadata)
			: planEncode(metadata, limits.videoLines, metadata.frameRate);
	const further = smallerLines
		.filter((lines) => lines <= firstPlan.lines * maxLinesShare)
		.map((lines) => planEncode(metadata, lines, smallerFrameRate));
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
		Math.max(metadata.width, metadata.height) <= limits.videoLines * maxAspectRatio &&
		metadata.bitRate <= limits.videoRemuxBitRate
	);
}

function planRemux(metadata: VideoMetadata): RenditionPlan {
	const { width, height } = metadata;
	return { ...commonFields(metadata), kind: 'remux', lines: Math.min(width, height), width, height, seconds: 120 };
}

function planEncode(metadata: VideoMetadata, maxLines: number, maxFrameRate: number): RenditionPlan {
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
		interlaced: metadata.interlaced,
		hdr: metadata.hdr,
	};
	return { ...commonFields(metadata), kind: 'encode', lines, width, height, encode, seconds: encodeSeconds(metadata) };
}

function commonFields({ durationMs, bitRate, container, videoStream, audioStream }: VideoMetadata) {
	return { durationMs, bitRate, container, videoStream, audioStream };
}

/** Largest even size of at most `lines` that keeps the aspect ratio and is not larger than the source. */
export function fitWithinSize(
	source: { width: number; height: number },
	lines: number,
): { width: number; height: number } {
	const shorterSide = Math.min(source.width, source.height);
	const longerSide = Math.max(source.width, source.height);
	const scale = Math.min(1, lines / shorterSide, (lines * maxAspectRatio) / longerSide);
	function toEven(side: number): number {
		return Math.max(2, Math.min(Math.round((side * scale) / 2) * 2, Math.floor(side / 2) * 2));
	}
	return { width: toEven(source.width), height: toEven(source.height) };
}

/** Bits per second. */
function chooseBitRates(lines: number): { maxRate: number; audioRate: number } {
	if (lines > 540) return { maxRate: 3_000_000, audioRate: 128_000 };
	if (lines > 360) return { maxRate: 1_500_000, audioRate: 128_000 };
	if (lines > 240) return { maxRate: 900_000, audioRate: 96_000 };
	return { maxRate: 500_000, audioRate: 96_000 };
}

/** Time limit. Two cores need 0.3 seconds per second of 1080p; this allows 25 times that for a busy, slow machine. */
function encodeSeconds({ width, height, frameRate, durationMs }: VideoMetadata): number {
	const relativeTo1080p = (width * height * frameRate) / (1920 * 1080 * 30);
	return Math.min(maxSeconds, Math.ceil(60 + (durationMs / 1000) * (3 + 5 * relativeTo1080p)));
}
