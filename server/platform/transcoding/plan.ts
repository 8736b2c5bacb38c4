import { limits } from '../../../contract/limits.ts';
import type { EncodeStep } from './arguments.ts';
import type { Container } from './container.ts';
import type { VideoMetadata } from './probe.ts';

/** One rendition to make, as data: everything that `makeRendition` needs to know. */
export type RenditionPlan = {
	/** The shorter side, pixels; tells the renditions of one video apart. */
	lines: number;
	/** Of the upright output, pixels. */
	width: number;
	height: number;
	durationMs: number;
	/** Of the source, bits a second. */
	bitRate: number;
	container: Container;
	videoStream: number;
	audioStream: number | null;
	/** Seconds of wall-clock time after which it is given up. */
	seconds: number;
} & ({ kind: 'remux' } | { kind: 'encode'; encode: EncodeStep });

/** Lines of the further renditions, made when they are at most this share of the first one's. */
const smallerLines = [480, 240];
const maxLinesShare = 0.84;
/** The longer side may be this many times the lines: cinema is 2.39; a strip beyond that is made smaller. */
const maxAspectRatio = 2.4;
/** Frames a second of the further renditions. */
const smallerFrameRate = 30;
const maxSeconds = 7200;

/**
 * Which renditions to make of a video, in this order. The first plays everywhere: what browsers play already is only
 * copied into a clean MP4 (unless `copy` is false, for when that failed), anything else is encoded with at most
 * `limits.videoLines`. The others are smaller; nothing is ever made larger.
 */
export function planRenditions(facts: VideoMetadata, { copy = true }: { copy?: boolean } = {}): RenditionPlan[] {
	const first =
		copy && isBrowserPlayable(facts) ? planRemux(facts) : planEncode(facts, limits.videoLines, facts.frameRate);
	const further = smallerLines
		.filter((lines) => lines <= first.lines * maxLinesShare)
		.map((lines) => planEncode(facts, lines, smallerFrameRate));
	return [first, ...further];
}

function isBrowserPlayable(facts: VideoMetadata): boolean {
	return (
		facts.container === 'mov' &&
		facts.videoCodec === 'h264' &&
		(facts.pixelFormat === 'yuv420p' || facts.pixelFormat === 'yuvj420p') &&
		(facts.audioCodec === null || facts.audioCodec === 'aac') &&
		facts.hdr === null &&
		facts.upright &&
		facts.squarePixels &&
		!facts.interlaced &&
		Math.min(facts.width, facts.height) <= limits.videoLines &&
		Math.max(facts.width, facts.height) <= limits.videoLines * maxAspectRatio &&
		facts.bitRate <= limits.videoRemuxBitRate
	);
}

function planRemux(facts: VideoMetadata): RenditionPlan {
	const { width, height } = facts;
	return { ...commonFields(facts), kind: 'remux', lines: Math.min(width, height), width, height, seconds: 120 };
}

function planEncode(facts: VideoMetadata, mostLines: number, mostFrames: number): RenditionPlan {
	const { width, height } = fitWithin(facts, mostLines);
	const lines = Math.min(width, height);
	const dropFrames = facts.frameRate > mostFrames * 1.02;
	const encode: EncodeStep = {
		width,
		height,
		frameRate: dropFrames ? mostFrames : facts.frameRate,
		dropFrames,
		...chooseBitRates(lines),
		sound: facts.audioStream !== null,
		interlaced: facts.interlaced,
		hdr: facts.hdr,
	};
	return { ...commonFields(facts), kind: 'encode', lines, width, height, encode, seconds: encodeSeconds(facts) };
}

function commonFields({ durationMs, bitRate, container, videoStream, audioStream }: VideoMetadata) {
	return { durationMs, bitRate, container, videoStream, audioStream };
}

/** The largest even size of at most `lines` that keeps the shape and is nowhere larger than the source. */
export function fitWithin(source: { width: number; height: number }, lines: number): { width: number; height: number } {
	const short = Math.min(source.width, source.height);
	const long = Math.max(source.width, source.height);
	const scale = Math.min(1, lines / short, (lines * maxAspectRatio) / long);
	function even(side: number): number {
		return Math.max(2, Math.min(Math.round((side * scale) / 2) * 2, Math.floor(side / 2) * 2));
	}
	return { width: even(source.width), height: even(source.height) };
}

/** Bits a second. */
function chooseBitRates(lines: number): { maxRate: number; audioRate: number } {
	if (lines > 540) return { maxRate: 3_000_000, audioRate: 128_000 };
	if (lines > 360) return { maxRate: 1_500_000, audioRate: 128_000 };
	if (lines > 240) return { maxRate: 900_000, audioRate: 96_000 };
	return { maxRate: 500_000, audioRate: 96_000 };
}

/** Two cores need 0.3 seconds for a second of 1080p; a busy, slow machine gets 25 times that. */
function encodeSeconds({ width, height, frameRate, durationMs }: VideoMetadata): number {
	const comparedWith1080p = (width * height * frameRate) / (1920 * 1080 * 30);
	return Math.min(maxSeconds, Math.ceil(60 + (durationMs / 1000) * (3 + 5 * comparedWith1080p)));
}
