import * as limits from '../../../contract/core/limits.ts';
import type { EncodeStep } from './arguments.ts';
import type { ContainerFormat } from './container.ts';
import type { MeasuredVideo, VideoMetadata } from './probe.ts';
import { canCopyTracks, maxTrackDifference, type VideoTracks } from './tracks.ts';

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
} & ({ kind: 'remux'; tracks: VideoTracks } | { kind: 'encode'; encode: EncodeStep });

/** Numbers of lines of the smaller renditions. Each is made only if it has at most `maxLinesShare` of the first rendition's lines. */
const smallerLines = [480, 240];
const maxLinesShare = 0.84;
/** Maximum longer side as a multiple of the maximum number of lines, enough for cinema (2.39). A longer strip is scaled down as a whole. */
const maxLongerSideRatio = 2.4;
/** Frames per second of the smaller renditions. */
const smallerFrameRate = 30;
/** Tolerance in frames per second. Cameras are imprecise: 60 may be 60.1. */
const frameRateTolerance = 1;
/** Frames per second that an encode has at least, because the last of a few frames would be shown for too short a time. */
const minFrameRate = 10;
/** Frames per second that count towards the time limit of an encode. A file may claim any number. */
const maxCountedFrameRate = 240;
/** Lines from which players take a video without a named colour matrix for BT.709. With fewer, they take it for BT.601. */
const hdLines = 720;
const maxSeconds = 7200;

/**
 * Plans the renditions of a video, in order. The first plays in all browsers: a video that browsers can play is remuxed to a clean MP4; any
 * other is encoded with at most `limits.videoLines`. `copy` is false after a failed remux and for an overlay, and forces an encode. So does
 * `cut`, because copied streams can only start at a key frame. The further renditions are smaller. No rendition is larger than the source.
 */
export function planRenditions(
	metadata: MeasuredVideo,
	{ copy = true, cut = null }: { copy?: boolean; cut?: VideoCut | null } = {},
): RenditionPlan[] {
	const firstPlan =
		copy && cut === null && isBrowserPlayable(metadata)
			? planRemux(metadata)
			: planEncode(metadata, cut, limits.videoLines, limits.videoFrameRate);
	const further = smallerLines
		.filter((lines) => lines <= firstPlan.lines * maxLinesShare)
		.map((lines) => planEncode(metadata, cut, lines, smallerFrameRate));
	return [firstPlan, ...further];
}

function isBrowserPlayable(metadata: MeasuredVideo): boolean {
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
		metadata.bitRate <= limits.videoRemuxBitRate &&
		metadata.frameRate <= limits.videoFrameRate + frameRateTolerance &&
		canCopyTracks(metadata.tracks)
	);
}

function planRemux(metadata: MeasuredVideo): RenditionPlan {
	const { width, height, tracks } = metadata;
	return {
		...commonFields(metadata, null),
		kind: 'remux',
		tracks,
		lines: Math.min(width, height),
		width,
		height,
		seconds: 120,
	};
}

function planEncode(
	metadata: MeasuredVideo,
	cut: VideoCut | null,
	maxLines: number,
	maxFrameRate: number,
): RenditionPlan {
	const { width, height } = fitWithinSize(metadata, maxLines);
	const lines = Math.min(width, height);
	const common = commonFields(metadata, cut);
	const { picture } = metadata.tracks;
	const frameRate = Math.max(minFrameRate, Math.min(metadata.frameRate, maxFrameRate));
	const encode: EncodeStep = {
		width,
		height,
		frameRate,
		changesFrameRate: frameRate < metadata.frameRate / 1.02 || frameRate > metadata.frameRate,
		startsLate: picture.startMs > maxTrackDifference,
		// An encoder shows the last frame for as long as the others.
		heldMs: Math.max(0, Math.round((cut?.endMs ?? metadata.durationMs) - picture.lastMs - 1000 / frameRate)),
		durationMs: common.durationMs,
		...chooseBitRates(lines),
		sound: metadata.audioStream !== null,
		cut: cut !== null,
		interlaced: metadata.interlaced,
		hdr: metadata.hdr,
		assumedColours: assumeColours(metadata),
	};
	const seconds = encodeSeconds(metadata);
	return { ...common, kind: 'encode', lines, width, height, encode, seconds };
}

/** Returns the colours that players assume for a video that names none; null for any other video. */
export function assumeColours({ width, height, colourMatrix }: VideoMetadata): EncodeStep['assumedColours'] {
	if (colourMatrix !== null) return null;
	return Math.min(width, height) >= hdLines ? 'bt709' : 'smpte170m';
}

function commonFields(metadata: MeasuredVideo, cut: VideoCut | null) {
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
function encodeSeconds({ width, height, frameRate, durationMs }: MeasuredVideo): number {
	const relativeTo1080p = (width * height * Math.min(frameRate, maxCountedFrameRate)) / (1920 * 1080 * 30);
	return Math.min(maxSeconds, Math.ceil(60 + (durationMs / 1000) * (3 + 5 * relativeTo1080p)));
}
